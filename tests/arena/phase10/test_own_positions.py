"""A seat's own positions in the stock change nobody's odds: they are those of one common stock.

Shown on a small deck, exhaustively: over all orders of it, every order in which the cards can come is drawn
equally often. Whoever draws when, and whatever made them: it is fixed, or hangs on the cards drawn so far.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import permutations, product
from math import factorial
from random import Random

import pytest

from arena.phase10.cards import DECK
from arena.phase10.deck import Stock, shuffle
from arena.phase10.game import Game
from arena.phase10.moves import Source
from arena.phase10.notation import TEXT
from arena.phase10.rules import STANDARD
from tests.arena.phase10.table import SEED

CARDS = 5

# From the cards drawn so far, which everybody may know, who draws next.
Policy = Callable[[tuple[int, ...]], int]


def drawn(deck: Sequence[int], policy: Policy, *, seats: int) -> tuple[int, ...]:
    """All cards of the deck in the order in which they come."""
    stock, cards = Stock(deck, seats=seats), list[int]()
    while stock.left:
        cards.append(stock.draw(policy(tuple(cards))))
    return tuple(cards)


def comes_as_from_a_common_stock(policy: Policy, *, seats: int) -> bool:
    """Whether each order of cards comes from exactly one deck, as when the top card is drawn."""
    orders = Counter(drawn(deck, policy, seats=seats) for deck in permutations(range(CARDS)))
    return len(orders) == factorial(CARDS) and set(orders.values()) == {1}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_order_of_cards_is_equally_likely_whoever_draws_when(seats):
    turns = product(range(seats), repeat=CARDS) if seats < 4 else Random(1).choices(WHO, k=100)
    for who in turns:
        policy = partial(in_turn, who)
        assert comes_as_from_a_common_stock(policy, seats=seats), who


def in_turn(who: Sequence[int], cards: Sequence[int]) -> int:
    return who[len(cards)]


WHO = list(product(range(4), repeat=CARDS))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", range(20))
def test_it_is_so_too_if_the_cards_drawn_decide_who_draws(seats, number):
    seen: dict[tuple[int, ...], int] = {}
    chance = Random(number)

    def policy(cards: tuple[int, ...]) -> int:
        return seen.setdefault(cards, chance.randrange(seats))

    assert comes_as_from_a_common_stock(policy, seats=seats)


def test_whoever_saw_the_next_card_before_choosing_who_draws_would_change_the_odds():
    # That the test above can fail: this policy sees what no seat may see.
    def spying(deck: Sequence[int]) -> tuple[int, ...]:
        stock, cards = Stock(deck, seats=2), list[int]()
        while stock.left:
            tops = [pile[-1] if pile else -1 for pile in stock.piles]
            cards.append(stock.draw(tops.index(max(tops))))
        return tuple(cards)

    assert len({spying(deck) for deck in permutations(range(CARDS))}) < factorial(CARDS)


def test_a_seat_that_has_forfeited_leaves_the_others_their_own_positions():
    game = Game(STANDARD, 3, SEED)
    stock = shuffle(DECK, seed=SEED, deal=0, number=0)[31:]
    game.forfeit(1)
    came: dict[int, list[str | None]] = {0: [], 2: []}
    for _ in range(8):
        assert game.pending is not None
        seat = game.pending.seat
        game.draw(Source.STOCK)
        came[seat].append(game.view(seat).drawn)
        game.deal.fallback()
        game.settle()
    assert came == {seat: [TEXT[stock[seat + 3 * turn]] for turn in range(4)] for seat in (0, 2)}
