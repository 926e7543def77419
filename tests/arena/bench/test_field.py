"""The field of bots whose true order is known."""

from collections import Counter
from itertools import combinations, islice
from random import Random

import pytest

from arena.bench.field import mistakes, play_block, tables
from arena.rating import standing


def test_everybody_sits_equally_often():
    sat = Counter(bot for table in islice(tables(12, seats=4, chance=Random(1)), 30) for bot in table)

    assert set(sat.values()) == {10}


def test_nobody_meets_itself():
    assert all(len(set(table)) == 4 for table in islice(tables(8, seats=4, chance=Random(2)), 100))


def test_the_best_makes_no_mistakes_and_each_next_one_more():
    rates = mistakes(20)

    assert rates[0] == 0
    assert rates == sorted(rates)
    assert len(set(rates)) == 20


def test_a_block_is_played_once_in_each_seat_and_margins_sum_to_nothing():
    block, places = play_block(7, (4, 2, 9), mistakes(10), Random(3))

    assert block.games == len(places) == 3
    assert sum(block.margins) == pytest.approx(0)
    assert block.places == tuple(sum(each) for each in zip(*places, strict=True))


def test_the_same_bot_in_every_seat_gets_the_same_in_every_seat():
    # Without mistakes all play alike, so each gets what each deck gives to every seat in turn.
    block, _ = play_block(7, (0, 1, 2), [0.0] * 3, Random(3))

    assert block.margins == pytest.approx((0, 0, 0))


def test_more_mistakes_lose():
    rates = [0.0, 0.35, 0.7]
    pairs = [pair for pair in combinations(range(3), 2) for _ in range(4)]
    chance = Random(4)

    rows = standing([play_block(number, pair, rates, chance)[0] for number, pair in enumerate(pairs)])

    assert [row.entry for row in rows] == [0, 1, 2]
