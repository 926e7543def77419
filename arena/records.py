"""What a match leaves behind: games with outcomes, faults, notes and clocks, and the margins of blocks."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.seat import FaultKind

# Turn, seat, and what one request cost its bot in milliseconds of CPU and of wall time.
Clock = tuple[int, int, float, float]


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """How a seat ended a game. `margin` is what that is worth, in phases: see `arena.margin`."""

    place: int
    phases: int
    points: int
    margin: float
    forfeited: bool
    strikes: int
    cpu_ms: float
    wall_ms: float
    slowest_ms: float


@dataclass(frozen=True, slots=True)
class FaultRecord:
    """One fault and all that its author needs to understand it.

    `request` is the line that was asked, `reply` what came (empty when nothing did), cut to 400 characters;
    `stderr` is what the bot wrote there meanwhile. A fault before the first turn has turn 0.
    """

    turn: int
    seat: int
    bot: int
    kind: FaultKind
    message: str
    request: str
    reply: str
    stderr: str
    detail: Mapping[str, str | int | float | None]


@dataclass(frozen=True, slots=True)
class Note:
    """What a bot wrote to stderr, and in which turn it came in."""

    turn: int
    bot: int
    text: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of so many deals. `seats[s]` is the bot in seat s, outcomes are by seat.

    Clocks are in order of asking.
    """

    block: int
    rotation: int
    seats: tuple[int, ...]
    deals: int
    transcript: bytes
    outcome: tuple[SeatOutcome, ...]
    faults: tuple[FaultRecord, ...]
    notes: tuple[Note, ...]
    clocks: tuple[Clock, ...]


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """All games of a match, stretch by stretch (`arena.early`), lane by lane in each; `margins[block][bot]`.

    A bot's margin in a block is its mean over the block's rotations less the mean of the table.
    """

    games: tuple[GameRecord, ...]
    margins: tuple[tuple[float, ...], ...]
