"""Is one bot better than another? A test that may be looked at after each block and stopped once it says.

An ordinary interval of 95% that is looked at again and again errs far more often than 1 time in 20. This one
bounds how often it *ever* errs: it weighs "no difference" against differences of the usual size (a normal
prior on the difference in units of its scatter, which itself may be anything), and that ratio is a fair game
for whoever bets against "no difference", so it passes 20 with a chance of 1 in 20 at most (Ville). Exactly so
of differences that are normal themselves; of others nearly, once blocks are many. "Alike", said of blocks
that all came out the same, has no such bound.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, inf, isfinite, log, sqrt
from statistics import fmean

# Differences between versions of a bot are a few tenths of a block's scatter: this is their mean square.
USUAL_SQUARE = 0.1
ERROR = 0.05
# Fewer blocks tell too little of how much blocks scatter.
LEAST_BLOCKS = 5
# Two bots that differ at all do not play this many blocks alike.
ALIKE_BLOCKS = 10


class Decision(StrEnum):
    BETTER = "better"
    WORSE = "worse"
    ALIKE = "alike"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Look:
    """What the blocks say so far; `low` and `high` hold the truth at *every* look at once, at 95%."""

    decision: Decision
    blocks: int
    difference: float
    low: float
    high: float

    def sentence(self, first: str, second: str) -> str:
        """What it says of two bots of these names."""
        if self.decision is Decision.ALIKE:
            return f"{second} and {first} play alike: {self.blocks} blocks came out the same."
        # Of few blocks nothing bounds the difference yet.
        sure = f"{self.low:+.2f} … {self.high:+.2f}" if isfinite(self.low) else "too few blocks to bound it"
        by = f"{abs(self.difference):.2f}"
        between = f"{by} phases a game ({sure})"
        if self.decision is Decision.OPEN:
            so_far = f"Not decided after {self.blocks} block{'s' * (self.blocks != 1)}:"
            if by == "0.00":
                return f"{so_far} {second} and {first} are level ({sure}), and that may be chance."
            where = "ahead" if self.difference > 0 else "behind"
            return f"{so_far} {second} is {where} by {between}, and that may be chance."
        return f"{second} is {self.decision} than {first} by {between}: decided after {self.blocks} blocks."


def look(differences: Sequence[float]) -> Look:
    """Judge differences by block, at least one: the second bot's margin less the first's."""
    count, mean = len(differences), fmean(differences)
    half = _half_width(differences, mean)
    return Look(_decided(differences, mean, half), count, mean, mean - half, mean + half)


def _decided(differences: Sequence[float], mean: float, half: float) -> Decision:
    if len(differences) >= ALIKE_BLOCKS and not any(differences):
        return Decision.ALIKE
    if len(differences) < LEAST_BLOCKS or abs(mean) <= half:
        return Decision.OPEN
    return Decision.BETTER if mean > 0 else Decision.WORSE


def _half_width(differences: Sequence[float], mean: float) -> float:
    """The differences m for which the ratio of "it is m" to "it is another" stays below its bound.

    With n blocks, k = 1 + n·USUAL_SQUARE and x = (squared distance of m from the mean, times n) / (sum of
    squares about the mean), the ratio is k^(-1/2) · ((1 + x) / (1 + x/k))^(n/2).
    """
    count = len(differences)
    k = 1 + count * USUAL_SQUARE
    bound = exp(2 * log(sqrt(k) / ERROR) / count)
    if bound >= k:
        return inf
    x = (bound - 1) / (1 - bound / k)
    return sqrt(x * sum((one - mean) ** 2 for one in differences) / count)
