"""Who plays next on a ladder, where rounds have no end and entries come and go.

Tables are planned one after the other, each for the first reason that applies:

    overdue      somebody has waited longest, and longer than anybody should
    placement    a newcomer plays its first matches quickly, within a capped share of all tables
    telling      whoever has played least, against those whose order the match will tell most about

Time is counted in tables, so that nothing depends on how fast they are played.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from math import hypot, inf, isinf

from arena.schedule import Table, camps_of, refuse_field

Pair = tuple[int, int]

# A newcomer has at least this share of the tables to wait for, and the others the rest.
PLACEMENT_SHARE = 0.25
# Each meeting makes the next one of the same two less telling; of two that are far apart, it starts here.
_NEAR = 0.25


class Why(StrEnum):
    OVERDUE = "overdue"
    PLACEMENT = "placement"
    TELLING = "telling"


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry as it stands: `rating` and `half_width` of its 95% interval in phases (infinite: unknown).

    `waiting` counts the tables planned since its last one, `placement` the matches left of its first ones.
    """

    rating: float = 0.0
    half_width: float = inf
    matches: int = 0
    waiting: int = 0
    placement: int = 0
    owner: Hashable | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """A table, who leads there first, and why it was planned."""

    table: Table
    why: Why


def longest_wait(*, entries: int, players: int) -> int:
    """After how many tables somebody is overdue: thrice the wait if all sat by turns."""
    return 3 * -(-entries // players)


def next_tables(
    contenders: Sequence[Contender],
    *,
    players: int,
    tables: int,
    met: Mapping[Pair, int],
    planned: int = 0,
    placed: int = 0,
) -> list[Planned]:
    """Plan the next tables; numbers are places in `contenders`.

    `met` counts meetings by (lower, higher) number; of `planned` tables so far, `placed` were placements. No
    table holds two bots of one owner. Nobody waits longer than `longest_wait` and one table for each entry.
    Raises `ScheduleError` when no table can be filled.
    """
    owners = [one.owner for one in contenders]
    refuse_field(entries=len(contenders), players=players, owners=owners)
    ladder = _Ladder(list(contenders), camps_of(len(contenders), owners), Counter(met), players)
    made: list[Planned] = []
    for so_far in range(planned, planned + tables):
        lead, why = ladder.lead(may_place=placed + 1 <= PLACEMENT_SHARE * (so_far + 1))
        placed += why == Why.PLACEMENT
        made.append(Planned(ladder.seat(lead), why))
    return made


@dataclass(slots=True)
class _Ladder:
    """The field while tables are planned: whoever sits down has played one more and waits anew."""

    field: list[Contender]
    camps: list[int]
    met: Counter[Pair]
    players: int

    def lead(self, *, may_place: bool) -> tuple[int, Why]:
        everybody = range(len(self.field))
        patient = max(everybody, key=lambda one: (self.field[one].waiting, -one))
        if self.field[patient].waiting >= longest_wait(entries=len(self.field), players=self.players):
            return patient, Why.OVERDUE
        newcomers = [one for one in everybody if self.field[one].placement > 0]
        if newcomers and may_place:
            return min(newcomers, key=self._played), Why.PLACEMENT
        return min(everybody, key=self._played), Why.TELLING

    def _played(self, one: int) -> tuple[int, float, int]:
        contender = self.field[one]
        return contender.matches, -contender.half_width, one

    def seat(self, lead: int) -> Table:
        """Fill the lead's table with those that it tells most to meet; each owner once."""
        table = [lead]
        while len(table) < self.players:
            taken = {self.camps[one] for one in table}
            free = [one for one in range(len(self.field)) if self.camps[one] not in taken]
            table.append(min(free, key=lambda one: (sum(self._dull(one, other) for other in table), one)))
        for number, one in enumerate(self.field):
            sits = number in table
            self.field[number] = replace(
                one,
                matches=one.matches + sits,
                waiting=0 if sits else one.waiting + 1,
                placement=max(0, one.placement - sits),
            )
        self.met.update(_pair(*both) for both in combinations(table, 2))
        return tuple(table)

    def _dull(self, one: int, other: int) -> float:
        """How little a meeting tells: the gap in widths of both intervals, more with each meeting."""
        here, there = self.field[one], self.field[other]
        width = hypot(here.half_width, there.half_width)
        # Of an unknown one the rating is a guess, and a well-known opponent tells most about it.
        gap = abs(here.rating - there.rating)
        if isinf(width):
            gap += min(there.half_width, here.half_width, 10.0)
        else:
            gap = gap / width if width else gap * 1000
        return (1 + self.met[_pair(one, other)]) * (gap + _NEAR)


def _pair(one: int, other: int) -> Pair:
    return min(one, other), max(one, other)
