"""What happened in a deal, step by step, with nothing hidden.

The replay shows all of it; a seat's view tells only the public half (see view.py).
"""

from typing import Any, NamedTuple

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

#: What a deal puts down. A turn is (turn, seat, source of the draw or None where that is put down already,
#: card drawn, discard), followed by (skip, first, melds, hits) of the steps above where it was a whole play;
#: anything else is a class of steps and the values of one. Making the steps takes ten times as long, and most
#: are never looked at.
Noted = tuple[Any, ...]


def read_steps(noted: Noted) -> list[Step]:
    """The steps that were noted."""
    if not isinstance(noted[0], int):
        kind, *values = noted
        return [kind(*values)]
    turn, seat, source, card, discard, *more = noted
    skip, first, melds, hits = more or (None, 0, (), ())
    steps: list[Step] = [] if source is None else [Drew(turn, seat, source, card)]
    if melds:
        steps.append(Laid(turn, seat, first, melds))
    steps += [HitMeld(turn, seat, *hit) for hit in hits]
    if discard is not None:
        steps.append(Discarded(turn, seat, discard, skip))
    return steps
