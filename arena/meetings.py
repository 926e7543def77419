"""Who met whom, and with what outcome: sums over the blocks in which two entries sat together."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from arena.blocks import Blocks
from arena.equations import Floats, Ints


@dataclass(frozen=True, slots=True)
class Meeting:
    """`lead`: by how many phases the one was ahead on the same decks, as a mean over the blocks of both."""

    lead: float
    matches: int
    games: int


def meetings(blocks: Blocks) -> dict[tuple[int, int], Meeting]:
    """By the one and the other; both ways round, the lead of one being the other's with the sign changed.

    `blocks` are in order (`Blocks.in_order`), so that the same ones give the same to the last bit.
    """
    one, other, block, lead = _sides(blocks)
    if not len(one):
        return {}
    # By block, too: both ways round the same leads are summed in the same order.
    order = np.lexsort((block, other, one))
    one, other, block, lead = one[order], other[order], block[order], lead[order]
    starts = np.flatnonzero(np.r_[True, (np.diff(one) != 0) | (np.diff(other) != 0)])
    begins_match = np.r_[True, np.diff(blocks.match) != 0].astype(np.int64)
    columns = (lead, begins_match[block], blocks.games[block], np.ones_like(block))
    leads, matches, games, number = (np.add.reduceat(column, starts) for column in columns)
    pairs = zip(one[starts].tolist(), other[starts].tolist(), strict=True)
    met = zip((leads / number).tolist(), matches.tolist(), games.tolist(), strict=True)
    return {pair: Meeting(*figures) for pair, figures in zip(pairs, met, strict=True)}


def _sides(blocks: Blocks) -> tuple[Ints, Ints, Ints, Floats]:
    """The one and the other, the number of the block and the lead: of every two seats of every block."""
    parts = [part for size in np.unique(blocks.sizes).tolist() for part in _of_tables(blocks, size)]
    if not parts:
        none = np.zeros(0, np.int64)
        return none, none, none, np.zeros(0)
    one, other, block, lead = (np.concatenate(column) for column in zip(*parts, strict=True))
    return one, other, block, lead


def _of_tables(blocks: Blocks, size: int) -> Iterator[tuple[Ints, Ints, Ints, Floats]]:
    starts = np.cumsum(blocks.sizes) - blocks.sizes
    tables = np.flatnonzero(blocks.sizes == size)
    rows = starts[tables, None] + np.arange(size)
    who, margins = blocks.entries[rows], blocks.margins[rows]
    for one, other in permutations(range(size), 2):
        yield who[:, one], who[:, other], tables, margins[:, one] - margins[:, other]
