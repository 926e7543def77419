"""The standing of a competition, refitted from all counted blocks; the order they came in does not matter.

A bot's margin in a block is "how many phases better than the table on the same cards" (`arena.margin`). The
standing explains these margins by one strength for each entry, so that who met the weak gains nothing, and
says how sure it is: intervals are over blocks, which are independent, unlike the games in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, factorial

import numpy as np

from arena.equations import Exact, Floats, Ints, Iterated, Tables
from arena.student import PRIOR_SCATTER, STUDENT

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


class RatingError(ValueError):
    """These blocks cannot be counted; the message says which and why."""


@dataclass(frozen=True, slots=True)
class BlockResult:
    """One counted block of a match, each column by bot at the table.

    `margins` are phases against the table's mean; `wins` and `places` are sums over the block's `games`.
    """

    match: int
    block: int
    entries: tuple[int, ...]
    margins: tuple[float, ...]
    wins: tuple[int, ...]
    places: tuple[int, ...]
    games: int


@dataclass(frozen=True, slots=True)
class Row:
    """One entry's standing.

    `low` and `high` bound its margin at 95%; its rank lies between `rank_low` and `rank_high` as far as the
    intervals tell. Equal margins share the better rank.
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


def standing(results: Sequence[BlockResult]) -> list[Row]:
    """Rate every entry that played, best first. Raises `RatingError` on a block given twice or misshapen."""
    if not results:
        return []
    fit = _Fit(_sorted(results))
    # What the last bits of a solver say is noise, and must not part identical bots.
    margin, low, high = (np.round(part, 9) + 0.0 for part in (fit.strength, *fit.intervals()))
    rank = 1 + _how_many_above(margin, margin)
    rank_low = 1 + _how_many_above(low, high)
    rank_high = len(margin) - _how_many_above(-high, -low)
    wins, games, places = fit.tallies()
    columns = (
        fit.entries,
        rank,
        margin,
        low,
        high,
        rank_low,
        rank_high,
        wins,
        games,
        fit.blocks,
        places / games,
    )
    rows = [Row(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
    return sorted(rows, key=lambda row: (row.rank, row.entry))


def _how_many_above(values: Floats, bounds: Floats) -> Ints:
    """For each bound, how many of the values exceed it."""
    return np.asarray(len(values) - np.searchsorted(np.sort(values), bounds, side="right"), dtype=np.int64)


def _sorted(results: Sequence[BlockResult]) -> list[BlockResult]:
    ordered = sorted(results, key=lambda each: (each.match, each.block))
    for before, each in zip([None, *ordered], ordered, strict=False):
        where = f"Match {each.match}, block {each.block}"
        if before and (before.match, before.block) == (each.match, each.block):
            raise RatingError(f"{where} came twice: a block counts once.")
        n = len(each.entries)
        whole = n == len(set(each.entries)) == len(each.margins) == len(each.wins) == len(each.places)
        if not whole or n < 2 or each.games < 1:
            raise RatingError(
                f"{where} needs two or more different entries, each with margin, wins and places."
            )
    return ordered


class _Fit:
    """Least squares over blocks: margin of a bot = its strength - mean strength at its table + chance."""

    def __init__(self, results: list[BlockResult]) -> None:
        self._results = results
        sizes = np.array([len(each.entries) for each in results])
        self.entries, who = np.unique(
            np.array([entry for each in results for entry in each.entries]), return_inverse=True
        )
        self._tables = Tables(who, sizes)
        self._margin = np.array([margin for each in results for margin in each.margins])
        self.blocks = self._tables.blocks
        few = len(self.entries) <= MOST_EXACT
        self._equations = Exact(self._tables, RIDGE) if few else Iterated(self._tables, RIDGE)
        self.strength = self._equations.solve(np.bincount(who, weights=self._margin).astype(np.float64))
        self._rest = self._residuals()

    def _residuals(self) -> Floats:
        """What chance did to each bot in each block, widened for the freedom that the fit itself took."""
        expected = self._tables.above_mean(self.strength)
        known = int(np.sum(self._tables.sizes - 1))
        fitted = len(self.entries) - 1
        widened = np.sqrt(known / (known - fitted)) if known > fitted else 1.0
        return np.asarray((self._margin - expected) * widened)

    def intervals(self) -> tuple[Floats, Floats]:
        """Bounds of each strength at 95%, by Student's t or, given blocks enough, by the bootstrap."""
        half = self._student(self._equations.variance(self._rest))
        low, high = self.strength - half, self.strength + half
        many = self.blocks >= BOOTSTRAP_FROM
        if many.any() and isinstance(self._equations, Exact):
            drawn_low, drawn_high = self._bootstrap(self._equations)
            least = self._student(np.zeros(len(self.entries)))
            low[many] = np.minimum(drawn_low, self.strength - least)[many]
            high[many] = np.maximum(drawn_high, self.strength + least)[many]
        return low, high

    def _student(self, variance: Floats) -> Floats:
        n = self.blocks
        per_block = (PRIOR_SCATTER**2 + (n - 1) * variance * n) / n
        quantile = np.array((*STUDENT[: BOOTSTRAP_FROM - 1], STUDENT[-1]))[np.minimum(n, BOOTSTRAP_FROM) - 1]
        return np.asarray(quantile * np.sqrt(per_block / n))

    def _bootstrap(self, exact: Exact) -> tuple[Floats, Floats]:
        """Percentiles over resampled blocks.

        Each resample moves the fit by one Newton step, not by a new solve; the difference is of second order.
        """
        draw = np.random.default_rng(SEED)
        by_entry = np.argsort(self._tables.who, kind="stable")
        block, rest = self._tables.block[by_entry], self._rest[by_entry]
        starts = np.cumsum(self.blocks) - self.blocks
        resamples = min(MOST_RESAMPLES, max(LEAST_RESAMPLES, RESAMPLED_ROWS // len(rest)))
        moved = np.empty((resamples, len(self.entries)))
        for sample in moved:
            # How often a block is drawn is Poisson(1): looked up, as numpy's own is ten times slower.
            extra = POISSON[draw.integers(0, len(POISSON), len(self._results), dtype=np.uint16)] - 1.0
            np.add.reduceat(extra[block] * rest, starts, out=sample)
        low, high = np.percentile(moved @ exact.inverse, (2.5, 97.5), axis=0)
        return self.strength + low, self.strength + high

    def tallies(self) -> tuple[Ints, Ints, Ints]:
        """Wins, games and the sum of places of each entry."""
        wins = [win for each in self._results for win in each.wins]
        games = [each.games for each in self._results for _ in each.entries]
        places = [place for each in self._results for place in each.places]
        return tuple(
            np.bincount(self._tables.who, weights=each).astype(np.int64) for each in (wins, games, places)
        )  # type: ignore[return-value]  # three in, three out
