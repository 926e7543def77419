"""The form of an entry: its newest matches, and no others."""

from arena.blocks import BlockResult, Blocks
from arena.form import form


def league(*margins: float, blocks: int = 1) -> Blocks:
    """Entry 1 against entry 2: one match for each of these margins of the first."""
    return Blocks.of(
        [
            BlockResult(match, block, (1, 2), (margin, -margin), (0, 0), (3, 3), games=2)
            for match, margin in enumerate(margins)
            for block in range(blocks)
        ]
    )


def test_the_newest_matches_stand_there_oldest_first():
    assert form(league(1.0, 2.0, 3.0, 4.0), last=3) == {1: [2.0, 3.0, 4.0], 2: [-2.0, -3.0, -4.0]}


def test_who_has_played_less_has_less():
    assert form(league(1.0), last=3) == {1: [1.0], 2: [-1.0]}


def test_a_match_of_many_blocks_is_one_of_them():
    assert form(league(1.0, 2.0, blocks=5), last=12)[1] == [1.0, 2.0]


def test_nobody_has_a_form_before_the_first_match():
    assert form(Blocks.of([]), last=3) == {}
