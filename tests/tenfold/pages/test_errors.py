"""What went wrong is said in the site's own face."""

import pytest
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client

from tests.builders import a_competition, a_user
from tests.tenfold.pages.scenes import a_played_competition, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges", "nothing_remembered")]


def test_a_stale_form_says_to_reload():
    client = Client(enforce_csrf_checks=True)
    response = client.post("/sign-in/", {"username": "x", "password": "y"})
    assert response.status_code == 403
    assert b"The form is out of date" in response.content


def test_what_is_not_ones_own_to_do_is_refused_with_who_does_it_and_the_way_on():
    answer = reader(a_user()).post(f"{a_competition().get_absolute_url()}rounds/start/")
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "A round is started by the competition" in page
    assert 'class="main-nav"' in page
    assert 'href="/">To the first page</a>' in page


def test_what_came_too_often_says_when_again_and_nothing_else():
    archives = a_played_competition()
    client = reader(a_user())
    address = f"{archives.get_absolute_url()}replays/1/1.zip"
    under_way = client.get(address)  # not read, and so not at its end
    answer = client.get(address)
    under_way.close()
    assert answer.status_code == 429
    assert b"Ask for the next when you have it." in answer.content
    assert b"quarter of an hour" not in answer.content


@pytest.mark.parametrize("name", ["400", "413"])
def test_what_cannot_be_read_says_what_to_do_next(name):
    page = render_to_string(f"errors/{name}.html", {})
    assert "and send it again" in page


def test_a_bug_of_ours_is_said_to_be_ours_and_has_a_number_that_the_log_has_too(monkeypatch, caplog):
    def broken(*args, **kwargs):
        raise RuntimeError("on purpose")

    monkeypatch.setattr("tenfold.pages.views.messages", broken)
    client = Client(raise_request_exception=False)
    response = client.get("/protocol/", headers={"X-Request-ID": "number-4711"})
    page = response.content.decode()
    assert response.status_code == 500
    assert "Our fault" in page
    assert "number-4711" not in page
    logged = [record.msg for record in caplog.records if isinstance(record.msg, dict)]
    failed = [entry["request_id"] for entry in logged if entry["event"] == "request_failed"]
    assert [f"<code>{one}</code>" in page for one in failed] == [True]


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
