"""Student's t: how sure a mean over a few blocks is. Plain Python: authors of bots have no numpy."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance

# Every mean counts as having one more block, off by this many phases: identical bots play blocks of exactly
# zero, and even they are not known exactly.
PRIOR_SCATTER = 1.0
# 97.5% quantiles of Student's t for 1..40 degrees of freedom; an interval of 95% lies between two of them.
STUDENT = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    2.040, 2.037, 2.035, 2.032, 2.030, 2.028, 2.026, 2.024, 2.023, 2.021,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and the bounds that hold it with 95% confidence."""

    value: float
    low: float
    high: float


def mean_of(blocks: Sequence[float]) -> Mean:
    """The mean of independent blocks, at least one, as wide as a standing gives it for a single table."""
    return mean_from(len(blocks), fmean(blocks), variance(blocks) if len(blocks) > 1 else 0.0)


def mean_from(count: int, value: float, scatter: float) -> Mean:
    """The same of blocks of which one has the number, the mean and the variance alone."""
    per_block = (PRIOR_SCATTER**2 + (count - 1) * scatter) / count
    half = STUDENT[min(count, len(STUDENT)) - 1] * sqrt(per_block / count)
    return Mean(value, value - half, value + half)
