"""Who started, paused, resumed or stopped a competition stands below its rulings."""

import re

import pytest

from tenfold.competitions import ladders, pausing
from tenfold.competitions.choices import Format
from tenfold.competitions.models import Competition, Deed
from tenfold.competitions.rounds import start_round
from tests.builders import a_competition, a_user, an_entry
from tests.tenfold.pages.scenes import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def told(competition: Competition, user=None) -> list[tuple[str, str]]:
    """What the page of rulings says was done, and by whom."""
    page = reader(user or competition.organizer).get(f"/c/{competition.slug}/rulings/").content.decode()
    below = page.partition('id="deeds"')[2]
    return re.findall(r'<li class="row"><b>([^<]+)</b> <span class="small soft">(\w+),', below)


def a_cup(**more) -> Competition:
    competition = a_competition(organizer=a_user("ada"), **more)
    for _ in range(2):
        an_entry(competition=competition)
    return competition


def test_each_is_told_with_who_did_it_newest_first():
    cup, helper = a_cup(), a_user("grace")
    start_round(competition=cup, by=cup.organizer)
    pausing.pause(competition=cup, by=helper)
    pausing.resume(competition=cup, by=cup.organizer)

    assert told(cup) == [("Resumed", "ada"), ("Paused", "grace"), ("Started a round", "ada")]


def test_a_ladder_is_stopped_by_somebody():
    cup = a_cup(format=Format.LADDER)
    start_round(competition=cup, by=cup.organizer)
    ladders.stop(competition=cup, by=cup.organizer)

    assert told(cup)[0] == ("Stopped the ladder", "ada")


def test_what_changes_nothing_is_not_told():
    cup = a_cup()
    for change in (pausing.resume, pausing.pause, pausing.pause):
        change(competition=cup, by=cup.organizer)

    assert told(cup) == [("Paused", "ada")]


def test_what_the_timetable_starts_is_nobodys_doing():
    cup = a_cup()
    start_round(competition=cup, by=None)

    assert not Deed.objects.exists()


def test_only_those_who_organize_are_told():
    cup = a_cup()
    pausing.pause(competition=cup, by=cup.organizer)

    assert told(cup, a_user()) == []
