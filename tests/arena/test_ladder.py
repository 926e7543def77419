"""Laws of the ladder: nobody starves, newcomers are placed within their share, and what is told counts."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena import rating
from arena.ladder import PLACEMENT_SHARE, Contender, Why, longest_wait, next_tables
from arena.schedule import ScheduleError

CONTENDERS = st.builds(
    Contender,
    rating=st.floats(-3, 3),
    half_width=st.sampled_from([0.0, 0.1, 0.5, 2.0, float("inf")]),
    matches=st.integers(0, 50),
    waiting=st.integers(0, 20),
    placement=st.sampled_from([0, 0, 0, 3, 10]),
    owner=st.sampled_from([None, None, "ann", "bo"]),
)


@st.composite
def fields(draw):
    players = draw(st.integers(2, 5))
    return players, draw(st.lists(CONTENDERS, max_size=20)) + [Contender()] * players


def pairs(table):
    return [(min(pair), max(pair)) for pair in combinations(table, 2)]


def having_played(field, tables):
    """The field after these tables, as whoever plans the next ones has to count it."""
    for table in tables:
        field = [
            replace(
                one,
                matches=one.matches + (number in table),
                waiting=0 if number in table else one.waiting + 1,
                placement=max(0, one.placement - (number in table)),
            )
            for number, one in enumerate(field)
        ]
    return field


@settings(deadline=None, max_examples=30)
@given(fields())
def test_tables_are_full_and_no_owner_sits_twice(field):
    players, contenders = field
    for one in next_tables(contenders, players=players, tables=10, met={}):
        owners = [contenders[seat].owner for seat in one.table if contenders[seat].owner]
        assert len(set(one.table)) == players
        assert len(set(owners)) == len(owners)


@settings(deadline=None, max_examples=30)
@given(fields())
def test_nobody_waits_without_bound(field):
    players, contenders = field
    fresh = [replace(one, waiting=0) for one in contenders]
    longest = longest_wait(entries=len(fresh), players=players) + len(fresh)
    waiting = [0] * len(fresh)
    for one in next_tables(fresh, players=players, tables=3 * longest, met={}):
        waiting = [0 if number in one.table else wait + 1 for number, wait in enumerate(waiting)]
        assert max(waiting) <= longest


@settings(deadline=None, max_examples=30)
@given(fields(), st.integers(0, 40))
def test_placements_never_take_more_than_their_share(field, planned):
    players, contenders = field
    placed = int(PLACEMENT_SHARE * planned)
    for number, one in enumerate(
        next_tables(contenders, players=players, tables=30, met={}, planned=planned, placed=placed), 1
    ):
        placed += one.why == Why.PLACEMENT
        assert placed <= PLACEMENT_SHARE * (planned + number)


@settings(deadline=None, max_examples=30)
@given(fields(), st.integers(1, 12))
def test_planning_in_batches_is_planning_at_once(field, cut):
    players, contenders = field
    at_once = next_tables(contenders, players=players, tables=12, met={})
    first = next_tables(contenders, players=players, tables=cut, met={})
    tables = [one.table for one in first]
    then = next_tables(
        having_played(contenders, tables),
        players=players,
        tables=12 - cut,
        met=Counter(pair for table in tables for pair in pairs(table)),
        planned=cut,
        placed=sum(one.why == Why.PLACEMENT for one in first),
    )
    assert first + then == at_once


def test_the_longest_waiting_plays_first():
    field = [Contender(matches=9, half_width=1, waiting=wait) for wait in (0, 30, 31, 0, 0)]
    (planned,) = next_tables(field, players=2, tables=1, met={})
    assert (planned.table[0], planned.why) == (2, Why.OVERDUE)


def test_a_newcomer_plays_before_its_turn():
    known = [Contender(matches=90, half_width=0.1) for _ in range(6)]
    field = [*known, Contender(matches=91, half_width=0.1, placement=5)]
    (planned,) = next_tables(field, players=2, tables=1, met={}, planned=100, placed=0)
    assert (planned.table[0], planned.why) == (6, Why.PLACEMENT)


def test_who_played_least_meets_whose_interval_overlaps_its_own():
    ratings = (0.0, 1.0, 0.1, -1.0)
    field = [Contender(rating=at, half_width=0.2, matches=9) for at in ratings]
    field[0] = replace(field[0], matches=1)
    (planned,) = next_tables(field, players=2, tables=1, met={})
    assert (planned.table, planned.why) == ((0, 2), Why.TELLING)


def test_the_best_and_the_worst_meet_all_the_same_in_time():
    field = [Contender(rating=at, half_width=0.3, matches=20) for at in range(-3, 4)]
    met = Counter(
        pair for one in next_tables(field, players=2, tables=1500, met={}) for pair in pairs(one.table)
    )
    assert set(met) == set(combinations(range(7), 2))
    assert met[2, 3] > met[0, 6]


def test_matches_are_spread_evenly_over_entries():
    field = [Contender(rating=at / 3, half_width=0.3) for at in range(12)]
    played = Counter(seat for one in next_tables(field, players=3, tables=200, met={}) for seat in one.table)
    assert max(played.values()) - min(played.values()) <= 20


def test_too_few_owners_are_refused_with_a_reason():
    with pytest.raises(ScheduleError, match="bots of 2 different owners"):
        next_tables([Contender(owner="ann")] * 2, players=2, tables=1, met={})


class League:
    """A ladder whose bots have a true strength, rated by the fit that the platform uses."""

    def __init__(self, strengths: list[float], seed: int) -> None:
        self.strengths, self.chance = strengths, random.Random(seed)
        self.blocks: list[rating.BlockResult] = []
        self.met: Counter[tuple[int, int]] = Counter()
        self.field = [Contender() for _ in strengths]
        self.planned = self.placed = 0

    def play(self, tables: int) -> None:
        for one in next_tables(
            self.field, players=2, tables=tables, met=self.met, planned=self.planned, placed=self.placed
        ):
            self.planned += 1
            self.placed += one.why == Why.PLACEMENT
            self.met.update(pairs(one.table))
            self._record(one.table)
            self.field = having_played(self.field, [one.table])
        for row in rating.standing(self.blocks):
            self.field[row.entry] = replace(
                self.field[row.entry], rating=row.margin, half_width=(row.high - row.low) / 2
            )

    def _record(self, table: tuple[int, ...]) -> None:
        one, other = table
        for block in range(5):
            lead = (self.strengths[one] - self.strengths[other]) / 2 + self.chance.gauss(0, 0.5)
            self.blocks.append(
                rating.BlockResult(
                    match=self.planned,
                    block=block,
                    entries=(one, other),
                    margins=(lead, -lead),
                    wins=(1, 1),
                    places=(3, 3),
                    games=2,
                )
            )


@pytest.mark.parametrize("strength", [-1.5, 0.0, 1.5])
def test_ten_placement_matches_put_a_newcomer_near_its_place(strength):
    league = League([number / 4 - 1.5 for number in range(13)], seed=7)
    for _ in range(20):
        league.play(6)
    league.strengths.append(strength)
    league.field.append(Contender(placement=10))
    newcomer = len(league.field) - 1
    before = league.planned
    while league.field[newcomer].placement:
        league.play(4)
    others = league.planned - before
    better = sum(one.rating > league.field[newcomer].rating for one in league.field[:newcomer])
    truly = sum(one > strength for one in league.strengths[:newcomer])
    assert abs(better - truly) <= 2
    assert others <= 10 / PLACEMENT_SHARE + 4
