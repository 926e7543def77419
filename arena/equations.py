"""The equations behind a standing: one unknown strength for each entry, one equation for each bot in a block.

For a thousand entries the matrix is inverted, which gives every variance exactly. For ten thousand that takes
minutes; then the strengths are found by conjugate gradients, and the variances by a formula that is near.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# Rounded to 9 digits afterwards, so that what is left of the error never shows.
PRECISION = 1e-13
MOST_STEPS = 1000


class Tables:
    """Who sat with whom: by row the number of an entry, the rows of one block standing together."""

    def __init__(self, who: Ints, sizes: Ints) -> None:
        self.who = who
        self.sizes = sizes
        self.block = np.repeat(np.arange(len(sizes)), sizes)
        self.blocks = np.bincount(who)
        self._starts = np.cumsum(sizes) - sizes

    def above_mean(self, strength: Floats) -> Floats:
        """By row, how far an entry's strength is above the mean of its table."""
        here = strength[self.who]
        return np.asarray(here - (np.add.reduceat(here, self._starts) / self.sizes)[self.block])

    def pairs(self) -> tuple[Ints, Ints]:
        """Row numbers of all ordered pairs of bots (a bot with itself included) that share a block."""
        firsts, seconds = [], []
        for size in np.unique(self.sizes):
            start = self._starts[self.sizes == size][:, None, None]
            shape = (len(start), size, size)
            firsts.append(np.broadcast_to(start + np.arange(size)[None, :, None], shape).ravel())
            seconds.append(np.broadcast_to(start + np.arange(size)[None, None, :], shape).ravel())
        return np.concatenate(firsts), np.concatenate(seconds)


class Exact:
    """Solved by the inverse: n² numbers, n³ steps."""

    def __init__(self, tables: Tables, ridge: float) -> None:
        n = len(tables.blocks)
        self._one, self._other = tables.pairs()
        self._cell = tables.who[self._one] * n + tables.who[self._other]
        self._n = n
        ties = np.diag(tables.blocks.astype(np.float64)) - self._table(
            1.0 / tables.sizes[tables.block[self._one]]
        )
        self.inverse = np.linalg.inv(ties + ridge * np.eye(n))

    def solve(self, margins: Floats) -> Floats:
        """Strengths by entry, from the sum of each one's margins."""
        return np.asarray(self.inverse @ margins)

    def variance(self, rest: Floats) -> Floats:
        """Of each strength, blocks being independent and whatever happens inside one not (clustered)."""
        scatter = self._table(rest[self._one] * rest[self._other])
        return np.asarray(np.sum((self.inverse @ scatter) * self.inverse, axis=1))

    def _table(self, weights: Floats) -> Floats:
        """Sum weights over pairs of bots at one table into a matrix entry by entry."""
        cells = np.bincount(self._cell, weights=weights, minlength=self._n**2)
        return np.asarray(cells.reshape(self._n, self._n), np.float64)


class Iterated:
    """Solved by conjugate gradients: a step costs as much as reading the results once."""

    def __init__(self, tables: Tables, ridge: float) -> None:
        self._tables, self._ridge = tables, ridge
        met = np.bincount(tables.who, weights=1.0 - 1.0 / tables.sizes[tables.block])
        self._diagonal: Floats = met.astype(np.float64) + ridge

    def solve(self, margins: Floats) -> Floats:
        """Strengths by entry, from the sum of each one's margins."""
        return conjugate(self._times, margins, self._diagonal)

    def variance(self, rest: Floats) -> Floats:
        """As `Exact.variance`, but of the opponents' own doubt only the share that comes straight back.

        A strength leans on those of its opponents, which lean on it: the more often the same two met, the
        more. Longer ways round add little where there are thousands of entries (see the tests).
        """
        scatter = np.bincount(self._tables.who, weights=rest**2)
        return np.asarray(scatter / self._diagonal**2 / (1.0 - self._returning()))

    def _times(self, strength: Floats) -> Floats:
        above = self._tables.above_mean(strength)
        return np.asarray(np.bincount(self._tables.who, weights=above) + self._ridge * strength)

    def _returning(self) -> Floats:
        """By entry, the chance that a walk to a random opponent and on to one of theirs ends at home."""
        one, other = self._tables.pairs()
        apart = one != other
        one, other = one[apart], other[apart]
        n = len(self._diagonal)
        met, pair = np.unique(self._tables.who[one] * n + self._tables.who[other], return_inverse=True)
        ties = np.bincount(pair, weights=1.0 / self._tables.sizes[self._tables.block[one]])
        mine, theirs = np.divmod(met, n)
        chances = ties**2 / (self._diagonal[mine] * self._diagonal[theirs])
        return np.bincount(mine, weights=chances, minlength=n).astype(np.float64)


def conjugate(times: Callable[[Floats], Floats], wanted: Floats, diagonal: Floats) -> Floats:
    """The x for which times(x) = wanted, by conjugate gradients; `diagonal` is that of the matrix."""
    found = wanted / diagonal
    rest = wanted - times(found)
    step = rest / diagonal
    direction, size = step, float(rest @ step)
    enough = PRECISION**2 * max(float(wanted @ (wanted / diagonal)), np.finfo(float).tiny)
    for _ in range(MOST_STEPS):
        if size <= enough:
            break
        pushed = times(direction)
        length = size / float(direction @ pushed)
        found = found + length * direction
        rest = rest - length * pushed
        step = rest / diagonal
        size, before = float(rest @ step), size
        direction = step + size / before * direction
    return np.asarray(found)
