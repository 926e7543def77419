"""The standing of a competition, refitted from all counted blocks; the order they came in does not matter.

A bot's margin in a block is "how many phases better than the table on the same cards" (`arena.margin`). The
standing explains these margins by one strength for each entry, so that who met the weak gains nothing, and
says how sure it is: intervals are over blocks, which are independent, unlike the games in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, factorial
from typing import Final, NamedTuple

import numpy as np

from arena.blocks import BlockResult, Blocks, RatingError
from arena.elo import elo
from arena.equations import Exact, Floats, Ints, Iterated, Tables
from arena.student import PRIOR_SCATTER, STUDENT

__all__ = ["FIGURES", "BlockResult", "Blocks", "Measure", "RatingError", "Row", "standing"]

# Pulls an entry with few blocks towards the middle, as a tenth of a block with margin zero would.
RIDGE = 0.1
# Below so many blocks a percentile bootstrap covers too little, and Student's t is used.
BOOTSTRAP_FROM = 40
# Of more entries the equations are solved step by step: an inverse of 10,000 rows takes minutes, one of
# 1,000 a second.
MOST_EXACT = 500
MOST_RESAMPLES, LEAST_RESAMPLES, RESAMPLED_ROWS = 1000, 200, 40_000_000
SEED = 20_10
# 2**16 numbers among which each count is as frequent as Poisson(1) has it.
POISSON = np.searchsorted(
    np.cumsum([exp(-1) / factorial(count) for count in range(9)]), (np.arange(2**16) + 0.5) / 2**16
).astype(np.float64)
# Shares of wins and places are as if one more block were off by so much, as PRIOR_SCATTER is for margins.
PRIOR_SHARE = 0.5


class Measure(StrEnum):
    """By which figure entries are ranked."""

    MARGIN = "margin"
    ADJUSTED = "adjusted"
    WINS = "wins"
    PLACES = "places"


#: By measure, what a row calls its figure and the bounds of it.
FIGURES: Final = {
    Measure.MARGIN: ("margin", "low", "high"),
    Measure.ADJUSTED: ("adjusted", "adjusted_low", "adjusted_high"),
    Measure.WINS: ("win_share", "wins_low", "wins_high"),
    Measure.PLACES: ("mean_place", "place_low", "place_high"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One entry's standing.

    `margin`, and `adjusted` which is less luck, are fitted strengths in phases; `win_share` is of the games,
    `mean_place` over them. Each has its bounds at 95%; those of the margin are `low` and `high`. The rank, by
    the measure that was asked for, lies between `rank_low` and `rank_high` as far as the intervals tell.
    Equal figures share the better rank.
    """

    entry: int
    rank: int
    margin: float
    low: float
    high: float
    rank_low: int
    rank_high: int
    wins: int
    games: int
    blocks: int
    mean_place: float
    place_low: float
    place_high: float
    win_share: float
    wins_low: float
    wins_high: float
    adjusted: float
    adjusted_low: float
    adjusted_high: float
    elo: float


class _Estimates(NamedTuple):
    """A figure of all entries, in their order, and its bounds."""

    value: Floats
    low: Floats
    high: Floats

    def rounded(self) -> "_Estimates":
        # What the last bits of a solver say is noise, and must not part identical bots.
        return _Estimates(*(np.round(part, 9) + 0.0 for part in (self.value, self.low, self.high)))

    def within(self, least: float, most: float) -> "_Estimates":
        """Without what cannot be: of few blocks an interval of shares reaches beyond all of them."""
        return _Estimates(*(np.clip(part, least, most) for part in self))

    def reversed(self) -> "_Estimates":
        return _Estimates(-self.value, -self.high, -self.low)


def standing(results: Sequence[BlockResult] | Blocks, measure: Measure = Measure.MARGIN) -> list[Row]:
    """Rate every entry that played, best first. Raises `RatingError` on a block given twice or misshapen."""
    if not isinstance(results, Blocks):
        if not results:
            return []
        results = Blocks.of(results)
    if not len(results.match):
        return []
    fit = _Fit(results)
    found = {
        Measure.MARGIN: fit.strengths(results.margins),
        Measure.ADJUSTED: fit.strengths(results.adjusted),
        Measure.WINS: fit.means(results.wins).within(0, 1),
        Measure.PLACES: fit.means(results.places).within(1, results.sizes.max()),
    }
    rank, rank_low, rank_high = _ranks(found[measure], least_first=measure is Measure.PLACES)
    columns = {
        "entry": fit.entries,
        "rank": rank,
        "rank_low": rank_low,
        "rank_high": rank_high,
        "wins": fit.total(results.wins),
        "games": fit.total(np.repeat(results.games, results.sizes)),
        "blocks": fit.blocks,
        "elo": np.round(fit.elo(), 1),
    }
    for each, names in FIGURES.items():
        columns |= zip(names, found[each], strict=True)
    values = zip(*(column.tolist() for column in columns.values()), strict=True)
    rows = [Row(**dict(zip(columns, row, strict=True))) for row in values]
    return sorted(rows, key=lambda row: (row.rank, row.entry))


def _ranks(found: _Estimates, *, least_first: bool) -> tuple[Ints, Ints, Ints]:
    """Each entry's rank, and between which two it lies."""
    by = found.reversed() if least_first else found
    return (
        1 + _how_many_above(by.value, by.value),
        1 + _how_many_above(by.low, by.high),
        len(by.value) - _how_many_above(-by.high, -by.low),
    )


def _how_many_above(values: Floats, bounds: Floats) -> Ints:
    """For each bound, how many of the values exceed it."""
    return np.asarray(len(values) - np.searchsorted(np.sort(values), bounds, side="right"), dtype=np.int64)


class _Fit:
    """Least squares over blocks: margin of a bot = its strength - mean strength at its table + chance."""

    def __init__(self, results: Blocks) -> None:
        self._results = results
        self.entries, self._who = np.unique(results.entries, return_inverse=True)
        self._tables = Tables(self._who, results.sizes)
        self.blocks = self._tables.blocks
        few = len(self.entries) <= MOST_EXACT
        self._equations = Exact(self._tables, RIDGE) if few else Iterated(self._tables, RIDGE)

    def strengths(self, margins: Floats) -> _Estimates:
        """What explains these margins, with bounds by Student's t or, given blocks enough, the bootstrap."""
        strength = self._equations.solve(np.bincount(self._who, weights=margins).astype(np.float64))
        rest = self._residuals(margins, strength)
        half = self._student(self._equations.variance(rest), PRIOR_SCATTER)
        low, high = strength - half, strength + half
        many = self.blocks >= BOOTSTRAP_FROM
        if many.any() and isinstance(self._equations, Exact):
            drawn_low, drawn_high = self._bootstrap(self._equations, rest)
            least = self._student(np.zeros(len(self.entries)), PRIOR_SCATTER)
            low[many] = np.minimum(strength + drawn_low, strength - least)[many]
            high[many] = np.maximum(strength + drawn_high, strength + least)[many]
        return _Estimates(strength, low, high).rounded()

    def means(self, sums: Ints) -> _Estimates:
        """Of what a block has a sum over its games: the mean over an entry's games, by Student's t."""
        games = np.repeat(self._results.games, self._results.sizes)
        mean = self.total(sums) / self.total(games)
        rest = (sums - games * mean[self._who]) / games
        variance = np.bincount(self._who, weights=rest**2) / np.maximum(self.blocks - 1, 1) / self.blocks
        half = self._student(variance, PRIOR_SHARE)
        return _Estimates(mean, mean - half, mean + half).rounded()

    def elo(self) -> Floats:
        return elo(self._results, self._who, len(self.entries))

    def total(self, column: Ints) -> Ints:
        """The sum over each entry's blocks."""
        return np.bincount(self._who, weights=column).astype(np.int64)

    def _residuals(self, margins: Floats, strength: Floats) -> Floats:
        """What chance did to each bot in each block, widened for the freedom that the fit itself took."""
        known = int(np.sum(self._tables.sizes - 1))
        fitted = len(self.entries) - 1
        widened = np.sqrt(known / (known - fitted)) if known > fitted else 1.0
        return np.asarray((margins - self._tables.above_mean(strength)) * widened)

    def _student(self, variance: Floats, prior: float) -> Floats:
        n = self.blocks
        per_block = (prior**2 + (n - 1) * variance * n) / n
        quantile = np.array((*STUDENT[: BOOTSTRAP_FROM - 1], STUDENT[-1]))[np.minimum(n, BOOTSTRAP_FROM) - 1]
        return np.asarray(quantile * np.sqrt(per_block / n))

    def _bootstrap(self, exact: Exact, rest: Floats) -> tuple[Floats, Floats]:
        """Percentiles of how far the fit moves over resampled blocks.

        Each resample moves the fit by one Newton step, not by a new solve; the difference is of second order.
        """
        draw = np.random.default_rng(SEED)
        by_entry = np.argsort(self._who, kind="stable")
        block, rest = self._tables.block[by_entry], rest[by_entry]
        starts = np.cumsum(self.blocks) - self.blocks
        resamples = min(MOST_RESAMPLES, max(LEAST_RESAMPLES, RESAMPLED_ROWS // len(rest)))
        moved = np.empty((resamples, len(self.entries)))
        for sample in moved:
            # How often a block is drawn is Poisson(1): looked up, as numpy's own is ten times slower.
            extra = POISSON[draw.integers(0, len(POISSON), len(self._results.match), dtype=np.uint16)] - 1.0
            np.add.reduceat(extra[block] * rest, starts, out=sample)
        low, high = np.percentile(moved @ exact.inverse, (2.5, 97.5), axis=0)
        return low, high
