"""Which programs share so much that somebody should look at both.

A fingerprint (`sandbox.source_check`) is a set of numbers, one for each run of nodes in the syntax tree. New
names, comments, numbers and another order of functions leave most of it as it was. What it cannot tell is who
had the idea: a list of pairs is where an organizer begins to read, and no verdict.
"""

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
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
    own = {sample.key: sample.prints - known for sample in samples}
    edge = {sample.key: _edge(sample.prints) for sample in samples}
    met = set(_meetings(samples, own))
    shares = (
        Pair(one, other, _share(own[one], own[other], min(edge[one], edge[other]))) for one, other in met
    )
    return sorted((pair for pair in shares if pair.share >= least), key=lambda pair: (-pair.share, pair.one))


def _meetings(samples: Sequence[Sample], own: dict[int, frozenset[int]]) -> Iterator[tuple[int, int]]:
    """The keys of two programs of different owners, lower first, for each looked-up run that both have."""
    holders: dict[int, list[Sample]] = {}
    for sample in samples:
        for number in own[sample.key]:
            holders.setdefault(number, []).append(sample)
    for sample in samples:
        for number in nsmallest(LOOKED_UP, own[sample.key]):
            found = holders[number]
            for other in found if len(found) <= COMMON else ():
                if other.owner != sample.owner:
                    yield min(sample.key, other.key), max(sample.key, other.key)


def _edge(prints: frozenset[int]) -> float:
    """Up to which number a fingerprint is whole: of a long program only the lowest are kept."""
    return max(prints) if len(prints) >= MOST_PRINTS else float("inf")


def _share(one: frozenset[int], other: frozenset[int], edge: float) -> float:
    """Both are looked at up to where both are whole, so padding a copy does not hide it."""
    low_one, low_other = ({number for number in prints if number <= edge} for prints in (one, other))
    smaller = min(len(low_one), len(low_other))
    return len(low_one & low_other) / smaller if smaller >= LEAST_OWN else 0.0
