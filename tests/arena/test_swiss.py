"""Laws of a Swiss tournament: who meets whom, who rests, whatever happened before."""

import inspect
import sys
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.schedule import ScheduleError
from arena.swiss import next_round


def pairs(tables):
    return [tuple(sorted(pair)) for table in tables for pair in combinations(table, 2)]


def can_be_paired(seated: list[int], allowed) -> bool:
    """By trying everything."""
    if not seated:
        return True
    one, *rest = seated
    return any(
        (one, other) in allowed and can_be_paired([left for left in rest if left != other], allowed)
        for other in rest
    )


def tournament(entries, players, rounds, owners=None, order=lambda number: list):
    """Play rounds in which the standing changes as `order` has it; what met, and how often each rested."""
    met: Counter[tuple[int, int]] = Counter()
    rests = [0] * entries
    for number in range(rounds):
        ranked = order(number)(range(entries))
        at = {one: place for place, one in enumerate(ranked)}
        seen = {}
        for (a, b), times in met.items():
            low, high = sorted((at[a], at[b]))
            seen[low, high] = times
        round_ = next_round(
            entries=entries,
            players=players,
            met=seen,
            rests=[rests[one] for one in ranked],
            owners=owners and [owners[one] for one in ranked],
        )
        met.update(tuple(sorted((ranked[a], ranked[b]))) for a, b in pairs(round_.tables))
        for place in round_.resting:
            rests[ranked[place]] += 1
    return met, rests


@st.composite
def fields(draw):
    """Entries of a few owners, with meetings and rests behind them."""
    players = draw(st.integers(2, 6))
    owners = draw(st.lists(st.sampled_from([None, None, "a", "b", "c"]), min_size=players, max_size=24))
    owners += list("uvwxyz")[:players]
    entries = len(owners)
    possible = list(combinations(range(entries), 2))
    met = Counter(draw(st.lists(st.sampled_from(possible), max_size=30)))
    rests = draw(st.lists(st.integers(0, 2), min_size=entries, max_size=entries))
    return {"entries": entries, "players": players, "owners": owners, "met": met, "rests": rests}


@settings(deadline=None)
@given(fields())
def test_everybody_sits_once_or_rests(field):
    round_ = next_round(**field)
    seen = [one for table in round_.tables for one in table] + list(round_.resting)
    assert sorted(seen) == list(range(field["entries"]))
    assert {len(table) for table in round_.tables} == {field["players"]}


@settings(deadline=None)
@given(fields())
def test_no_owner_sits_twice_at_a_table(field):
    owners = field["owners"]
    for table in next_round(**field).tables:
        named = [owners[one] for one in table if owners[one] is not None]
        assert len(named) == len(set(named))


@settings(deadline=None)
@given(st.integers(2, 40), st.integers(2, 6))
def test_no_more_rest_than_a_full_table_lacks(entries, players):
    if entries < players:
        return
    round_ = next_round(entries=entries, players=players, met={}, rests=[0] * entries)
    assert len(round_.resting) == entries % players


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_nobody_meets_again_as_long_as_there_is_a_way(data):
    entries = data.draw(st.integers(2, 9))
    possible = list(combinations(range(entries), 2))
    met = dict.fromkeys(data.draw(st.sets(st.sampled_from(possible))), 1)
    fresh = set(possible) - set(met)
    out_of_choice = [[]] if entries % 2 == 0 else [[one] for one in range(entries)]
    way = any(can_be_paired([x for x in range(entries) if x not in out], fresh) for out in out_of_choice)

    round_ = next_round(entries=entries, players=2, met=met, rests=[0] * entries)

    assert way == set(round_.tables).isdisjoint(met)


@settings(deadline=None, max_examples=30)
@given(st.integers(3, 21), st.randoms(use_true_random=False))
def test_nobody_rests_twice_before_all_have_rested(entries, chance):
    def shuffled(_):
        return lambda field: chance.sample(list(field), len(field))

    _, rests = tournament(entries, 2, rounds=min(entries, 9), order=shuffled)
    assert max(rests) <= 1


@settings(deadline=None, max_examples=20)
@given(st.integers(2, 5), st.integers(6, 20), st.randoms(use_true_random=False))
def test_rests_at_larger_tables_stay_within_one(players, entries, chance):
    def shuffled(_):
        return lambda field: chance.sample(list(field), len(field))

    _, rests = tournament(entries, players, rounds=7, order=shuffled)
    assert max(rests) - min(rests) <= 1


def test_neighbours_in_the_standing_meet_first():
    round_ = next_round(entries=6, players=2, met={}, rests=[0] * 6)
    assert round_.tables == ((0, 1), (2, 3), (4, 5))


def test_who_has_met_gets_the_next_nearest():
    met = {(0, 1): 1, (2, 3): 1, (4, 5): 1}
    assert next_round(entries=6, players=2, met=met, rests=[0] * 6).tables == ((0, 2), (1, 4), (3, 5))


def test_the_lowest_of_those_who_rested_least_rests():
    assert next_round(entries=5, players=2, met={}, rests=[0, 0, 0, 0, 1]).resting == (3,)


def test_two_hundred_entries_play_nine_rounds_without_a_repeat():
    met, rests = tournament(201, 2, rounds=9)
    assert max(met.values()) == 1
    assert sorted(rests)[-10:] == [0] + [1] * 9


def test_a_field_may_be_larger_than_the_stack_is_deep():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        paired = next_round(entries=300, players=2, met=Counter(), rests=[0] * 300)
    finally:
        sys.setrecursionlimit(limit)
    assert len(paired.tables) == 150


def test_tables_of_four_avoid_repeats_where_they_can():
    met, _ = tournament(16, 4, rounds=3)
    assert max(met.values()) == 1


def test_an_entry_that_left_is_simply_missing():
    met, _ = tournament(6, 2, rounds=2)
    left = {pair: times for pair, times in met.items() if 5 not in pair}
    round_ = next_round(entries=5, players=2, met=left, rests=[0] * 5)
    assert set(round_.tables).isdisjoint(left)


def test_an_owner_of_most_bots_lets_the_surplus_rest():
    round_ = next_round(entries=5, players=2, met={}, rests=[0] * 5, owners=["ann"] * 4 + ["bo"])
    assert round_.tables == ((0, 4),)


def test_one_owner_is_refused_with_a_reason():
    with pytest.raises(ScheduleError, match="bots of 2 different owners"):
        next_round(entries=3, players=2, met={}, rests=[0] * 3, owners=["ann"] * 3)
