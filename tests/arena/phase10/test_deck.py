"""The deck: a shuffle that any language can check, and each seat's own positions in the stock."""

from collections import Counter
from hashlib import shake_256

import pytest

from arena.phase10.cards import DECK
from arena.phase10.deck import Stock, reshuffle, shuffle
from arena.phase10.notation import write_cards
from tests.arena.phase10.table import SEED, cards


def test_the_canonical_deck_is_two_of_each_number_by_colour_then_wilds_then_skips():
    text = write_cards(DECK)
    assert text[:6] == ("R1", "R1", "R2", "R2", "R3", "R3")
    assert [text[place] for place in (23, 24, 48, 72, 95)] == ["R12", "B1", "Y1", "G1", "G12"]
    assert text[96:] == ("W",) * 8 + ("S",) * 4


def test_a_shuffle_sorts_the_canonical_deck_by_the_keys_of_its_stream():
    stream = shake_256(SEED + (7).to_bytes(4, "big") + (0).to_bytes(4, "big")).digest(864)
    keyed = [(int.from_bytes(stream[8 * i : 8 * i + 8], "big"), i, card) for i, card in enumerate(DECK)]
    assert shuffle(DECK, seed=SEED, deal=7, number=0) == [card for _, _, card in sorted(keyed)]


def test_the_first_cards_of_a_known_seed_never_change():
    first = shuffle(DECK, seed=SEED, deal=0, number=0)[:10]
    assert " ".join(write_cards(first)) == "W R10 B11 R12 Y8 B7 Y9 R4 R8 B6"


def test_each_deal_and_each_reshuffle_has_its_own_order():
    places = [(deal, number) for deal in (0, 1) for number in (0, 1)]
    orders = {tuple(shuffle(DECK, seed=SEED, deal=deal, number=number)) for deal, number in places}
    assert len(orders) == 4


def test_a_reshuffle_does_not_depend_on_the_order_of_the_discards():
    pile = cards("W G3 R1 S B2 R1")
    one, other = (reshuffle(order, seed=SEED, deal=0, number=1) for order in (pile, pile[::-1]))
    assert one == other
    assert Counter(one) == Counter(pile)


def test_a_seat_draws_at_its_own_positions():
    stock = Stock(list(range(12)), seats=3)
    assert [stock.draw(1), stock.draw(1), stock.draw(0), stock.draw(2)] == [1, 4, 0, 2]


def test_a_draw_more_of_one_seat_moves_nobody_elses_cards():
    stock = Stock(list(range(12)), seats=3)
    for _ in range(3):
        stock.draw(0)
    assert [stock.draw(1), stock.draw(2)] == [1, 2]


def test_a_seat_without_positions_of_its_own_takes_the_first_card_left():
    stock = Stock(list(range(7)), seats=3)
    assert [stock.draw(2) for _ in range(7)] == [2, 5, 0, 1, 3, 4, 6]
    assert stock.left == 0


@pytest.mark.parametrize("draws", [0, 1, 5, 20])
def test_the_rest_is_all_that_was_not_drawn(draws):
    stock = Stock(list(range(20)), seats=4)
    drawn = [stock.draw(1) for _ in range(draws)]
    assert sorted(drawn + stock.rest()) == list(range(20))
    assert len(stock.rest()) == stock.left
