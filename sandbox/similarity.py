"""Which programs share so much that somebody should look at both.

A fingerprint (`sandbox.source_check`) is a set of numbers, one for each run of nodes in the syntax tree. New
names, comments, numbers and another order of functions leave most of it as it was. What it cannot tell is who
had the idea: a list of pairs is where an organizer begins to read, and no verdict.
"""

from array import array
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final

from sandbox.source_check import MODULUS, MOST_PRINTS

#: With fewer runs of its own, a dozen lines, a program has nothing to compare.
LEAST_OWN: Final = 60
#: Of each program's own runs so many are looked up in the others: who shares half of them all shares some.
LOOKED_UP: Final = 100
#: A run that more programs have is how everybody writes; to look at each pair of them would take minutes.
COMMON: Final = 300


@dataclass(frozen=True, slots=True)
class Sample:
    """A program to compare: programs of one owner are not compared with each other."""

    key: int
    owner: Hashable
    prints: "array[int]"
    """As `sketch` makes them."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two programs by key, and which share of the smaller one the larger one has as well, 0 to 1."""

    one: int
    other: int
    share: float


def sketch(prints: Iterable[int]) -> "array[int]":
    """A fingerprint to compare, in 32 KB at most: sorted, and of each number its upper 32 bits.

    Of two different numbers so few have those in common that no share changes by a thousandth.
    """
    return array("I", sorted(number >> _DROPPED for number in prints))


_DROPPED = MODULUS.bit_length() - 32


def similar(samples: Iterable[Sample], *, known: Iterable[int] = (), least: float = 0.5) -> list[Pair]:
    """The pairs of different owners that share at least `least`, the most alike first.

    `known` is what everybody was given: the sketches of starter and house bots, left out of all. Samples are
    taken one by one, and 40 KB of each are kept: thousands may be compared while somebody waits.
    """
    known = frozenset(known)
    own: dict[int, _Own] = {}
    owners: dict[int, Hashable] = {}
    for sample in samples:
        mine = array("I", (number for number in sample.prints if number not in known))
        own[sample.key], owners[sample.key] = _Own(mine, _edge(sample.prints)), sample.owner
    found = (pair for pair in _compared(own, set(_meetings(own, owners))) if pair.share >= least)
    return sorted(found, key=lambda pair: (-pair.share, pair.one))


class _Own:
    """What a program has that not everybody was given; up to `edge` it is whole."""

    def __init__(self, prints: "array[int]", edge: float) -> None:
        self.prints, self.edge = prints, edge

    def lowest(self) -> "array[int]":
        return self.prints[:LOOKED_UP]

    def up_to(self, edge: float) -> int:
        """How many there are that are not higher."""
        return bisect_right(self.prints, edge)


def _meetings(own: Mapping[int, _Own], owners: Mapping[int, Hashable]) -> Iterator[tuple[int, int]]:
    """The keys of two programs of different owners, lower first, for each looked-up run that both have."""
    wanted = {number for each in own.values() for number in each.lowest()}
    holders: dict[int, list[int]] = {}
    for key, each in own.items():
        for number in wanted.intersection(each.prints):
            holders.setdefault(number, []).append(key)
    for key, each in own.items():
        for number in each.lowest():
            found = holders[number]
            for other in found if len(found) <= COMMON else ():
                if owners[other] != owners[key]:
                    yield min(key, other), max(key, other)


def _edge(prints: "array[int]") -> float:
    """Up to which number a fingerprint is whole: of a long program only the lowest are kept."""
    return prints[-1] if len(prints) >= MOST_PRINTS else float("inf")


def _compared(own: Mapping[int, _Own], pairs: Iterable[tuple[int, int]]) -> Iterator[Pair]:
    # As a set, which takes twenty times the memory, a program is looked at once and no longer than its turn.
    for key, group in groupby(sorted(pairs), key=itemgetter(0)):
        one = own[key]
        looked_at = frozenset(one.prints)
        for _, other in group:
            yield Pair(key, other, _share(one, own[other], looked_at))


def _share(one: _Own, other: _Own, prints_of_one: frozenset[int]) -> float:
    """Both are looked at up to where both are whole, so padding a copy does not hide it."""
    edge = min(one.edge, other.edge)
    smaller = min(one.up_to(edge), other.up_to(edge))
    # What both have is within both edges. Tens of thousands of pairs are looked at while somebody waits.
    return len(prints_of_one.intersection(other.prints)) / smaller if smaller >= LEAST_OWN else 0.0
