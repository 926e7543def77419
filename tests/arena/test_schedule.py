"""Laws of the round robin: who meets whom, how often, and what is said about it."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.schedule import Schedule, ScheduleError, round_robin


@cache
def planned(entries: int, players: int) -> Schedule:
    return round_robin(entries=entries, players=players)


def meetings(schedule: Schedule) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(pair)) for table in schedule.tables for pair in combinations(table, 2))


def matches(schedule: Schedule) -> Counter[int]:
    return Counter(one for table in schedule.tables for one in table)


@st.composite
def fields(draw):
    """A table size and as many entries as fill at least one table."""
    players = draw(st.integers(2, 6))
    return players, draw(st.integers(players, 40))


@st.composite
def owned_fields(draw):
    players = draw(st.integers(2, 6))
    owners = draw(st.lists(st.sampled_from("abcdefghij"), min_size=players, max_size=24))
    return players, owners + list("uvwxyz")[:players]


@given(st.integers(2, 40))
def test_two_players_meet_once_each(entries):
    schedule = round_robin(entries=entries, players=2)
    assert meetings(schedule) == dict.fromkeys(combinations(range(entries), 2), 1)


@settings(deadline=None, max_examples=40)
@given(fields())
def test_every_pair_meets(field):
    players, entries = field
    schedule = planned(entries, players)
    assert set(meetings(schedule)) == set(combinations(range(entries), 2))


@settings(deadline=None, max_examples=40)
@given(fields())
def test_every_entry_plays_the_same_number_of_matches(field):
    players, entries = field
    assert len(set(matches(planned(entries, players)).values())) == 1


@settings(deadline=None, max_examples=40)
@given(fields())
def test_every_table_is_full_and_nobody_sits_there_twice(field):
    players, entries = field
    tables = planned(entries, players).tables
    assert {(len(table), len(set(table))) for table in tables} == {(players, players)}


@settings(deadline=None, max_examples=40)
@given(fields())
def test_pair_counts_are_reported_as_they_are(field):
    players, entries = field
    schedule = planned(entries, players)
    counts = meetings(schedule).values()
    assert schedule.meetings == (min(counts), max(counts))


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
def test_for_three_to_forty_entries_pair_counts_differ_by_one_at_most(players):
    uneven = {}
    for entries in range(max(3, players), 41):
        least, most = planned(entries, players).meetings
        if not 1 <= least <= most <= least + 1:
            uneven[entries] = (least, most)
    assert uneven == {}


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 7))
def test_for_up_to_forty_entries_all_sit_equally_often_in_every_seat(players):
    for entries in range(players + 1, 41):
        tables = planned(entries, players).tables
        seats = Counter((one, seat) for table in tables for seat, one in enumerate(table))
        assert len(seats) == entries * players
        assert len(set(seats.values())) == 1, f"{entries} entries at tables of {players}"


def test_a_round_is_no_longer_than_evenness_asks():
    # 45 pairs of ten at tables of four: with one base table each pair would meet 4/3 times.
    assert planned(10, 4).matches == (4, 4)


def test_with_owners_kept_apart_evenness_can_be_impossible():
    # Three owners with one bot each sit at every table; one with two bots sends them by turns.
    schedule = round_robin(entries=5, players=4, owners=["ann", "ann", "bo", "cy", "di"])
    assert schedule.meetings == (1, 2)
    assert schedule.matches == (1, 2)


def test_thirteen_entries_at_tables_of_four_meet_exactly_once():
    # The projective plane of order 3, turned from one base table.
    schedule = round_robin(entries=13, players=4)
    assert (len(schedule.tables), schedule.meetings) == (13, (1, 1))


def test_as_many_entries_as_seats_make_one_match():
    assert round_robin(entries=4, players=4).tables == ((0, 1, 2, 3),)


def test_the_same_field_gives_the_same_round_again():
    assert planned(17, 5) == round_robin(entries=17, players=5)


@settings(deadline=None, max_examples=40)
@given(owned_fields())
def test_no_owner_sits_twice_at_a_table(field):
    players, owners = field
    for table in round_robin(entries=len(owners), players=players, owners=owners).tables:
        assert len({owners[one] for one in table}) == players


@settings(deadline=None, max_examples=40)
@given(owned_fields())
def test_bots_of_different_owners_all_meet(field):
    players, owners = field
    schedule = round_robin(entries=len(owners), players=players, owners=owners)
    rivals = {(a, b) for a, b in combinations(range(len(owners)), 2) if owners[a] != owners[b]}
    assert set(meetings(schedule)) == rivals
    assert schedule.apart == len(owners) * (len(owners) - 1) // 2 - len(rivals)


def test_entries_without_an_owner_may_all_meet():
    free = round_robin(entries=9, players=3, owners=[None] * 9)
    assert free == round_robin(entries=9, players=3)


def test_the_round_is_described_in_figures():
    assert round_robin(entries=5, players=2).describe() == (
        "10 matches: every pair meets once and every entry plays 4 matches."
    )
    owned = round_robin(entries=4, players=2, owners=["ann", "ann", "bo", "cy"])
    assert owned.describe().endswith("; 1 pair of one owner's bots is kept apart.")


@pytest.mark.parametrize(
    ("entries", "players", "owners", "sentence"),
    [
        (3, 4, None, "needs bots of 4 different owners, and the bots entered are 3"),
        (3, 1, None, "seats 2 to 6 players, not 1"),
        (9, 7, None, "seats 2 to 6 players, not 7"),
        (4, 3, ["ann", "ann", "bo", "bo"], "the 4 bots entered have 2"),
        (4, 3, ["ann"], "4 entries came with 1 owners"),
    ],
)
def test_what_cannot_be_planned_is_refused_with_a_reason(entries, players, owners, sentence):
    with pytest.raises(ScheduleError, match=sentence):
        round_robin(entries=entries, players=players, owners=owners)
