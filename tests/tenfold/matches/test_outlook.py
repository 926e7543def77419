"""When do I play? The place in line, how long that takes by the measured pace, or what keeps the match."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from tenfold.competitions.models import Round
from tenfold.competitions.pausing import pause
from tenfold.matches import outlook, sandboxes
from tenfold.matches.models import Match
from tenfold.matches.outlook import waiting_of
from tests.builders import (
    a_bot,
    a_competition,
    a_match,
    a_requested_match,
    a_round,
    a_version,
    an_entry,
    played,
)
from tests.tenfold.pages.scenes import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


@pytest.fixture(autouse=True)
def workers_run_everything():
    workers_run(sandboxes.Runs.DOCKER)
    yield
    cache.clear()


def workers_run(runs: sandboxes.Runs, reason: str = "") -> None:
    cache.set(sandboxes.PUBLISHED, {"runs": runs, "reason": reason}, timeout=60)


def began(round_: Round, *, seconds_ago: float) -> None:
    Round.objects.filter(pk=round_.pk).update(started=timezone.now() - timedelta(seconds=seconds_ago))


def ended(match: Match, *, seconds_ago: float) -> None:
    Match.objects.filter(pk=match.pk).update(finished=timezone.now() - timedelta(seconds=seconds_ago))


def test_matches_of_one_round_stand_in_line_as_they_were_planned():
    matches = a_round(entries=3).matches.order_by("id")
    assert [waiting_of(match).position for match in matches] == [1, 2, 3]


def test_rounds_take_turns_in_the_line():
    first, second = a_round(entries=3), a_round(entries=2)
    assert [waiting_of(match).position for match in first.matches.order_by("id")] == [2, 3, 4]
    assert waiting_of(second.matches.get()).position == 2


def test_a_match_that_was_played_has_left_the_line():
    round_ = a_round(entries=3)
    played(a_match(round_=round_))
    assert [waiting_of(match).position for match in round_.matches.filter(state="scheduled")] == [1, 2]


def test_before_any_match_is_over_no_time_is_named():
    match = a_match()
    outlook.publish()
    assert waiting_of(match).seconds is None


def test_the_pace_is_that_of_the_matches_since_the_round_began():
    round_ = a_round(entries=4)
    for _ in range(2):
        played(a_match(round_=round_))
    began(round_, seconds_ago=6000)
    found = outlook.outlook()
    assert found is not None
    assert found.pace == pytest.approx(3000, rel=0.02)
    assert found.left == {round_.pk: pytest.approx(4 * 3000, rel=0.02)}


def test_of_many_matches_the_newest_tell_the_pace(monkeypatch):
    monkeypatch.setattr(outlook, "_LOOKED_AT", 2)
    round_ = a_round(entries=4)
    for seconds_ago in (30_000, 2000, 1000):
        ended(played(a_match(round_=round_)), seconds_ago=seconds_ago)
    began(round_, seconds_ago=40_000)
    found = outlook.outlook()
    assert found is not None
    assert found.pace == pytest.approx(1000, rel=0.02)


def test_rounds_that_run_beside_make_each_other_wait():
    short, long = a_round(entries=3), a_round(entries=4)
    played(a_match(round_=short))
    began(short, seconds_ago=10)
    found = outlook.outlook()
    assert found is not None
    assert found.left[short.pk] == pytest.approx(4 * found.pace)  # two of each
    assert found.left[long.pk] == pytest.approx(8 * found.pace)  # six, and the other's two


def test_when_nothing_runs_there_is_nothing_to_measure():
    assert outlook.outlook() is None


def test_without_a_worker_the_match_says_so():
    cache.delete(sandboxes.PUBLISHED)
    assert "No worker has been heard of" in waiting_of(a_match()).reason


def test_what_keeps_workers_from_running_bots_is_said():
    workers_run(sandboxes.Runs.NOTHING, "No bot can run: no engine answers.")
    assert waiting_of(a_match()).quoted == "No bot can run: no engine answers."


def test_where_only_the_house_plays_matches_of_others_say_why_they_wait():
    workers_run(sandboxes.Runs.HOUSE_ONLY, "House bots alone.")
    assert waiting_of(a_match()).quoted == "House bots alone."
    house = a_competition()
    for _ in range(2):
        an_entry(competition=house, bot=a_version(bot=a_bot(house=True)).bot)
    assert waiting_of(a_match(round_=a_round(competition=house))).quoted == ""


def test_an_attempt_of_ours_that_failed_is_told():
    match = a_match()
    match.failures = 1
    assert "failed on our side" in waiting_of(match).reason


def test_who_asked_for_a_match_need_not_count():
    assert "free worker" in waiting_of(a_requested_match()).reason


def test_the_page_of_a_match_says_when():
    round_ = a_round(entries=4)
    played(a_match(round_=round_))
    began(round_, seconds_ago=30)
    outlook.publish()
    page = reader().get(a_match(round_=round_).get_absolute_url()).content.decode()
    assert "number 1 in line; at the pace of the last matches it is over in about 30 s" in page


def test_the_page_of_a_competition_says_how_long_its_round_takes():
    round_ = a_round(entries=4)
    played(a_match(round_=round_))
    began(round_, seconds_ago=60)
    outlook.publish()
    page = reader().get(round_.competition.get_absolute_url()).content.decode()
    assert "1 of 6 matches over; about 5 min left" in page


def test_a_match_of_a_paused_competition_waits_for_that_whatever_the_workers_run():
    round_ = a_round()
    pause(competition=round_.competition, by=round_.competition.organizer)
    match = round_.matches.get()

    assert "is paused" in waiting_of(match).reason
    cache.clear()
    assert "is paused" in waiting_of(match).reason


def test_a_paused_round_keeps_nobody_waiting_and_has_no_time_left():
    paused, other = a_round(entries=3), a_round(entries=2)
    for round_ in (paused, other):
        began(round_, seconds_ago=60)
    played(a_match(round_=paused))
    pause(competition=paused.competition, by=paused.competition.organizer)

    assert waiting_of(other.matches.get()).position == 1
    assert outlook.outlook() is None  # nothing of the round that plays is over: it has no pace yet
