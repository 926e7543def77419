"""Shuffling by SHAKE-256, defined so that any language can check it, and the stock.

Cards in canonical order are sorted by 64-bit keys: the i-th card's key is the i-th big-endian number of
eight bytes in SHAKE-256(seed + deal + shuffle), where deal and shuffle are big-endian numbers of four bytes.
Shuffle 0 is the deal's first, 1 its first reshuffle, and so on. Equal keys keep the canonical order.
"""

import struct
from collections.abc import Sequence
from functools import partial
from hashlib import shake_256

from arena.phase10.cards import CANONICAL, DECK, HAND_SIZE

_KEYS = struct.Struct("8s" * len(DECK))


def shuffle(cards: Sequence[int], *, seed: bytes, deal: int, number: int) -> list[int]:
    """`cards`, which must be in canonical order, as shuffle `number` of the deal leaves them."""
    stream = shake_256(seed + struct.pack(">II", deal, number)).digest(_KEYS.size)
    # Sorting is a third of dealing, so nothing of it is Python's: `next` gives each card in turn its key, and
    # takes the card for a default that it never needs. Eight bytes compare as the number that they are, and
    # sooner.
    return sorted(cards, key=partial(next, iter(_KEYS.unpack(stream))))


def reshuffle(discards: Sequence[int], *, seed: bytes, deal: int, number: int) -> list[int]:
    """The discards as a new stock."""
    return shuffle(sorted(discards, key=CANONICAL.__getitem__), seed=seed, deal=deal, number=number)


def deal_out(
    deck: list[int], *, seats: int, playing: Sequence[int]
) -> tuple[list[list[int]], int, list[int]]:
    """The hands by seat, sorted, the card turned up, and the cards of the stock.

    Every seat has its own ten cards of the deck; those of seats that sit out go under the stock.
    """
    dealt = HAND_SIZE * seats
    hands = [sorted(deck[first : first + HAND_SIZE]) for first in range(0, dealt, HAND_SIZE)]
    stock = deck[dealt + 1 :]
    if len(playing) < seats:
        for seat in sorted(set(range(seats)).difference(playing)):
            stock += deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]
            hands[seat] = []
    return hands, deck[dealt], stock


class Stock:
    """The stock, where each seat has its own positions.

    A draw of seat s takes the first card left at a position i with i mod seats = s; when there is none, the
    first left at all. Which card comes depends on counts that everybody knows, so the odds are those of a
    common stock, while a draw more or less of one seat moves nobody else's cards: that is what makes games
    on the same deck comparable.
    """

    __slots__ = ("_size", "piles")

    def __init__(self, cards: Sequence[int], *, seats: int) -> None:
        self._size = len(cards)
        #: By seat the cards left in its positions, the next one last.
        self.piles = [[*cards[seat::seats][::-1]] for seat in range(seats)]

    @property
    def left(self) -> int:
        return sum(map(len, self.piles))

    def draw(self, seat: int) -> int:
        """The next card of a seat; at least one must be left."""
        if not self.piles[seat]:
            seat = min([other for other, pile in enumerate(self.piles) if pile], key=self._next)
        return self.piles[seat].pop()

    def rest(self) -> list[int]:
        """The undrawn cards in the order of their positions; nobody at the table may see them."""
        seats = len(self.piles)
        places = [
            (self._next(seat) + seats * later, card)
            for seat, pile in enumerate(self.piles)
            for later, card in enumerate(reversed(pile))
        ]
        return [card for _, card in sorted(places)]

    def _next(self, seat: int) -> int:
        """The position of a seat's next card."""
        # The pile goes down to the seat's last position, and its positions lie a number of seats apart.
        seats = len(self.piles)
        last = self._size - 1 - (self._size - 1 - seat) % seats
        return last - seats * (len(self.piles[seat]) - 1)
