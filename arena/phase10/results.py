"""What a game gives away about itself: whom it waits for, how deals ended, and its transcript."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from arena.phase10.rules import RuleSet
from arena.phase10.situation import HowEnded, Stage

#: Raised whenever a log would play otherwise than before; transcripts name the engine that made them.
ENGINE: Final = 2


@dataclass(frozen=True, slots=True)
class Transcript:
    """All that it takes to play a game again, and the hash that says whether it came out the same."""

    engine: int
    rules: RuleSet
    players: int
    seed: bytes
    actions: bytes
    final_hash: bytes


class Pending(NamedTuple):
    """What the game waits for: `kind` is "announce", "draw" or "play"; turns count over the whole game."""

    seat: int
    kind: Stage
    turn: int
    deal: int


class DealResult(NamedTuple):
    """A finished deal, indexed by seat. `scores` and `phases` (11: past the last) are those after it."""

    deal: int
    playing: tuple[int, ...]
    playoff: bool
    how: HowEnded
    out: int | None
    made: tuple[bool, ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]
    phases: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]


@dataclass(slots=True)
class SeatScore:
    """What a seat has reached so far."""

    completed: list[int] = field(default_factory=list)
    points: int = 0
    strikes: int = 0
    forfeited: bool = False
