import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from tenfold.bots.models import Bot, VersionState
from tests.builders import TEN_LINES, a_bot, a_user, a_version

pytestmark = pytest.mark.django_db


def as_(user=None) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def test_anybody_may_list_the_bots():
    bot = a_version().bot

    (listed,) = as_().get("/api/v1/bots").json()["results"]

    assert (listed["name"], listed["owner"], listed["active_version"]) == (bot.name, bot.owner.username, 1)


def test_a_bot_is_made_by_name():
    user = a_user()

    answer = as_(user).post("/api/v1/bots", {"name": "Ada"})

    assert answer.status_code == 201
    assert Bot.objects.get(pk=answer.json()["id"]).owner == user


def test_nobody_in_particular_makes_no_bot():
    answer = as_().post("/api/v1/bots", {"name": "Ada"})

    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"


def test_a_name_that_is_taken_is_a_problem_in_words():
    bot = a_bot(name="ada")

    answer = as_(bot.owner).post("/api/v1/bots", {"name": "ADA"})

    assert answer.status_code == 409
    assert answer.json()["detail"] == "You have a bot named 'ADA' already. Upload a new version of it."


def test_a_missing_field_is_named():
    answer = as_(a_user()).post("/api/v1/bots", {})

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["name"]


def test_code_is_submitted_as_text():
    bot = a_bot()

    answer = as_(bot.owner).post(
        f"/api/v1/bots/{bot.pk}/versions", {"code": TEN_LINES.decode()}, format="json"
    )

    assert (answer.status_code, answer.json()["state"]) == (201, "received")
    assert bytes(bot.versions.get().source) == TEN_LINES


def test_a_file_is_submitted_as_it_is():
    bot = a_bot()
    file = SimpleUploadedFile("my.py", TEN_LINES)

    as_(bot.owner).post(f"/api/v1/bots/{bot.pk}/versions", {"file": file}, format="multipart")

    version = bot.versions.get()
    assert (version.filename, bytes(version.source)) == ("my.py", TEN_LINES)


def test_a_submission_without_anything_is_refused():
    bot = a_bot()

    answer = as_(bot.owner).post(f"/api/v1/bots/{bot.pk}/versions", {}, format="json")

    assert answer.status_code == 400


def test_a_stranger_submits_nothing():
    answer = as_(a_user()).post(f"/api/v1/bots/{a_bot().pk}/versions", {"code": "x"}, format="json")

    assert answer.status_code == 403


def test_only_the_owner_reads_why_a_version_was_refused():
    version = a_version(state=VersionState.REFUSED, reason="it crashed")
    path = f"/api/v1/bots/{version.bot_id}/versions/1"

    assert as_(version.bot.owner).get(path).json()["reason"] == "it crashed"
    assert as_(a_user()).get(path).json()["reason"] is None
    assert as_(a_user(is_staff=True)).get(path).json()["reason"] is None


def test_a_source_is_hidden_from_strangers_as_if_it_were_not_there():
    version = a_version()
    path = f"/api/v1/bots/{version.bot_id}/versions/1/source"

    assert as_(version.bot.owner).get(path).content == TEN_LINES
    assert as_(a_user()).get(path).status_code == 404


def test_a_source_is_only_ever_a_download():
    version = a_version()

    answer = as_(version.bot.owner).get(f"/api/v1/bots/{version.bot_id}/versions/1/source")

    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_the_owner_makes_an_older_version_active():
    older = a_version()
    a_version(bot=older.bot)

    answer = as_(older.bot.owner).post(f"/api/v1/bots/{older.bot_id}/versions/1/activate")

    assert answer.json()["active"]
