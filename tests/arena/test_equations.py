"""Ten thousand entries are rated as a thousand are: the same strengths, and intervals that are near."""

import numpy as np
import pytest

from arena import rating
from arena.bench.rating import made_up
from arena.rating import BlockResult, standing


@pytest.fixture
def iterated(monkeypatch):
    """Rate by steps however few they are."""

    def rated(blocks):
        with monkeypatch.context() as patch:
            patch.setattr(rating, "MOST_EXACT", 0)
            return {row.entry: row for row in standing(blocks)}

    return rated


@pytest.mark.parametrize(
    ("entries", "matches", "seats"), [(60, 600, 2), (60, 300, 4), (300, 3000, 2), (5, 3, 2)]
)
def test_strengths_are_the_same_to_eight_digits(iterated, entries, matches, seats):
    _, blocks = made_up(entries, matches, seats=seats, seed=3)

    exact, near = {row.entry: row for row in standing(blocks)}, iterated(blocks)

    assert [near[one].margin for one in exact] == pytest.approx(
        [row.margin for row in exact.values()], abs=2e-9
    )


@pytest.mark.parametrize(("entries", "matches", "seats"), [(200, 2000, 2), (200, 1000, 4), (400, 2000, 6)])
def test_intervals_are_as_wide_to_a_few_hundredths(iterated, entries, matches, seats):
    _, blocks = made_up(entries, matches, seats=seats, seed=4)

    exact, near = {row.entry: row for row in standing(blocks)}, iterated(blocks)
    wide = np.array([(near[one].high - near[one].low) / (exact[one].high - exact[one].low) for one in exact])

    assert abs(np.median(wide) - 1) < 0.02
    assert 0.85 < wide.min() < wide.max() < 1.15


def test_a_pair_that_met_nobody_else_is_not_taken_for_certain(iterated):
    chance = np.random.default_rng(5)
    blocks = made_up(50, 500, seats=2, seed=5)[1]
    blocks += [
        BlockResult(1000 + n, 0, (90, 91), (margin, -margin), (1, 1), (3, 3), 2)
        for n, margin in enumerate(chance.normal(0.1, 1, 9).tolist())
    ]

    exact, near = {row.entry: row for row in standing(blocks)}, iterated(blocks)

    assert near[90].margin == pytest.approx(exact[90].margin, abs=2e-9)
    assert near[90].high - near[90].low >= exact[90].high - exact[90].low


def test_identical_bots_share_the_rank_here_as_well(iterated):
    rows = iterated([BlockResult(n, 0, (0, 1), (0.0, 0.0), (1, 1), (3, 3), 2) for n in range(5)])

    assert (rows[0].rank, rows[1].rank) == (1, 1)
    assert rows[0].low < 0 < rows[0].high


def test_the_order_of_blocks_changes_nothing_here_as_well(iterated):
    _, blocks = made_up(40, 300, seats=4, seed=6)

    assert iterated(blocks) == iterated(blocks[::-1])
