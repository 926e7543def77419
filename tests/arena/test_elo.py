"""The Elo-like figure: what makes the first places most likely, in whatever order they were taken."""

from random import Random

import numpy as np
import pytest

from arena.blocks import BlockResult, Blocks
from arena.elo import MIDDLE, elo


def block(match: int, wins: dict[int, int], *, games: int = 0) -> BlockResult:
    """A block in which these entries took the first place so often."""
    n = len(wins)
    return BlockResult(
        match=match,
        block=0,
        entries=tuple(wins),
        margins=(0.0,) * n,
        wins=tuple(wins.values()),
        places=(0,) * n,
        games=games or sum(wins.values()),
    )


def figures(*blocks: BlockResult) -> list[float]:
    columns = Blocks.of(blocks)
    entries, who = np.unique(columns.entries, return_inverse=True)
    return elo(columns, who, len(entries)).tolist()


def test_whoever_wins_three_of_four_games_is_about_191_ahead():
    # 400 · log10(3), less a little for the games that each is taken to have played in the middle.
    one, two = figures(block(1, {7: 3000, 9: 1000}))
    assert one - two == pytest.approx(190.85, abs=0.5)
    assert one + two == pytest.approx(2 * MIDDLE)


def test_bots_that_win_as_often_have_the_same():
    assert figures(block(1, {1: 5, 2: 5, 3: 5})) == pytest.approx([MIDDLE] * 3)


def test_a_bot_that_never_wins_has_a_figure_all_the_same():
    first, last = figures(block(1, {1: 40, 2: 0}))
    assert 300 < first - last < 1500


def test_it_counts_against_whom_the_games_were_won():
    # 1 and 3 won as many of their games; 1 did against 2, who beats 4.
    found = figures(block(1, {1: 10, 2: 10}), block(2, {3: 10, 4: 10}), block(3, {2: 30, 4: 10}))
    assert found[0] > found[2]


def test_a_table_of_four_counts_who_took_the_first_place():
    found = figures(block(1, {1: 400, 2: 200, 3: 100, 4: 100}))
    assert found[0] - found[1] == pytest.approx(120.4, abs=2)
    assert found[2] == pytest.approx(found[3])


def test_a_shared_first_place_counts_in_parts():
    # Of two games one was won by the first entry, the other by both.
    assert figures(block(1, {1: 2, 2: 1}, games=2)) == pytest.approx(
        figures(block(1, {1: 4, 2: 2}, games=2)), abs=1e-6
    )


def test_a_game_that_all_forfeited_says_nothing():
    assert figures(block(1, {1: 0, 2: 0}, games=2)) == pytest.approx([MIDDLE] * 2)


def test_the_order_of_blocks_changes_not_a_single_bit():
    blocks = [block(match, {match % 5: match % 3, 5 + match % 7: 2}) for match in range(60)]
    shuffled = Random(3).sample(blocks, len(blocks))
    assert figures(*shuffled) == figures(*blocks)
