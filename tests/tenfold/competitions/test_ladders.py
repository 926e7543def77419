"""A ladder from match to match and from round to round, whoever comes and goes meanwhile."""

from collections import Counter
from datetime import timedelta
from hashlib import sha256
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.utils import timezone

from arena.ladder import PLACEMENT_SHARE
from tenfold.competitions import ladders
from tenfold.competitions.editing import edit_competition
from tenfold.competitions.ladders import (
    FEWEST_WAITING,
    MOST_OPEN,
    PLACEMENT_MATCHES,
    extend,
    extend_all,
    stop,
)
from tenfold.competitions.models import Competition, Entry, Round
from tenfold.competitions.pausing import pause, resume
from tenfold.competitions.rounds import finish_round, start_round
from tenfold.competitions.services import bench, withdraw
from tenfold.competitions.standings import counted_blocks
from tenfold.competitions.tasks import refresh_standing as refresh_task
from tenfold.matches import outlook
from tenfold.matches.models import Match, MatchBot
from tenfold.matches.services import claim
from tenfold.refusal import Refused
from tests.builders import (
    a_bot,
    a_competition,
    a_round,
    a_user,
    a_version,
    an_entry,
    crashing,
    planned,
    played,
    ten_lines,
)  # fmt: skip
from tests.tenfold.pages.scenes import reader
from tests.tenfold.rulings.scenes import ruled

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def a_ladder(entries: int = 4, **settings) -> Competition:
    """It has just been started, and its first matches are planned."""
    competition = a_competition(format="ladder", **settings)
    a_round(competition=competition, entries=entries)
    competition.refresh_from_db()
    return competition


def waiting(competition: Competition):
    return competition.matches.filter(state=Match.State.SCHEDULED).order_by("id")


def pass_over(competition: Competition, number: int = 1) -> None:
    """The next matches end, whatever came of them; each is followed by a tick."""
    for _ in range(number):
        match = waiting(competition).first()
        if match is not None:
            waiting(competition).filter(pk=match.pk).update(state="finished", finished=timezone.now())
            finish_round(round_id=match.round_id)
            extend(competition_id=competition.pk)


def play_next(competition: Competition) -> Match:
    match = played(waiting(competition)[0])
    refresh_task(competition.pk)
    return match


def newest(competition: Competition) -> Round:
    return competition.rounds.order_by("-number")[0]


def versions_in(matches) -> set[int]:
    return set(MatchBot.objects.filter(match__in=matches).values_list("version", flat=True))


@pytest.fixture
def short_rounds(monkeypatch):
    """Rounds of as many matches as are planned at first."""
    monkeypatch.setattr(ladders, "MATCHES_A_ROUND", 2 * FEWEST_WAITING)


def test_a_ladder_begins_with_a_few_matches_and_a_commitment():
    round_ = newest(a_ladder())

    assert (round_.state, round_.open, round_.format) == ("running", True, "ladder")
    assert round_.commitment == sha256(round_.secret).hexdigest()
    assert round_.matches.count() == 2 * FEWEST_WAITING


def test_a_second_tick_adds_nothing():
    competition = a_ladder()

    extend_all()

    assert waiting(competition).count() == 2 * FEWEST_WAITING


@pytest.mark.django_db(transaction=True)
def test_two_ticks_at_once_add_once(monkeypatch):
    monkeypatch.setattr("tenfold.nudge._send", lambda task, pks: None)
    competition = a_ladder()
    competition.matches.all().delete()
    together, added = Barrier(2), []

    def tick() -> None:
        together.wait()
        added.append(extend(competition_id=competition.pk))
        connection.close()

    threads = [Thread(target=tick) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)

    assert sorted(added) == [0, 2 * FEWEST_WAITING]
    assert waiting(competition).count() == 2 * FEWEST_WAITING


def test_more_wait_where_more_are_played_at_once_but_never_too_many():
    competition = a_ladder()
    for _ in range(2 * MOST_OPEN):
        match = waiting(competition).first()
        if match and competition.matches.filter(state=Match.State.RUNNING).count() < 12:
            claim(match_id=match.pk, worker="w")
        extend_all()

    counts = Counter(competition.matches.values_list("state", flat=True))
    assert counts == {"running": 12, "scheduled": MOST_OPEN - 12}


def test_sixty_matches_keep_everybody_playing_and_the_standing_is_theirs():
    competition = a_ladder(entries=5)
    entries = list(competition.entries.order_by("id"))

    for _ in range(60):
        match = waiting(competition)[0]
        sat = match.bots.order_by("index").values_list("entry", flat=True)
        played(match, bots=[crashing if entry == entries[4].pk else ten_lines for entry in sat])
        Entry.objects.filter(state=Entry.State.BENCHED).update(state=Entry.State.ACTIVE, reason="")
        refresh_task(competition.pk)
        assert 0 < waiting(competition).count() <= MOST_OPEN

    seats = MatchBot.objects.filter(match__competition=competition, match__state=Match.State.FINISHED)
    share = Counter(seats.values_list("entry", flat=True))
    assert set(share) == {entry.pk for entry in entries}
    assert min(share.values()) >= 60 * 2 / 5 / 3
    assert len(counted_blocks(competition)) == 60
    assert competition.standings.order_by("-rank")[0].entry == entries[4]


def test_a_newcomer_plays_its_first_matches_within_the_share_of_placements():
    competition = a_ladder(entries=6)
    pass_over(competition, 40)
    last = competition.matches.order_by("-id")[0].pk
    new = an_entry(competition=competition)

    pass_over(competition, 60)

    tables = competition.matches.filter(pk__gt=last)
    round_ = newest(competition)
    assert PLACEMENT_MATCHES <= tables.filter(bots__entry=new).count() <= tables.count() / 2
    assert 0 < round_.placements <= PLACEMENT_SHARE * round_.matches.count()


def test_a_new_version_plays_from_the_next_match_that_is_planned():
    competition = a_ladder(entries=2)
    entry = competition.entries.earliest("id")
    old, before = entry.bot.active_version, list(waiting(competition))
    new = a_version(bot=entry.bot)

    pass_over(competition, 2 * FEWEST_WAITING)

    after = competition.matches.exclude(pk__in=[match.pk for match in before])
    assert old.pk in versions_in(before)
    assert new.pk not in versions_in(before)
    assert new.pk in versions_in(after)
    assert old.pk not in versions_in(after)


def test_a_new_version_is_placed_anew():
    competition = a_ladder()
    entries = list(competition.entries.order_by("id"))
    pass_over(competition, 40)
    known = ladders._placements(entries)

    a_version(bot=entries[0].bot)

    assert known[entries[0].pk] == 0
    assert ladders._placements(entries)[entries[0].pk] == PLACEMENT_MATCHES


@pytest.mark.parametrize("leave", ["withdrawn", "benched", "disqualified", "without a version"])
def test_who_is_out_is_in_no_further_match(leave):
    competition = a_ladder()
    entry = competition.entries.earliest("id")
    if leave == "withdrawn":
        withdraw(entry=entry, by=entry.bot.owner)
    elif leave == "benched":
        bench(entry=entry, reason="it forfeited")
    elif leave == "disqualified":
        ruled("disqualify", competition, entry=entry)
    else:
        entry.bot.active_version = None
        entry.bot.save()
    last = competition.matches.order_by("-id")[0].pk

    pass_over(competition, 2 * FEWEST_WAITING)

    later = competition.matches.filter(pk__gt=last)
    assert later.exists()
    assert not later.filter(bots__entry=entry).exists()


def test_a_ladder_of_one_owner_waits_says_so_and_goes_on():
    competition = a_ladder(entries=2)
    entry = competition.entries.earliest("id")
    withdraw(entry=entry, by=entry.bot.owner)
    pass_over(competition, 2 * FEWEST_WAITING)

    page = reader().get(competition.get_absolute_url()).content.decode()
    assert "The ladder waits. A table needs bots of 2 different owners" in page
    assert not waiting(competition).exists()
    an_entry(competition=competition)
    extend_all()

    page = reader().get(competition.get_absolute_url()).content.decode()
    assert "The ladder waits" not in page
    assert waiting(competition).exists()


def test_a_frozen_ladder_does_not_tell_why_it_waits():
    competition = a_ladder(entries=2)
    Competition.objects.update(not_started="The ladder waits.", frozen_from=timezone.now())

    assert "The ladder waits" not in reader().get(competition.get_absolute_url()).content.decode()


def test_a_paused_ladder_adds_nothing_until_it_is_resumed():
    competition = a_ladder()
    pause(competition=competition, by=competition.organizer)
    competition.matches.all().delete()

    extend_all()
    paused = waiting(competition).count()
    resume(competition=competition, by=competition.organizer)
    extend_all()

    assert (paused, waiting(competition).count()) == (0, 2 * FEWEST_WAITING)


def test_a_full_round_is_closed_and_reveals_its_secret_after_its_last_match(short_rounds):
    competition = a_ladder()
    round_ = newest(competition)
    pass_over(competition, 2 * FEWEST_WAITING - 1)
    round_.refresh_from_db()
    assert (round_.open, round_.state, round_.revealed) == (False, "running", None)

    pass_over(competition)

    round_.refresh_from_db()
    assert (round_.state, round_.revealed) == ("finished", round_.secret.hex())


def test_the_next_round_opens_by_itself_with_a_secret_of_its_own(short_rounds):
    competition = a_ladder()
    first = newest(competition)
    pass_over(competition, 2 * FEWEST_WAITING)

    extend_all()
    second = planned(newest(competition))

    assert (second.number, second.open, second.started_by) == (2, True, None)
    assert second.commitment != first.commitment
    assert waiting(competition).count() == 2 * FEWEST_WAITING


def test_a_round_is_closed_after_a_day():
    competition = a_ladder()
    Round.objects.update(started=timezone.now() - ladders.LONGEST_ROUND - timedelta(seconds=1))

    pass_over(competition, 2 * FEWEST_WAITING)

    assert newest(competition).state == "finished"


def test_a_round_without_a_match_waits_longer_than_a_day():
    competition = a_ladder()
    competition.matches.all().delete()
    Round.objects.update(started=timezone.now() - timedelta(days=3))
    competition.entries.update(state=Entry.State.WITHDRAWN)

    extend_all()

    assert newest(competition).open


def test_no_round_opens_while_the_ladder_is_paused(short_rounds):
    competition = a_ladder()
    pass_over(competition, 2 * FEWEST_WAITING)
    pause(competition=competition, by=competition.organizer)

    extend_all()

    assert competition.rounds.count() == 1


def test_a_round_that_cannot_open_says_why(short_rounds):
    competition = a_ladder()
    pass_over(competition, 2 * FEWEST_WAITING)
    competition.entries.update(state=Entry.State.WITHDRAWN)

    extend_all()

    competition.refresh_from_db()
    assert "A table needs bots of 2 different owners" in competition.not_started


def test_a_stopped_ladder_plays_what_is_scheduled_and_no_more():
    competition = a_ladder()

    stop(competition=competition, by=competition.organizer)
    extend_all()
    pass_over(competition, 2 * FEWEST_WAITING)
    extend_all()

    assert competition.matches.count() == 2 * FEWEST_WAITING
    assert [round_.state for round_ in competition.rounds.all()] == ["finished"]
    with pytest.raises(Refused, match="No ladder goes on here"):
        stop(competition=competition, by=competition.organizer)


def test_a_stopped_ladder_is_started_anew():
    competition = a_ladder()
    stop(competition=competition, by=competition.organizer)
    extend_all()
    pass_over(competition, 2 * FEWEST_WAITING)

    planned(start_round(competition=competition, by=competition.organizer))

    assert waiting(competition).count() == 2 * FEWEST_WAITING


def test_another_format_ends_the_ladder():
    competition = a_ladder()

    edit_competition(competition=competition, by=competition.organizer, changes={"format": "knockout"})
    pass_over(competition, 2 * FEWEST_WAITING)
    extend_all()

    assert [round_.state for round_ in competition.rounds.all()] == ["finished"]
    assert planned(start_round(competition=competition, by=None)).format == "knockout"


def test_what_is_played_again_is_played_in_the_open_round():
    competition = a_ladder()
    first = play_next(competition)

    ruled("rerun", competition, match=first)
    pass_over(competition, 4 * FEWEST_WAITING)

    again = Match.objects.get(in_place_of__match=first)
    assert (again.round, again.state) == (first.round, "finished")
    numbers = list(competition.matches.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_two_of_one_owner_never_meet():
    competition, owner = a_competition(format="ladder"), a_user()
    pair = [an_entry(competition=competition, owner=owner).pk for _ in range(2)]
    a_round(competition=competition, entries=4)
    pass_over(competition, 20)

    assert not competition.matches.filter(bots__entry=pair[0]).filter(bots__entry=pair[1]).exists()


def test_tables_of_three_are_full():
    competition = a_ladder(players=3)

    assert {match.bots.count() for match in competition.matches.all()} == {3}


def test_no_end_is_told_of_a_ladders_round():
    competition = a_ladder()
    play_next(competition)
    round_ = newest(competition)

    going_on = outlook.outlook()
    stop(competition=competition, by=competition.organizer)
    extend_all()
    ending = outlook.outlook()

    assert going_on is not None
    assert ending is not None
    assert round_.pk not in going_on.left
    assert round_.pk in ending.left


def test_who_organizes_stops_the_ladder_with_a_button():
    competition = a_ladder()
    address = competition.get_absolute_url()
    assert reader(a_user()).post(f"{address}stop/").status_code == 403
    assert "Stop the ladder" in reader(competition.organizer).get(address).content.decode()

    reader(competition.organizer).post(f"{address}stop/")

    competition.refresh_from_db()
    assert not competition.ladder_runs
    assert (
        "No ladder goes on"
        in reader(competition.organizer).post(f"{address}stop/", follow=True).content.decode()
    )


def test_a_house_bot_meets_another():
    competition, house = a_competition(format="ladder"), a_user("house")
    for _ in range(2):
        an_entry(competition=competition, bot=a_version(bot=a_bot(owner=house, house=True)).bot)

    assert a_round(competition=competition).matches.exists()
