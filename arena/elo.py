"""An Elo-like figure: how strong bots must be for the first places to have gone as they did.

Plackett and Luce have it that whoever is g times as strong as another takes the first place g times as often.
The strengths that make all first places together most likely are fitted at once, so their order is nothing to
them. A first place that is shared counts for all who share it in equal parts.
"""

from math import log
from typing import Final

import numpy as np

from arena.blocks import Blocks
from arena.equations import Floats, Ints, conjugate

MIDDLE: Final = 1500.0
#: Ten times as often ahead is 400 more, as in chess.
SCALE: Final = 400 / log(10)
# Each entry is taken to have played so many games besides, and won half of them, against one in the middle.
PRIOR: Final = 1.0
_MOST_STEPS: Final = 50
_ENOUGH: Final = 1e-10


def elo(blocks: Blocks, who: Ints, entries: int) -> Floats:
    """The figure of each entry; `who` is by row of the blocks its number, from 0."""
    return MIDDLE + SCALE * _Likelihood(blocks, who, entries).most_likely()


class _Likelihood:
    """Newton's method; the equations of each step are solved by conjugate gradients."""

    def __init__(self, blocks: Blocks, who: Ints, entries: int) -> None:
        # Blocks of one match have the same table: they are added up first.
        first = np.flatnonzero(np.diff(blocks.match, prepend=blocks.match[:1] - 1))
        count = np.diff(np.append(first, len(blocks.match)))
        sizes = blocks.sizes[first]
        starts = np.cumsum(blocks.sizes) - blocks.sizes
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        self._who = who[np.repeat(starts[first], sizes) + within]
        self._table = np.repeat(np.arange(len(sizes)), sizes)
        table = np.repeat(np.repeat(np.arange(len(first)), count), blocks.sizes)
        place = np.arange(len(who)) - np.repeat(starts, blocks.sizes)
        row = (np.cumsum(sizes) - sizes)[table] + place
        shared = np.add.reduceat(blocks.wins, starts)
        share = np.repeat(np.minimum(blocks.games, shared) / np.maximum(shared, 1), blocks.sizes)
        self._won = np.bincount(row, weights=blocks.wins * share, minlength=len(self._who))
        self._games = np.bincount(self._table, weights=self._won)
        self._entries = entries

    def most_likely(self) -> Floats:
        """Logarithms of the strengths, 0 in the middle."""
        strength = np.zeros(self._entries)
        value = self._value(strength)
        for _ in range(_MOST_STEPS):
            step = self._step(strength)
            while (ahead := self._value(strength + step)) < value - _ENOUGH:
                step = step / 2
            strength, value = strength + step, ahead
            if np.max(np.abs(step)) < _ENOUGH * 100:
                break
        return strength

    def _chances(self, strength: Floats) -> tuple[Floats, Floats]:
        """By row the chance of the first place; by entry that against one in the middle."""
        here = np.exp(strength[self._who])
        return here / np.bincount(self._table, weights=here)[self._table], 1 / (1 + np.exp(-strength))

    def _value(self, strength: Floats) -> float:
        chances, even = self._chances(strength)
        prior = PRIOR / 2 * np.sum(np.log(even) + np.log1p(-even))
        return float(self._won @ np.log(chances) + prior)

    def _step(self, strength: Floats) -> Floats:
        chances, even = self._chances(strength)
        games = self._games[self._table]
        curve = PRIOR * even * (1 - even)
        weight = games * chances

        def pushed(by: Floats) -> Floats:
            here = by[self._who]
            mean = np.bincount(self._table, weights=chances * here)[self._table]
            return self._by_entry(weight * (here - mean)) + curve * by

        wanted = self._by_entry(self._won - weight) + PRIOR * (0.5 - even)
        return conjugate(pushed, wanted, self._by_entry(weight * (1 - chances)) + curve)

    def _by_entry(self, rows: Floats) -> Floats:
        return np.asarray(np.bincount(self._who, weights=rows, minlength=self._entries), np.float64)
