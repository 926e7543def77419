"""An entry's way through the rounds, as a drawing and as the table that says the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tenfold.competitions.leaderboard import Measured

# Shares of the drawing, in percent: the rest is room for words.
_LEFT, _RIGHT, _TOP, _BOTTOM = 10.0, 97.0, 12.0, 84.0
# Words nearer than this would run into one another.
_APART: Final = 8.0


@dataclass(frozen=True, slots=True)
class Stage:
    """Where an entry stood after a round; `round` is None for how it stands now.

    Figures are those of the competition's measure; `version` is None where none of its versions played.
    """

    round: int | None
    figure: float
    low: float
    high: float
    rank: int
    games: int
    version: int | None


@dataclass(frozen=True, slots=True)
class Point:
    """A stage, its figures in words, and where it is drawn. `new_version`: another one than before plays."""

    stage: Stage
    told: str
    low_told: str
    high_told: str
    x: str
    y: str
    top: str
    bottom: str
    new_version: bool
    named: bool


@dataclass(frozen=True, slots=True)
class Line:
    x1: str
    y1: str
    x2: str
    y2: str


@dataclass(frozen=True, slots=True)
class Tick:
    y: str
    told: str
    middle: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """Places in it are percentages as text, so that no locale can put a comma in them."""

    measured: Measured
    points: list[Point]
    lines: list[Line]
    ticks: list[Tick]


def chart_of(stages: Sequence[Stage], measured: Measured, *, players: int) -> Chart:
    """The chart of at least one stage, oldest first; the better stands higher."""
    middle = measured.middle(players)
    ends = _ends(stages, measured, middle)
    points: list[Point] = []
    named = -_APART
    version: int | None = None
    for at, stage in enumerate(stages):
        across = _LEFT + (at + 0.5) / len(stages) * (_RIGHT - _LEFT)
        changed = stage.version is not None and version is not None and stage.version != version
        version = stage.version or version
        names = changed and across - named >= _APART
        named = across if names else named
        points.append(
            Point(
                stage,
                measured.told(stage.figure),
                measured.told(stage.low),
                measured.told(stage.high),
                x=_told(across),
                y=_told(_down(stage.figure, ends)),
                top=_told(_down(stage.high, ends)),
                bottom=_told(_down(stage.low, ends)),
                new_version=changed,
                named=names,
            )
        )
    lines = [Line(one.x, one.y, other.x, other.y) for one, other in pairwise(points)]
    return Chart(measured, points, lines, _ticks(ends, middle, measured))


def _ends(stages: Sequence[Stage], measured: Measured, middle: float) -> tuple[float, float]:
    """The figures at the foot and at the head of the chart."""
    every = [middle, *(figure for stage in stages for figure in (stage.low, stage.high))]
    low, high = min(every), max(every)
    if low == high:
        low, high = low - 1, high + 1
    return (high, low) if measured.better < 0 else (low, high)


def _down(figure: float, ends: tuple[float, float]) -> float:
    foot, head = ends
    return _BOTTOM - (figure - foot) / (head - foot) * (_BOTTOM - _TOP)


def _ticks(ends: tuple[float, float], middle: float, measured: Measured) -> list[Tick]:
    """The middle, and the two ends where they are not next to it."""
    at = _down(middle, ends)
    far = [end for end in ends if abs(_down(end, ends) - at) >= _APART]
    ticks = [Tick(_told(_down(end, ends)), measured.told(end), middle=False) for end in far]
    return [*ticks, Tick(_told(at), measured.told(middle), middle=True)]


def _told(share: float) -> str:
    return f"{share:.1f}%"
