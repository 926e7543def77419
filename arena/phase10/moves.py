"""What a seat answers: where it draws, and what it plays after."""

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple


class Source(StrEnum):
    STOCK = "stock"
    DISCARD = "discard"


class End(StrEnum):
    """An end of a run."""

    LOW = "low"
    HIGH = "high"


class Hit(NamedTuple):
    """A card put onto a meld: by the meld's id, or, with `new`, by its place in the lay of the same play."""

    card: int
    meld: int
    end: End | None = None
    new: bool = False


#: Makes a hit; the same few are asked for again and again.
hit_of: Final = cache(Hit)

#: Groups of cards, in the order of the phase's groups.
Lay = tuple[tuple[int, ...], ...]
#: By group what its wilds stand for: a number, a colour's letter, or None where natural cards tell.
Declared = tuple[int | str | None, ...]


class Play(NamedTuple):
    """All of a turn after the draw: lay, then hits in their order, then the discard.

    `declared` says for each laid group of wilds only what it is (a set's number, a run's lowest number, or a
    colour's letter) and holds None for other groups; it may be left empty when there is no such group.
    """

    lay: Lay = ()
    hits: tuple[Hit, ...] = ()
    discard: int | None = None
    skip: int | None = None
    declared: Declared = ()
