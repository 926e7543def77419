"""What went wrong is said in the site's own face."""

import pytest
from django.core.cache import cache
from django.test import Client

from tests.builders import a_user
from tests.tenfold.pages.scenes import reader

pytestmark = pytest.mark.django_db


def test_a_stale_form_says_to_reload():
    client = Client(enforce_csrf_checks=True)
    response = client.post("/sign-in/", {"username": "x", "password": "y"})
    assert response.status_code == 403
    assert b"The form is out of date" in response.content


def test_a_bug_of_ours_is_said_to_be_ours_and_has_a_number(monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("on purpose")

    monkeypatch.setattr("tenfold.pages.views.messages", broken)
    client = Client(raise_request_exception=False)
    response = client.get("/protocol/", headers={"X-Request-ID": "number-4711"})
    assert response.status_code == 500
    assert b"Our fault" in response.content
    assert b"number-4711" in response.content


def test_too_many_wrong_passwords_lock_the_name_for_a_while(settings):
    settings.AXES_FAILURE_LIMIT = 2
    user = a_user()
    client = reader()
    for _ in range(2):
        response = client.post("/sign-in/", {"username": user.username, "password": "wrong"})
    assert response.status_code == 429
    assert response["Retry-After"] == "900"
    assert b"Too many tries" in response.content


def test_a_wrong_password_keeps_the_name():
    user = a_user()
    page = reader().post("/sign-in/", {"username": user.username, "password": "wrong"}).content.decode()
    assert f'value="{user.username}"' in page
    assert 'role="alert"' in page


@pytest.fixture
def choice():
    from tenfold.matches import sandboxes

    yield lambda runs: cache.set(sandboxes.PUBLISHED, {"runs": runs, "reason": f"because {runs}"})
    cache.delete(sandboxes.PUBLISHED)


@pytest.mark.parametrize("runs", ["process", "house_only", "nothing"])
@pytest.mark.parametrize("address", ["/", "/competitions/", "/sign-in/", "/no-such-page/"])
def test_every_page_says_when_bots_run_without_a_sandbox(choice, runs, address):
    choice(runs)
    assert f"because {runs}" in reader().get(address).content.decode()


def test_no_page_says_so_when_they_run_in_docker(choice):
    choice("docker")
    assert "No sandbox" not in reader().get("/").content.decode()
