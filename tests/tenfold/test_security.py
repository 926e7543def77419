"""What every answer of the site carries, and what it never shows."""

import pytest
from django.contrib import admin
from django.urls import reverse

from tenfold.bots.models import BotVersion, VersionState
from tenfold.competitions.editing import FIXED_BY_THE_FIRST_ROUND
from tests.builders import a_competition, a_match, a_user, a_version, crashing, played, ten_lines

pytestmark = pytest.mark.django_db

SECRET = "a thought of mine"


@pytest.fixture
def operator(client):
    client.force_login(a_user("operator", is_staff=True, is_superuser=True))
    return client


@pytest.mark.parametrize("path", ["/api/v1/bots", "/healthz", "/admin/login/"])
def test_no_page_runs_what_is_not_the_sites_own(client, path):
    policy = client.get(path)["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("X-Frame-Options", "DENY"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ],
)
def test_browsers_are_told_to_be_strict(client, header, value):
    assert client.get("/healthz")[header] == value


def test_the_api_takes_no_session_without_a_token_against_forgery():
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(a_user())

    assert client.post("/api/v1/bots", {"name": "Ada"}).status_code == 403


def test_a_request_beyond_the_upload_limit_is_not_read(client):
    client.force_login(a_user())

    answer = client.post("/api/v1/bots", b'{"name": "' + b"x" * 2_000_000 + b'"}', "application/json")

    assert answer.status_code in {400, 413}


@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label)
def test_every_list_of_the_admin_opens(operator, model):
    a_version()
    played(a_match(), bots=[crashing, ten_lines])

    answer = operator.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"))

    assert answer.status_code == 200


@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label)
def test_staff_without_further_rights_change_nothing_in_the_admin(client, model):
    client.force_login(a_user(is_staff=True))
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"

    assert client.get("/admin/").status_code == 200
    assert client.get(reverse(f"{name}_changelist")).status_code in {200, 403}
    assert client.post(reverse(f"{name}_add"), {}).status_code == 403


def test_the_admin_shows_no_source_and_no_dossier(operator):
    version = a_version(source=b"# " + SECRET.encode(), state=VersionState.REFUSED)
    BotVersion.objects.filter(pk=version.pk).update(dossier={"stderr": SECRET}, reason=SECRET)

    page = operator.get(reverse("admin:bots_botversion_change", args=[version.pk]))

    assert page.status_code == 200
    assert SECRET not in page.content.decode()


def test_the_admin_shows_no_secret_of_a_running_round(operator):
    round_ = a_match().round
    secret = bytes(round_.secret)

    page = operator.get(reverse("admin:competitions_round_change", args=[round_.pk])).content

    assert secret.hex().encode() not in page
    assert round_.commitment.encode() in page


def test_the_admin_changes_nothing_that_the_first_round_fixes(operator):
    page = operator.get(reverse("admin:competitions_competition_change", args=[a_competition().pk]))

    asked = set(page.context["adminform"].form.fields)
    assert "name" in asked
    assert not asked.intersection(FIXED_BY_THE_FIRST_ROUND)


def test_the_admin_makes_no_results(operator):
    assert operator.get(reverse("admin:matches_blockresult_add")).status_code == 403
