"""The standing as rows to draw: intervals on one scale, and which neighbours are not yet told apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tenfold.competitions.models import Standing

# The drawing's width in its own units; whole numbers, so no locale can put a comma in them.
WIDTH = 400
_EDGE = 8


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps margins to the drawing; `zero` is where a bot as good as the table's mean stands."""

    low: float
    high: float

    def x(self, margin: float) -> int:
        share = (margin - self.low) / (self.high - self.low)
        return round(_EDGE + min(1.0, max(0.0, share)) * (WIDTH - 2 * _EDGE))

    @property
    def zero(self) -> int:
        return self.x(0.0)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the leaderboard. `joined_up` and `joined_down`: not yet told apart from that neighbour."""

    standing: Standing
    middle: int
    left: int
    width: int
    joined_up: bool
    joined_down: bool

    @property
    def fault_count(self) -> int:
        return sum(self.standing.faults.values())

    @property
    def middle_left(self) -> int:
        """Left edge of the six units wide mark of the margin."""
        return self.middle - 3

    @property
    def half_width(self) -> float:
        """The ± of the margin, in phases."""
        return (self.standing.high - self.standing.low) / 2


def scale_of(standings: Sequence[Standing]) -> Scale:
    """A scale that holds every interval and zero."""
    low = min([0.0, *(standing.low for standing in standings)])
    high = max([0.0, *(standing.high for standing in standings)])
    # All margins zero: any scale will do, a dot stands in the middle.
    return Scale(low, high) if high > low else Scale(low - 1, high + 1)


def rows_of(standings: Sequence[Standing]) -> tuple[Scale, list[Row]]:
    """Rows in the order given, with the scale they share."""
    scale = scale_of(standings)
    apart = [_apart(upper, lower) for upper, lower in pairwise(standings)]
    joins = [False, *(not gap for gap in apart), False]
    return scale, [_row(scale, one, *joins[at : at + 2]) for at, one in enumerate(standings)]


def _apart(upper: Standing, lower: Standing) -> bool:
    return upper.rank_high < lower.rank_low


def _row(scale: Scale, standing: Standing, up: bool, down: bool) -> Row:  # noqa: FBT001 - a pair of joins, unpacked
    left, right = scale.x(standing.low), scale.x(standing.high)
    return Row(standing, scale.x(standing.margin), left, max(2, right - left), joined_up=up, joined_down=down)
