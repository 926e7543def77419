"""What a game is worth, and a block of games."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from arena.margin import block_margins, margin

seats = some.tuples(some.integers(0, 10), some.integers(0, 5000))


def test_a_hundred_points_take_off_as_much_as_a_phase_brings():
    assert margin(phases=3, points=50, of=10) == 2.5


def test_a_bot_that_never_lays_down_loses_as_much_as_all_phases_and_no_more():
    assert margin(phases=0, points=1000, of=10) == -10
    assert margin(phases=0, points=5000, of=10) == -10


def test_in_a_game_of_few_phases_points_count_for_as_few():
    assert margin(phases=1, points=900, of=3) == -2


@given(seats)
def test_a_margin_is_never_more_than_all_phases_either_way(seat):
    phases, points = seat
    assert -10 <= margin(phases=phases, points=points, of=10) <= 10


def test_a_block_is_each_bots_mean_less_the_tables():
    # 2.5 and -0.5 in one game, 1.5 and 0.5 in the other: means of 2 and 0, that of the table is 1.
    assert block_margins([[2.5, -0.5], [1.5, 0.5]]) == (1.0, -1.0)


@given(some.lists(some.tuples(seats, seats, seats), min_size=1, max_size=4))
def test_the_margins_of_a_block_sum_to_nothing(games):
    worth = [[margin(phases=phases, points=points, of=10) for phases, points in game] for game in games]
    assert sum(block_margins(worth)) == pytest.approx(0, abs=1e-9)


def test_bots_with_the_same_results_differ_by_exactly_zero():
    assert block_margins([[0.1, 0.7, 0.3], [0.3, 0.1, 0.7], [0.7, 0.3, 0.1]]) == (0.0, 0.0, 0.0)


@given(seats)
def test_nobody_who_plays_on_makes_less_than_who_forfeits(seat):
    phases, points = seat
    forfeited = margin(phases=phases, points=points, of=10, forfeited=True)
    assert forfeited == -10 <= margin(phases=phases, points=points, of=10)
