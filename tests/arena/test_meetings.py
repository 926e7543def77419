"""Who met whom: the same as counting it block by block, whatever the tables."""

from collections import defaultdict
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.blocks import BlockResult, Blocks
from arena.meetings import Meeting, meetings

margin = st.floats(-10, 10, allow_nan=False, width=32)


@st.composite
def leagues(draw) -> list[BlockResult]:
    """Some matches of two to four of five entries, with a block or two each."""
    results = []
    for match in range(draw(st.integers(0, 8))):
        size = draw(st.integers(2, 4))
        who = tuple(draw(st.permutations(range(5)))[:size])
        for block in range(draw(st.integers(1, 2))):
            margins = tuple(draw(margin) for _ in who)
            results.append(BlockResult(match, block, who, margins, (0,) * size, (2,) * size, games=size))
    return results


def counted_one_by_one(results: list[BlockResult]) -> dict[tuple[int, int], Meeting]:
    leads: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    games: defaultdict[tuple[int, int], int] = defaultdict(int)
    matches: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for each in results:
        made = dict(zip(each.entries, each.margins, strict=True))
        for pair in permutations(each.entries, 2):
            leads[pair].append(made[pair[0]] - made[pair[1]])
            games[pair] += each.games
            matches[pair].add(each.match)
    return {
        pair: Meeting(sum(of_pair) / len(of_pair), len(matches[pair]), games[pair])
        for pair, of_pair in leads.items()
    }


@given(leagues())
def test_they_are_what_counting_block_by_block_gives(results):
    found, counted = meetings(Blocks.of(results)), counted_one_by_one(results)
    assert found.keys() == counted.keys()
    for pair, meeting in found.items():
        assert (meeting.matches, meeting.games) == (counted[pair].matches, counted[pair].games)
        assert meeting.lead == pytest.approx(counted[pair].lead, abs=1e-9)


@given(leagues())
def test_the_lead_of_one_is_the_others_with_the_sign_changed_to_the_last_bit(results):
    found = meetings(Blocks.of(results))
    assert all(meeting.lead == -found[other, one].lead for (one, other), meeting in found.items())


@given(leagues(), st.randoms())
def test_the_order_in_which_blocks_came_changes_no_bit(results, chance):
    shuffled = chance.sample(results, len(results))
    assert meetings(Blocks.of(shuffled)) == meetings(Blocks.of(results))
