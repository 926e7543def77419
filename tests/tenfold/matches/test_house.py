"""What a new site has to show, through the same door as everybody's bots."""

import pytest
from django.core.management import CommandError, call_command

from tenfold.accounts.models import User
from tenfold.accounts.services import house_user
from tenfold.bots.models import Bot, BotVersion, VersionState
from tenfold.competitions.models import Competition
from tenfold.matches import house
from tests.builders import CRASHING, SHORT, a_competition, a_round, a_version, an_entry, planned
from tests.tenfold.pages.scenes import play

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quick(monkeypatch, settings):
    settings.SANDBOX = "process"
    monkeypatch.setattr("tenfold.matches.trials.STANDARD", SHORT)


def test_the_house_bots_are_ready_and_the_first_round_of_four_of_them_runs():
    call_command("seed_demo")

    assert Bot.objects.filter(house=True).count() == len(house.HOUSE_BOTS)
    league = Competition.objects.get(slug=house.LEAGUE)
    assert league.entries.count() == 4
    assert planned(league.rounds.get()).matches.count() == 6
    assert not BotVersion.objects.exclude(state=VersionState.READY).exists()


def test_a_second_start_changes_nothing():
    call_command("seed_demo")

    call_command("seed_demo")

    assert BotVersion.objects.count() == len(house.HOUSE_BOTS)
    assert Competition.objects.get().rounds.count() == 1


def test_a_start_that_was_cut_short_is_continued():
    (bot, *_) = house.submit_house_bots()
    BotVersion.objects.filter(bot=bot).update(state=VersionState.CHECKING)

    call_command("seed_demo")

    assert Competition.objects.get().rounds.count() == 1


def test_a_house_bot_of_a_new_release_becomes_a_new_version(monkeypatch):
    house.submit_house_bots()
    monkeypatch.setattr(house.HouseBot, "source", lambda self: b"# changed\n" + original(self))

    bots = house.submit_house_bots()

    assert [bot.active_version.number for bot in bots] == [2] * len(house.HOUSE_BOTS)


def test_a_house_bot_that_is_refused_says_why(monkeypatch):
    monkeypatch.setattr(house.HouseBot, "source", lambda self: CRASHING)

    with pytest.raises(CommandError, match=r"was refused: .*on purpose"):
        call_command("seed_demo")


original = house.HouseBot.source


@pytest.fixture
def a_league():
    """The house's league, its first round played by two bots; short matches."""
    league = a_competition(organizer=house_user())
    Competition.objects.filter(pk=league.pk).update(slug=house.LEAGUE)
    for match in a_round(competition=league, entries=2).matches.all():
        play(match)
    return league


@pytest.mark.usefixtures("nudges")
def test_the_league_goes_on_by_itself_when_a_bot_has_entered(a_league):
    assert house.continue_house_league() is None
    an_entry(competition=a_league)

    begun = house.continue_house_league()

    assert begun is not None
    assert planned(begun).matches.count() == 3


@pytest.mark.usefixtures("nudges")
def test_the_league_goes_on_by_itself_when_a_bot_has_a_new_version(a_league):
    a_version(bot=a_league.entries.first().bot)

    begun = house.continue_house_league()

    assert begun is not None
    assert begun.number == 2


@pytest.mark.usefixtures("nudges")
def test_the_league_waits_for_the_end_of_its_round(a_league):
    an_entry(competition=a_league)
    house.continue_house_league()
    an_entry(competition=a_league)

    assert house.continue_house_league() is None


@pytest.mark.usefixtures("nudges")
def test_no_other_competition_goes_on_by_itself():
    competition = a_competition(name=house.LEAGUE)
    for match in a_round(competition=competition, entries=2).matches.all():
        play(match)
    an_entry(competition=competition)

    assert house.continue_house_league() is None
    assert not User.objects.filter(username="house").exists()
