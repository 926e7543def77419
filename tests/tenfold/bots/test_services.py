from datetime import timedelta

import pytest
from django.utils import timezone

from tenfold.bots.models import MOST_UPLOAD_BYTES, VersionState
from tenfold.bots.services import (
    accept_version,
    activate_version,
    create_bot,
    move_version,
    refuse_version,
    submit_version,
    upload,
)
from tenfold.competitions.models import Entry
from tenfold.competitions.services import bench
from tenfold.refusal import Refused, TooMany
from tests.builders import a_bot, a_user, a_version, an_entry

pytestmark = pytest.mark.django_db


def test_a_bot_gets_a_slug_of_its_name():
    assert create_bot(owner=a_user(), name="  Café  Bot! ").slug == "cafe-bot"


def test_names_that_slug_alike_get_slugs_of_their_own():
    owner = a_user()

    slugs = [create_bot(owner=owner, name=name).slug for name in ("a b", "a-b", "a.b", "a  b!")]

    assert slugs == ["a-b", "a-b-2", "ab", "a-b-3"]


def test_a_name_without_letters_gets_a_slug_too():
    assert create_bot(owner=a_user(), name="♥♥♥").slug == "bot"


@pytest.mark.parametrize("name", ["ﬃ" * 40, "½" * 40, "x" * 40])
def test_a_name_longer_in_letters_than_in_characters_gets_a_slug_that_fits(name):
    owner = a_user()

    first = create_bot(owner=owner, name=name)
    second = create_bot(owner=owner, name=f"{name[:-1]}!")

    assert max(len(first.slug), len(second.slug)) <= 50
    assert first.slug != second.slug


@pytest.mark.parametrize("name", ["", "   "])
def test_who_gives_no_name_is_asked_for_one(name):
    with pytest.raises(Refused, match="A bot needs a name"):
        create_bot(owner=a_user(), name=name)


@pytest.mark.parametrize("name", ["x" * 41, "a\x00b", "a\u202eb"])
def test_a_name_that_cannot_be_read_is_refused(name):
    with pytest.raises(Refused, match="1 to 40 printable characters"):
        create_bot(owner=a_user(), name=name)


def test_a_name_is_taken_in_any_case():
    bot = a_bot(name="ada")

    with pytest.raises(Refused, match="You have a bot named 'ADA' already"):
        create_bot(owner=bot.owner, name="ADA")


def test_an_upload_becomes_the_next_version_and_is_announced(nudges):
    bot = a_bot()

    versions = [submit_version(bot=bot, filename="main.py", data=b"x", by=bot.owner) for _ in range(2)]

    assert [version.number for version in versions] == [1, 2]
    assert set(nudges) == {("tenfold.bots.tasks.check_version", version.pk) for version in versions}


def test_an_empty_upload_is_refused_at_the_door():
    with pytest.raises(Refused, match="empty"):
        submit_version(bot=a_bot(), filename="main.py", data=b"", by=a_user())


def test_an_upload_beyond_a_megabyte_is_refused_at_the_door():
    with pytest.raises(Refused, match="1,048,577 bytes; 1,048,576 is the most"):
        submit_version(bot=a_bot(), filename="bot.zip", data=b"x" * (MOST_UPLOAD_BYTES + 1), by=a_user())


def test_a_new_version_leaves_the_active_one_active_until_it_is_ready():
    active = a_version()

    submit_version(bot=active.bot, filename="main.py", data=b"x", by=active.bot.owner)
    active.bot.refresh_from_db()

    assert active.bot.active_version == active


def test_an_accepted_version_becomes_active():
    version = a_version(bot=a_version().bot, state=VersionState.TRIAL)

    accept_version(version=version)
    version.bot.refresh_from_db()

    assert version.bot.active_version == version


def test_a_version_accepted_late_does_not_replace_a_newer_one():
    older = a_version(state=VersionState.TRIAL)
    newer = a_version(bot=older.bot)

    accept_version(version=older)
    older.bot.refresh_from_db()

    assert older.bot.active_version == newer


def test_a_refused_version_leaves_the_active_one_active():
    active = a_version()
    version = a_version(bot=active.bot, state=VersionState.TRIAL)

    refuse_version(version=version, reason="it crashed", dossier={"kind": "crashed"})
    version.refresh_from_db()

    assert (version.state, version.reason, version.dossier) == ("refused", "it crashed", {"kind": "crashed"})
    assert version.bot.active_version == active


def test_a_version_that_moved_on_is_not_moved_again():
    version = a_version(state=VersionState.TRIAL)
    accept_version(version=version)

    moved = move_version(version=version, to=VersionState.REFUSED, from_=VersionState.TRIAL, reason="late")

    assert not moved


def test_an_older_version_can_be_made_active_again():
    older = a_version()
    newer = a_version(bot=older.bot)

    activate_version(bot=newer.bot, version=older, by=newer.bot.owner)
    newer.bot.refresh_from_db()

    assert newer.bot.active_version == older


def test_a_version_that_is_not_ready_cannot_be_active():
    version = a_version(state=VersionState.REFUSED)

    with pytest.raises(Refused, match="only a ready version can be active"):
        activate_version(bot=version.bot, version=version, by=version.bot.owner)


def test_a_version_of_another_bot_cannot_be_active():
    with pytest.raises(Refused, match="is no version of"):
        activate_version(bot=a_bot(), version=a_version(), by=a_user())


def test_a_new_active_version_brings_benched_entries_back():
    entry = an_entry()
    bench(entry=entry, reason="it forfeited")

    accept_version(version=a_version(bot=entry.bot, state=VersionState.TRIAL))
    entry.refresh_from_db()

    assert entry.state == Entry.State.ACTIVE


def test_an_owner_with_all_the_bots_there_can_be_is_refused_another(monkeypatch):
    monkeypatch.setattr("tenfold.bots.services.BOTS_EACH", 1)
    owner = a_bot().owner

    with pytest.raises(Refused, match="the most there can be: upload a new version"):
        create_bot(owner=owner, name="another")

    create_bot(owner=a_user(), name="another")


@pytest.fixture
def prolific(monkeypatch):
    """Somebody who may upload twice an hour and has, for two bots."""
    monkeypatch.setattr("tenfold.bots.services.UPLOADS_AN_HOUR", 2)
    bots = [a_bot(owner=owner) for owner in [a_user()] * 2]
    for bot in bots:
        submit_version(bot=bot, filename="main.py", data=b"x", by=bot.owner)
    return bots[0]


def test_an_upload_that_is_refused_leaves_no_bot_of_its_name(prolific):
    with pytest.raises(TooMany):
        upload(by=prolific.owner, name="A new one", filename="main.py", data=b"x")

    assert not prolific.owner.bots.filter(name="A new one").exists()


def test_an_upload_goes_to_the_bot_of_its_name_however_that_is_written():
    bot = a_bot(name="Ada's Own")

    assert upload(by=bot.owner, name=" ada's  OWN ", filename="main.py", data=b"x").bot == bot


def test_uploads_beyond_the_hours_are_refused_whichever_bot_they_are_for(prolific):
    with pytest.raises(TooMany, match=r"2 versions within an hour.* Come back in (59|60) min"):
        submit_version(bot=prolific, filename="main.py", data=b"x", by=prolific.owner)

    assert prolific.versions.count() == 1


def test_uploads_are_counted_for_each_owner(prolific):
    bot = a_bot()

    assert submit_version(bot=bot, filename="main.py", data=b"x", by=bot.owner).number == 1


def test_an_hour_later_there_is_room_again(prolific):
    prolific.versions.update(created=timezone.now() - timedelta(minutes=61))

    assert submit_version(bot=prolific, filename="main.py", data=b"x", by=prolific.owner).number == 2


def test_the_form_and_the_api_refuse_alike(prolific, client):
    client.force_login(prolific.owner)

    page = client.post("/bots/new/", {"name": prolific.name, "source": "x", "token": "t"})
    answer = client.post(f"/api/v1/bots/{prolific.pk}/versions", {"code": "x"})

    assert "2 versions within an hour" in page.content.decode()
    assert answer.status_code == 429
    assert "2 versions within an hour" in answer.json()["detail"]
