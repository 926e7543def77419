"""Counted blocks as columns of numbers, in one order whatever order they came in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from arena.equations import Floats, Ints


class RatingError(ValueError):
    """These blocks cannot be counted; the message says which and why."""


@dataclass(frozen=True, slots=True)
class BlockResult:
    """One counted block of a match, each column by bot at the table.

    `margins` are phases against the table's mean; `wins` and `places` are sums over the block's `games`.
    `adjusted` are the margins less luck (`arena.luck`), where that is known.
    """

    match: int
    block: int
    entries: tuple[int, ...]
    margins: tuple[float, ...]
    wins: tuple[int, ...]
    places: tuple[int, ...]
    games: int
    adjusted: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Blocks:
    """Many blocks: one number for each of them, and below, for each bot in each of them, in their order.

    A block whose luck is not known has its margins for adjusted ones, which have the same mean.
    """

    match: Ints
    block: Ints
    sizes: Ints
    games: Ints

    entries: Ints
    margins: Floats
    adjusted: Floats
    wins: Ints
    places: Ints

    @classmethod
    def of(cls, results: Sequence[BlockResult]) -> "Blocks":
        """Raises `RatingError` on a block given twice or misshapen."""
        for each in results:
            _refuse_misshapen(each)
        return cls(
            match=_whole(each.match for each in results),
            block=_whole(each.block for each in results),
            sizes=_whole(len(each.entries) for each in results),
            games=_whole(each.games for each in results),
            entries=_whole(chain.from_iterable(each.entries for each in results)),
            margins=_floats(chain.from_iterable(each.margins for each in results)),
            adjusted=_floats(chain.from_iterable(each.adjusted or each.margins for each in results)),
            wins=_whole(chain.from_iterable(each.wins for each in results)),
            places=_whole(chain.from_iterable(each.places for each in results)),
        ).in_order()

    def in_order(self) -> "Blocks":
        """The same, by match and block. Raises `RatingError` on a block that is there twice."""
        order = np.lexsort((self.block, self.match))
        match, block = self.match[order], self.block[order]
        twice = np.flatnonzero((np.diff(match) == 0) & (np.diff(block) == 0))
        if len(twice):
            raise RatingError(
                f"Match {match[twice[0]]}, block {block[twice[0]]} came twice: a block counts once."
            )
        starts = np.cumsum(self.sizes) - self.sizes
        sizes = self.sizes[order]
        within = np.arange(len(self.entries)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        rows = np.repeat(starts[order], sizes) + within
        return Blocks(
            match=match,
            block=block,
            sizes=sizes,
            games=self.games[order],
            entries=self.entries[rows],
            margins=self.margins[rows],
            adjusted=self.adjusted[rows],
            wins=self.wins[rows],
            places=self.places[rows],
        )


def _refuse_misshapen(each: BlockResult) -> None:
    n = len(each.entries)
    adjusted = each.margins if each.adjusted is None else each.adjusted
    lengths = {len(set(each.entries)), *map(len, (each.margins, each.wins, each.places, adjusted))}
    if lengths != {n} or n < 2 or each.games < 1:
        raise RatingError(
            f"Match {each.match}, block {each.block} needs two or more different entries, each with margin,"
            " wins and places."
        )


def _whole(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, np.int64)


def _floats(numbers: Iterable[float]) -> Floats:
    return np.fromiter(numbers, np.float64)
