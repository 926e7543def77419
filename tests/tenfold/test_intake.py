"""What is turned away at the door, and whom a request is taken to come from."""

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, RequestFactory
from rest_framework.test import APIClient

from tenfold.intake import from_the_asker
from tests.builders import PASSWORD, a_user

pytestmark = pytest.mark.django_db

LARGE = b"x" * 3_000_001


def asker(*, forwarded: str | None) -> str:
    headers = {"X-Forwarded-For": forwarded} if forwarded is not None else {}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR="10.0.0.1")
    from_the_asker(lambda _request: HttpResponse())(request)
    return request.META["REMOTE_ADDR"]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, None, "10.0.0.1"),
        (0, "1.1.1.1", "10.0.0.1"),
        (1, "1.1.1.1", "1.1.1.1"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, "6.6.6.6, 1.1.1.1, 2.2.2.2", "1.1.1.1"),
        (2, "1.1.1.1", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, None, "10.0.0.1"),
    ],
)
def test_who_asks_is_what_our_own_proxies_say(settings, proxies, forwarded, expected):
    settings.PROXIES = proxies

    assert asker(forwarded=forwarded) == expected


def test_the_limit_on_guessing_tokens_is_not_escaped_by_naming_other_addresses():
    cache.clear()
    guess = {"username": "nobody", "password": "wrong"}

    answers = [
        APIClient()
        .post("/api/v1/tokens", guess | {"username": f"nobody{n}"}, headers={"X-Forwarded-For": f"1.1.1.{n}"})
        .status_code
        for n in range(11)
    ]

    assert answers == [401] * 10 + [429]
    cache.clear()


def test_whoever_guesses_a_password_behind_a_proxy_does_not_lock_its_owner_out(settings):
    settings.PROXIES, settings.AXES_FAILURE_LIMIT = 1, 1
    name = a_user().username
    Client().post(
        "/sign-in/", {"username": name, "password": "wrong"}, headers={"X-Forwarded-For": "6.6.6.6"}
    )

    answers = [
        Client()
        .post("/sign-in/", {"username": name, "password": PASSWORD}, headers={"X-Forwarded-For": address})
        .status_code
        for address in ("6.6.6.6", "7.7.7.7")
    ]

    assert answers == [429, 302]


@pytest.mark.parametrize("path", ["/api/v1/tokens", "/api/v1/bots"])
def test_a_body_beyond_any_upload_is_refused_by_the_api_as_a_problem(path):
    answer = Client().post(path, LARGE, content_type="application/json")

    assert answer.status_code == 413
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["title"] == "Too large"


@pytest.mark.parametrize("path", ["/sign-in/", "/bots/new/", "/admin/login/"])
def test_a_body_beyond_any_upload_is_refused_by_the_pages(path):
    answer = Client().post(path, LARGE, content_type="multipart/form-data; boundary=x")

    assert answer.status_code == 413
    assert b"An upload has at most 1 MB" in answer.content


def test_what_is_refused_is_not_read():
    class Unread:
        def read(self, *_: object) -> bytes:
            raise AssertionError("the body was read")

        readline = read

    answer = Client().post(
        "/api/v1/tokens",
        content_type="application/json",
        CONTENT_LENGTH="3000001",
        **{"wsgi.input": Unread()},  # type: ignore[arg-type]  # goes into the WSGI environment as it is
    )

    assert answer.status_code == 413


@pytest.mark.parametrize(
    "path",
    ["/bots/%00/x/", "/bots/a%00b/x/versions/1/", "/api/v1/tokens/%00", "/c/%00/", "/static/%00", "/%00"],
)
def test_an_address_with_a_nul_is_not_found(path):
    client = Client(raise_request_exception=False)
    client.force_login(a_user())

    assert client.delete(path).status_code == client.get(path).status_code == 404
