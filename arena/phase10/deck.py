"""Shuffling by SHAKE-256, defined so that any language can check it, and the stock.

Cards in canonical order are sorted by 64-bit keys: the i-th card's key is the i-th big-endian number of
eight bytes in SHAKE-256(seed + deal + shuffle), where deal and shuffle are big-endian numbers of four bytes.
Shuffle 0 is the deal's first, 1 its first reshuffle, and so on. Equal keys keep the canonical order.
"""

import struct
from collections.abc import Sequence
from hashlib import shake_256

from arena.phase10.cards import CANONICAL, DECK

_KEYS = struct.Struct(f">{len(DECK)}Q")


def shuffle(cards: Sequence[int], *, seed: bytes, deal: int, number: int) -> list[int]:
    """`cards`, which must be in canonical order, as shuffle `number` of the deal leaves them."""
    stream = shake_256(seed + struct.pack(">II", deal, number)).digest(_KEYS.size)
    keys = _KEYS.unpack(stream)
    return [cards[i] for i in sorted(range(len(cards)), key=keys.__getitem__)]


def reshuffle(discards: Sequence[int], *, seed: bytes, deal: int, number: int) -> list[int]:
    """The discards as a new stock."""
    return shuffle(sorted(discards, key=CANONICAL.__getitem__), seed=seed, deal=deal, number=number)


class Stock:
    """The stock, where each seat has its own positions.

    A draw of seat s takes the first card left at a position i with i mod seats = s; when there is none, the
    first left at all. Which card comes depends on counts that everybody knows, so the odds are those of a
    common stock, while a draw more or less of one seat moves nobody else's cards: that is what makes games
    on the same deck comparable.
    """

    __slots__ = ("_cards", "_next", "left")

    def __init__(self, cards: Sequence[int], *, seats: int) -> None:
        self._cards = cards
        self._next = list(range(seats))
        self.left = len(cards)

    def draw(self, seat: int) -> int:
        """The next card of a seat; at least one must be left."""
        following = self._next
        position = following[seat]
        if position >= len(self._cards):
            position = min(following)
            seat = following.index(position)
        following[seat] = position + len(following)
        self.left -= 1
        return self._cards[position]

    def rest(self) -> list[int]:
        """The undrawn cards in the order of their positions; nobody at the table may see them."""
        size, seats = len(self._cards), len(self._next)
        undrawn = sorted(place for first in self._next for place in range(first, size, seats))
        return [self._cards[place] for place in undrawn]
