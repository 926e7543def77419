"""What happened in a deal, step by step, with nothing hidden.

The replay shows all of it; a seat's view tells only the public half (see view.py).
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from arena.phase10.melds import Meld
from arena.phase10.moves import End, Source


class Announced(NamedTuple):
    turn: int
    seat: int
    phase: int


class Drew(NamedTuple):
    turn: int
    seat: int
    source: Source
    card: int


class Laid(NamedTuple):
    """A phase laid down: the melds with the ids `first` and following, as they were when laid."""

    turn: int
    seat: int
    first: int
    melds: tuple[Meld, ...]


class HitMeld(NamedTuple):
    turn: int
    seat: int
    card: int
    meld: int
    end: End | None


class Discarded(NamedTuple):
    turn: int
    seat: int
    card: int
    skip: int | None


class LostTurn(NamedTuple):
    turn: int
    seat: int


class Reshuffled(NamedTuple):
    """The discards became the stock, of `stock` cards, before the seat drew from it."""

    turn: int
    seat: int
    stock: int


class Struck(NamedTuple):
    """A refused reply of the seat, its `strike`-th of the game."""

    turn: int
    seat: int
    strike: int


class Forfeited(NamedTuple):
    turn: int
    seat: int


Step = Announced | Drew | Laid | HitMeld | Discarded | LostTurn | Reshuffled | Struck | Forfeited

#: What a deal puts down. A plain turn is a number, that of its draw plus the discard. Any other turn is
#: (turn, seat, draw or None where that is put down already, discard, skip, first, melds, hits), as in the
#: steps above; all else is a class of steps and the values of one. Making the steps takes ten times as long,
#: and most are never looked at.
Noted = int | tuple[Any, ...]

#: A draw as a number is the card times this, and
DRAWN: Final = 64
#: so much more when the card came from the discard pile.
FROM_DISCARDS: Final = 64 * DRAWN


class StepReader:
    """Reads what is noted of a deal: the seats take turns in this order, beginning with turn `first`."""

    __slots__ = ("_first", "_noted", "_order", "_read", "_turn")

    def __init__(self, noted: Sequence[Noted], *, first: int, order: Sequence[int]) -> None:
        self._noted = noted
        self._read = 0
        self._order = order
        self._first = self._turn = first

    def new(self) -> list[Step]:
        """The steps that were noted since this was last asked."""
        noted = self._noted[self._read :]
        self._read += len(noted)
        return [step for each in noted for step in self._steps(each)]

    def _steps(self, noted: Noted) -> list[Step]:
        if isinstance(noted, int):
            seat = self._order[(self._turn - self._first) % len(self._order)]
            noted = (self._turn, seat, noted, discarded(noted), None, 0, (), ())
        kind, *values = noted
        if isinstance(kind, int):
            self._turn += 1
            return _turn_taken(kind, *values)
        if kind is LostTurn:
            self._turn += 1
        return [kind(*values)]


def _turn_taken(  # noqa: PLR0917 - as it is noted
    turn: int,
    seat: int,
    draw: int | None,
    discard: int | None,
    skip: int | None,
    first: int,
    melds: tuple[Meld, ...],
    hits: Sequence[tuple[int, int, End | None]],
) -> list[Step]:
    steps: list[Step] = [] if draw is None else [Drew(turn, seat, *drawn(draw))]
    if melds:
        steps.append(Laid(turn, seat, first, melds))
    steps += [HitMeld(turn, seat, *hit) for hit in hits]
    if discard is not None:
        steps.append(Discarded(turn, seat, discard, skip))
    return steps


def drawn(draw: int) -> tuple[Source, int]:
    """Where a noted draw came from, and the card."""
    return Source.DISCARD if draw >= FROM_DISCARDS else Source.STOCK, draw % FROM_DISCARDS // DRAWN


def discarded(turn: int) -> int:
    """The discard of a plain turn."""
    return turn % DRAWN
