"""Which programs share so much that somebody should look at both.

A fingerprint (`sandbox.source_check`) is a set of numbers, one for each run of nodes in the syntax tree. New
names, comments, numbers and another order of functions leave most of it as it was. What it cannot tell is who
had the idea: a list of pairs is where an organizer begins to read, and no verdict.
"""

from bisect import bisect_right
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sandbox.source_check import MOST_PRINTS

#: With fewer runs of its own, a dozen lines, a program has nothing to compare.
LEAST_OWN: Final = 60
#: Of each program's own runs so many are looked up in the others: who shares half of them all shares some.
LOOKED_UP: Final = 200
#: A run that more programs have is how everybody writes; to look at each pair of them would take minutes.
COMMON: Final = 300


@dataclass(frozen=True, slots=True)
class Sample:
    """A program to compare: programs of one owner are not compared with each other."""

    key: int
    owner: Hashable
    prints: frozenset[int]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two programs by key, and which share of the smaller one the larger one has as well, 0 to 1."""

    one: int
    other: int
    share: float


def similar(samples: Sequence[Sample], *, known: Collection[int] = (), least: float = 0.5) -> list[Pair]:
    """The pairs of different owners that share at least `least`, the most alike first.

    `known` is what everybody was given: the fingerprints of starter and house bots, left out of all.
    """
    known = frozenset(known)
    own = {sample.key: _Own(sample.prints - known, _edge(sample.prints)) for sample in samples}
    found = (Pair(*met, _share(own[met[0]], own[met[1]])) for met in set(_meetings(samples, own)))
    return sorted((pair for pair in found if pair.share >= least), key=lambda pair: (-pair.share, pair.one))


class _Own:
    """What a program has that not everybody was given; up to `edge` it is whole."""

    def __init__(self, prints: frozenset[int], edge: float) -> None:
        self.prints, self.edge = prints, edge
        self._sorted = sorted(prints)

    def lowest(self) -> Sequence[int]:
        return self._sorted[:LOOKED_UP]

    def up_to(self, edge: float) -> int:
        """How many there are that are not higher."""
        return bisect_right(self._sorted, edge)


def _meetings(samples: Sequence[Sample], own: Mapping[int, _Own]) -> Iterator[tuple[int, int]]:
    """The keys of two programs of different owners, lower first, for each looked-up run that both have."""
    wanted = {number for each in own.values() for number in each.lowest()}
    holders: dict[int, list[Sample]] = {}
    for sample in samples:
        for number in own[sample.key].prints & wanted:
            holders.setdefault(number, []).append(sample)
    for sample in samples:
        for number in own[sample.key].lowest():
            found = holders[number]
            for other in found if len(found) <= COMMON else ():
                if other.owner != sample.owner:
                    yield min(sample.key, other.key), max(sample.key, other.key)


def _edge(prints: frozenset[int]) -> float:
    """Up to which number a fingerprint is whole: of a long program only the lowest are kept."""
    return max(prints) if len(prints) >= MOST_PRINTS else float("inf")


def _share(one: _Own, other: _Own) -> float:
    """Both are looked at up to where both are whole, so padding a copy does not hide it."""
    edge = min(one.edge, other.edge)
    smaller = min(one.up_to(edge), other.up_to(edge))
    # What both have is within both edges. Tens of thousands of pairs are looked at while somebody waits.
    return len(one.prints & other.prints) / smaller if smaller >= LEAST_OWN else 0.0
