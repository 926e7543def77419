"""Rounds that start by themselves, once each; and a competition that is paused."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfoNotFoundError

import pytest
from django.utils import translation

from tenfold.competitions import timetable
from tenfold.competitions.editing import edit_competition
from tenfold.competitions.models import Competition, Round
from tenfold.competitions.pausing import pause, resume
from tenfold.competitions.rounds import start_round
from tenfold.competitions.services import create_competition
from tenfold.competitions.timetable import next_start, start_due
from tenfold.matches.announcing import PLAY_MATCH
from tenfold.matches.results import record
from tenfold.matches.services import claim, sweep
from tenfold.refusal import Refused
from tests.builders import a_competition, a_match, a_record, a_round, a_user, an_entry, planned, played

pytestmark = [pytest.mark.django_db]

NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)


def a_timed_competition(*, entries: int = 2, **settings) -> Competition:
    """One whose timetable was set at NOON."""
    competition = a_competition(timetable_since=NOON, **settings)
    for _ in range(entries):
        an_entry(competition=competition)
    return competition


@pytest.fixture
def at(monkeypatch):
    def at(when: datetime) -> int:
        """What `start_due` starts when the database's clock shows this."""
        for module in ("timetable", "rounds"):
            monkeypatch.setattr(f"tenfold.competitions.{module}.database_now", lambda: when)
        return start_due()

    return at


def play_out(round_: Round) -> Round:
    for match in planned(round_).matches.all():
        played(match)
    round_.refresh_from_db()
    return round_


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"timetable": "weekly"}, "one of by_hand, at_once, hours, daily; 'weekly' came"),
        ({"timetable": "hours"}, "every_hours says how often"),
        ({"every_hours": 3}, "every_hours says how often"),
        ({"timetable": "hours", "every_hours": 0}, "every_hours is 1 to 744; 0 came"),
        ({"timetable": "daily"}, "at_times says when"),
        ({"timetable": "daily", "at_times": "25:00"}, "written as 18:00, from 0:00 to 23:59; '25:00' came"),
        ({"timetable": "daily", "at_times": "18:00", "time_zone": "Mars"}, "'Mars' is none"),
    ],
)
def test_a_timetable_of_nonsense_is_refused_with_a_sentence(settings, says):
    with pytest.raises(Refused, match=says):
        create_competition(organizer=a_user(), name="Cup", **settings)


def test_times_of_day_are_kept_in_order():
    made = create_competition(organizer=a_user(), name="Cup", timetable="daily", at_times="18:00 9:00,18:00")

    assert made.at_times == "09:00, 18:00"


def test_a_day_is_by_the_clocks_of_the_zone_in_summer_as_in_winter():
    berlin = Competition(timetable="daily", at_times="18:00", time_zone="Europe/Berlin", timetable_since=NOON)
    winter = next_start(berlin, None)
    assert winter is not None
    berlin.timetable_since = winter
    summer = next_start(berlin, None)

    assert (winter, summer) == (NOON.replace(hour=17), NOON.replace(day=29, hour=16))


def test_a_round_starts_when_it_is_due_and_not_before(at):
    a_timed_competition(timetable="daily", at_times="18:00")

    assert (at(NOON.replace(hour=17, minute=59)), at(NOON.replace(hour=18))) == (0, 1)


def test_what_was_missed_for_days_starts_once(at):
    competition = a_timed_competition(timetable="daily", at_times="9:00, 18:00")

    assert at(NOON + timedelta(days=5)) == 1
    play_out(competition.rounds.get())

    assert at(NOON + timedelta(days=5, minutes=1)) == 0
    assert at(NOON + timedelta(days=5, hours=7)) == 1


def test_a_running_round_delays_the_next(at):
    competition = a_timed_competition(timetable="hours", every_hours=1)
    at(NOON + timedelta(hours=1))
    late = NOON + timedelta(hours=3)

    assert at(late) == 0
    play_out(competition.rounds.get())

    assert at(late) == 1


def test_of_two_beats_at_once_one_starts_the_round(at):
    a_timed_competition(timetable="hours", every_hours=1)

    assert [at(NOON + timedelta(hours=2)) for _ in range(2)] == [1, 0]


def test_a_round_may_follow_the_last_one_at_once(at):
    competition = a_timed_competition(timetable="at_once")

    assert at(NOON) == 0
    first = play_out(start_round(competition=competition, by=competition.organizer))

    assert at(first.finished) == 1
    assert competition.rounds.first().started_by is None


def test_what_is_wrong_with_one_competition_keeps_no_other_from_starting(at, monkeypatch):
    broken, sound = (a_timed_competition(timetable="hours", every_hours=1) for _ in range(2))
    next_of = timetable.next_start

    def broken_for_one(competition: Competition, last: Round | None):
        if competition == broken:
            raise ZoneInfoNotFoundError("Nowhere/Gone")
        return next_of(competition, last)

    monkeypatch.setattr(timetable, "next_start", broken_for_one)

    assert at(NOON + timedelta(hours=2)) == 1
    assert (broken.rounds.count(), sound.rounds.count()) == (0, 1)


def test_what_cannot_start_says_why_and_starts_when_it_can(at):
    competition = a_timed_competition(entries=1, timetable="hours", every_hours=1)

    assert at(NOON + timedelta(hours=1)) == 0
    competition.refresh_from_db()
    assert "enter more" in competition.not_started

    an_entry(competition=competition)
    assert at(NOON + timedelta(hours=2)) == 1
    competition.refresh_from_db()
    assert competition.not_started == ""


def test_why_a_round_could_not_start_is_kept_in_english_whatever_the_thread_spoke_last():
    competition = a_timed_competition(paused=True)
    with translation.override("nb"):
        assert not timetable.start_or_say_why(competition)

    competition.refresh_from_db()
    assert competition.not_started.startswith("The competition is paused.")


def test_why_a_round_could_not_start_is_over_with_one_that_is_started_by_hand(at):
    competition = a_timed_competition(entries=1, timetable="daily", at_times="18:00")
    assert at(NOON + timedelta(hours=6)) == 0

    an_entry(competition=competition)
    start_round(competition=competition, by=competition.organizer)

    competition.refresh_from_db()
    assert competition.not_started == ""


def test_a_timetable_set_anew_makes_up_for_nothing_before_it():
    competition = a_timed_competition(timetable="daily", at_times="18:00")

    edit_competition(
        competition=competition,
        by=competition.organizer,
        changes={"timetable": "hours", "every_hours": 1, "at_times": ""},
    )

    assert start_due() == 0


def test_by_hand_nothing_starts_by_itself(at):
    a_timed_competition()

    assert at(NOON + timedelta(days=99)) == 0


def test_a_timetable_is_said_in_words():
    daily = Competition(timetable="daily", at_times="18:00", time_zone="Europe/Berlin")

    assert timetable.in_words(daily) == "a round every day at 18:00 (Europe/Berlin)"
    assert timetable.in_words(Competition(timetable="hours", every_hours=6)) == "a round every 6 hours"


def test_no_round_starts_in_a_paused_competition(at):
    competition = a_timed_competition(timetable="hours", every_hours=1)
    pause(competition=competition, by=competition.organizer)

    assert at(NOON + timedelta(hours=2)) == 0
    with pytest.raises(Refused, match="paused"):
        start_round(competition=competition, by=competition.organizer)


def test_a_paused_competitions_matches_are_neither_announced_nor_claimed(nudges):
    round_ = a_round()
    match = a_match(round_=round_)
    round_.matches.update(announced_at=None)
    pause(competition=round_.competition, by=round_.competition.organizer)
    nudges.clear()

    sweep()

    assert nudges == []
    assert claim(match_id=match.pk, worker="w") is None


def test_a_match_that_runs_is_played_to_its_end(nudges):
    round_ = a_round()
    match = a_match(round_=round_)
    mine = claim(match_id=match.pk, worker="w")
    pause(competition=round_.competition, by=round_.competition.organizer)

    assert mine is not None
    assert record(claim=mine, played=a_record(match))


def test_a_resumed_competition_is_announced_at_once(nudges):
    round_ = a_round(entries=3)
    pause(competition=round_.competition, by=round_.competition.organizer)
    nudges.clear()

    resume(competition=round_.competition, by=round_.competition.organizer)

    assert [task for task, _ in nudges] == [PLAY_MATCH] * 3
    resume(competition=round_.competition, by=round_.competition.organizer)
    assert len(nudges) == 3


def test_a_paused_competition_takes_no_room_from_others(nudges, monkeypatch):
    monkeypatch.setattr("tenfold.matches.announcing.WINDOW", 2)
    waiting = a_round(entries=3)
    pause(competition=waiting.competition, by=waiting.competition.organizer)
    nudges.clear()

    other = a_round(entries=3)

    announced = {pk for task, pk in nudges if task == PLAY_MATCH}
    assert announced
    assert announced <= set(other.matches.values_list("pk", flat=True))
