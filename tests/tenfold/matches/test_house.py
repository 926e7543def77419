"""What a new site has to show, through the same door as everybody's bots."""

import pytest
from django.core.management import CommandError, call_command

from tenfold.bots.models import Bot, BotVersion, VersionState
from tenfold.competitions.models import Competition
from tenfold.matches import house
from tests.builders import CRASHING, SHORT

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
    assert league.rounds.get().matches.count() == 6
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
