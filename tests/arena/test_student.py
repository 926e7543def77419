"""Means with their intervals, as an author sees them and as a standing gives them."""

from random import Random

import pytest

from arena.rating import BlockResult, standing
from arena.student import STUDENT, mean_of


def rated(margins: list[float]):
    """The same margins as a standing rates them: one bot against another, block by block."""
    results = [
        BlockResult(
            match=1, block=at, entries=(1, 2), margins=(one, -one), wins=(1, 1), places=(3, 3), games=2
        )
        for at, one in enumerate(margins)
    ]
    return next(row for row in standing(results) if row.entry == 1)


def test_the_quantiles_are_those_of_student_s_t():
    assert list(STUDENT) == sorted(STUDENT, reverse=True)
    assert (len(STUDENT), STUDENT[0], STUDENT[9], STUDENT[29]) == (40, 12.706, 2.228, 2.042)


@pytest.mark.parametrize("blocks", [6, 12, 35])
def test_an_interval_is_nearly_as_wide_as_in_a_standing(blocks):
    # A standing widens it for the freedom that its fit takes, and pulls a little towards zero.
    margins = [Random(blocks + at).gauss(0.5, 1.5) for at in range(blocks)]
    mean, row = mean_of(margins), rated(margins)
    assert mean.value == pytest.approx(row.margin, abs=0.1)
    assert mean.high - mean.low == pytest.approx(row.high - row.low, rel=0.25)


def test_one_block_alone_says_next_to_nothing():
    mean = mean_of([1.0])
    assert mean.high - mean.low > 20


def test_blocks_of_exactly_zero_leave_a_width():
    mean = mean_of([0.0] * 20)
    assert mean.value == 0
    assert 0 < mean.high < 0.2


def test_the_interval_holds_the_truth_about_as_often_as_it_says():
    chance = Random(7)
    means = [mean_of([chance.gauss(0.3, 2) for _ in range(15)]) for _ in range(1000)]
    held = sum(mean.low <= 0.3 <= mean.high for mean in means)
    assert 930 <= held <= 970
