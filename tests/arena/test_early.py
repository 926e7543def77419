"""Matches that end once it is known which bot is the better one."""

from itertools import chain
from random import Random
from statistics import fmean

import pytest

from arena.early import FIRST_LOOK, is_decided, stretch_of, stretches

MOST = 80


@pytest.mark.parametrize(
    ("blocks", "ends"), [(1, [1]), (16, [16]), (25, [16, 25]), (50, [16, 32, 50]), (128, [16, 32, 64, 128])]
)
def test_each_look_comes_after_as_many_blocks_again(blocks, ends):
    assert [stretch.stop for stretch in stretches(blocks)] == ends


@pytest.mark.parametrize("blocks", [1, 15, 16, 17, 33, 200])
def test_every_block_lies_in_one_stretch(blocks):
    assert list(chain(*stretches(blocks))) == list(range(blocks))
    assert all(block in stretch_of(block, blocks) for block in range(blocks))


def test_a_bot_that_is_always_ahead_has_won_at_the_first_look():
    assert is_decided([(0.5 + 0.01 * block, -0.5) for block in range(FIRST_LOOK)])


def test_bots_that_are_ahead_by_turns_play_on():
    assert not is_decided([(0.5, -0.5), (-0.5, 0.5)] * 20)


def test_bots_that_play_alike_need_no_further_block():
    assert is_decided([(0.0, 0.0)] * FIRST_LOOK)


def margins_of_a_match(chance: Random, better_by: float) -> list[tuple[float, float]]:
    """Of blocks until it is decided or all have been played."""
    margins: list[tuple[float, float]] = []
    for stretch in stretches(MOST):
        differences = [chance.gauss(better_by, 1) for _ in stretch]
        margins += [(-difference / 2, difference / 2) for difference in differences]
        if is_decided(margins):
            break
    return margins


def test_equal_bots_are_seldom_told_apart_at_any_of_the_looks():
    chance = Random(1)

    early = sum(len(margins_of_a_match(chance, 0)) < MOST for _ in range(1000))

    assert early <= 50


def test_clearly_different_bots_need_a_third_of_the_blocks():
    chance = Random(2)

    assert fmean(len(margins_of_a_match(chance, 1.2)) for _ in range(300)) < MOST / 3


def test_a_mean_over_blocks_stays_true_where_one_over_matches_would_not():
    # Who happens to be far ahead stops early: such matches flatter, but they have few blocks. (Wald)
    chance = Random(3)
    matches = [[second - first for first, second in margins_of_a_match(chance, 0.4)] for _ in range(2000)]

    assert fmean(chain(*matches)) == pytest.approx(0.4, abs=0.01)
    assert fmean(map(fmean, matches)) > 0.42
