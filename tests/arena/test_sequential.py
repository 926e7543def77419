"""The test that may be stopped at any block."""

from random import Random

import pytest

from arena.sequential import ALIKE_BLOCKS, LEAST_BLOCKS, Decision, look


def looks(draw, most: int):
    """The looks after each block until one decides, or `most`."""
    blocks: list[float] = []
    while len(blocks) < most:
        blocks.append(draw())
        one = look(blocks)
        yield one
        if one.decision is not Decision.OPEN:
            return


def last(draw, most: int = 200):
    return list(looks(draw, most))[-1]


def error_rate(draw_of, runs: int) -> float:
    decided = [last(draw_of(Random(run))).decision is not Decision.OPEN for run in range(runs)]
    return sum(decided) / runs


def test_equal_bots_are_seldom_told_apart_though_one_looks_after_every_block():
    assert error_rate(lambda chance: lambda: chance.gauss(0, 2), 300) <= 0.06


def test_nor_are_they_when_single_blocks_are_far_off():
    def heavy(chance: Random):
        return lambda: chance.choice((-1, 1)) * chance.expovariate(1)

    assert error_rate(heavy, 300) <= 0.06


def test_a_clearly_better_bot_is_found_in_a_few_blocks():
    chance = Random(1)
    found = last(lambda: chance.gauss(2, 2))
    assert found.decision is Decision.BETTER
    assert LEAST_BLOCKS <= found.blocks <= 40
    assert found.low > 0


def test_a_worse_one_too():
    chance = Random(2)
    found = last(lambda: chance.gauss(-2, 2))
    assert found.decision is Decision.WORSE
    assert found.high < 0


def test_of_bots_that_came_out_even_neither_is_called_ahead():
    assert "second and first are level" in look([1.0, -1.0]).sentence("first", "second")


def test_a_small_difference_takes_longer_than_a_large_one():
    def blocks_needed(difference: float) -> int:
        chance = Random(3)
        return sum(last(lambda: chance.gauss(difference, 2), 400).blocks for _ in range(30))

    assert blocks_needed(0.8) > 2 * blocks_needed(1.6)


def test_bots_that_play_alike_are_called_alike():
    found = last(lambda: 0.0)
    assert (found.decision, found.blocks) == (Decision.ALIKE, ALIKE_BLOCKS)


@pytest.mark.parametrize("blocks", [[1.0], [5.0, 5.0], [3.0] * (LEAST_BLOCKS - 1)])
def test_a_handful_of_blocks_decides_nothing(blocks):
    assert look(blocks).decision is Decision.OPEN


def test_the_bounds_hold_the_truth_at_every_look_at_once():
    missed = 0
    for run in range(200):
        chance = Random(run)
        blocks = [chance.gauss(0.5, 2) for _ in range(100)]
        every = [look(blocks[:end]) for end in range(1, 101)]
        missed += any(not one.low <= 0.5 <= one.high for one in every)
    assert missed / 200 <= 0.06
