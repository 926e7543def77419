"""What an organizer is shown of bots that are alike, and what counts for nothing."""

from importlib import resources

import pytest

from tenfold.bots import checking
from tenfold.bots.alike import alike
from tenfold.bots.models import BotVersion, VersionState
from tenfold.competitions.models import Entry
from tests.builders import a_bot, a_competition, a_user, a_version, an_entry
from tests.tenfold.pages.scenes import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

GREEDY = resources.files("arena.bots").joinpath("greedy.py").read_bytes()
STARTER = resources.files("tenfold.cli.starter").joinpath("bot.py").read_bytes()


@pytest.fixture(autouse=True)
def any_bot_may_run(settings):
    settings.SANDBOX = "process"


def checked(source: bytes, **more) -> BotVersion:
    """A version that went through its check, and then was found ready."""
    version = a_version(source=source, state=VersionState.RECEIVED, **more)
    checking.check(version_id=version.pk)
    BotVersion.objects.filter(pk=version.pk).update(state=VersionState.READY)
    version.bot.active_version = version
    version.bot.save()
    return version


def entered(competition, *sources: bytes, owner=None) -> list[BotVersion]:
    versions = [checked(source, bot=a_bot(owner=owner) if owner else None) for source in sources]
    for version in versions:
        an_entry(competition=competition, bot=version.bot)
    return versions


def test_a_copy_is_listed_for_the_organizer():
    competition = a_competition()
    one, other = entered(competition, GREEDY, GREEDY.replace(b"hand", b"cards"))

    (pair,) = alike(competition)

    assert pair.versions == (one, other)
    assert pair.percent > 90


def test_what_the_house_has_published_is_no_copy():
    competition = a_competition()
    checked(GREEDY, bot=a_bot(house=True))
    entered(competition, GREEDY, GREEDY)

    assert alike(competition) == []


def test_the_starter_bot_is_no_copy():
    competition = a_competition()
    entered(competition, STARTER, STARTER)

    assert alike(competition) == []


def test_two_bots_of_one_owner_are_not_listed():
    competition = a_competition()
    entered(competition, GREEDY, GREEDY, owner=a_user())

    assert alike(competition) == []


def test_bots_of_other_competitions_and_withdrawn_ones_are_not_listed():
    competition = a_competition()
    entered(competition, GREEDY)
    entered(a_competition(), GREEDY)
    (gone,) = entered(competition, GREEDY)
    Entry.objects.filter(bot=gone.bot).update(state=Entry.State.WITHDRAWN)

    assert alike(competition) == []


def test_versions_from_before_there_were_fingerprints_are_left_out():
    competition = a_competition()
    one, _ = entered(competition, GREEDY, GREEDY)
    BotVersion.objects.filter(pk=one.pk).update(fingerprint=None)

    assert alike(competition) == []


def test_the_page_names_both_and_shows_no_source():
    competition = a_competition()
    one, other = entered(competition, GREEDY, GREEDY)

    page = reader(competition.organizer).get(f"/c/{competition.slug}/alike/").content.decode()

    assert one.bot.name in page
    assert other.bot.owner.username in page
    assert "100%" in page
    assert "def " not in page


def test_the_page_says_when_there_is_nothing_to_show():
    competition = a_competition()

    page = reader(competition.organizer).get(f"/c/{competition.slug}/alike/").content.decode()

    assert "No two bots of different owners are alike" in page


def test_others_do_not_see_the_page_nor_a_link_to_it():
    competition = a_competition()
    (mine, _) = entered(competition, GREEDY, GREEDY)
    author = reader(mine.bot.owner)

    assert author.get(f"/c/{competition.slug}/alike/").status_code == 403
    assert "alike" not in author.get(competition.get_absolute_url()).content.decode()
    assert reader().get(f"/c/{competition.slug}/alike/").status_code == 302


def test_the_page_of_a_hidden_competition_is_not_found():
    competition = a_competition(private=True)

    assert reader(a_user()).get(f"/c/{competition.slug}/alike/").status_code == 404
