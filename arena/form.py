"""How an entry has fared of late: its margins in its newest matches."""

import numpy as np

from arena.blocks import Blocks


def form(blocks: Blocks, *, last: int) -> dict[int, list[float]]:
    """By entry the mean margin in each of its `last` newest matches, oldest first, to two decimals."""
    if not len(blocks.entries):
        return {}
    match = np.repeat(blocks.match, blocks.sizes)
    order = np.lexsort((match, blocks.entries))
    entries, match, margins = blocks.entries[order], match[order], blocks.margins[order]
    starts = np.flatnonzero(np.r_[True, (np.diff(entries) != 0) | (np.diff(match) != 0)])
    means = np.add.reduceat(margins, starts) / np.diff(np.r_[starts, len(entries)])
    who = entries[starts]
    ids, begins = np.unique(who, return_index=True)
    ends = np.r_[begins[1:], len(who)]
    begins = np.maximum(begins, ends - last)
    rounded = (np.round(means, 2) + 0.0).tolist()
    each = zip(ids.tolist(), begins.tolist(), ends.tolist(), strict=True)
    return {entry: rounded[begin:end] for entry, begin, end in each}
