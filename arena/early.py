"""Matches between two that end once it is known which bot is the better one.

They are looked at after 16 blocks, after 32, 64 and so on. Each stretch between two looks is played
by processes of its own, one lane after the other: were both lanes open at once, a bot's process in one could
tell its process in the other, by whatever both can feel of the machine, which cards come. Stretches double
since starting processes costs more than short games do.
"""

from collections.abc import Sequence
from itertools import pairwise

from arena.sequential import Decision, look

# Of fewer the test can say nothing but of bots that are worlds apart.
FIRST_LOOK = 16


def stretches(blocks: int) -> list[range]:
    """The blocks of such a match, split where it may end."""
    ends = [0, min(FIRST_LOOK, blocks)]
    while ends[-1] < blocks:
        ends.append(min(2 * ends[-1], blocks))
    return [range(start, end) for start, end in pairwise(ends)]


def stretch_of(block: int, blocks: int) -> range:
    """The stretch that a block of so many lies in."""
    return next(stretch for stretch in stretches(blocks) if block in stretch)


def is_decided(margins: Sequence[Sequence[float]]) -> bool:
    """Whether `margins[block][bot]` of the blocks so far tell the two apart, or that they play alike."""
    return look([second - first for first, second in margins]).decision is not Decision.OPEN
