"""The blocks of finished matches as a standing reads them: one row of packed numbers for each match.

A hundred thousand blocks as rows of JSON take seconds to read. What is packed are the very numbers of the
block results, so a standing made from them is the same to the last bit. They are packed when a standing first
wants them; whoever changes block results forgets what was packed of them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import Count

from arena.blocks import Blocks
from arena.equations import Floats, Ints
from tenfold.competitions.models import Competition
from tenfold.matches.aside import set_aside
from tenfold.matches.made import Made, packed_made, summed
from tenfold.matches.models import BlockResult, Match, MatchBot, MatchFigures

# Matches whose block results are in memory together: after an upgrade all of a league wait to be packed.
_AT_ONCE = 1000
_PACKED = ("match_id", "entries", "blocks", "margins", "adjusted", "wins", "places")

#: A match's packed columns, in the order of `_PACKED`; for pages `made` comes last.
Packed = tuple[Any, ...]


def forget(match: Match) -> None:
    """Its block results have changed; its row must be locked."""
    MatchFigures.objects.filter(match=match).delete()


def counted(competition: Competition, *, without: Collection[int], until: datetime | None = None) -> Blocks:
    """All blocks of a competition's finished matches but for these, and for what finished from `until` on.

    Nobody is waited for: a match that somebody works on counts as it stands in the block results.
    """
    with transaction.atomic():
        pack(competition)
    finished = Match.objects.filter(competition=competition, state=Match.State.FINISHED)
    if until:
        finished = finished.filter(finished__lt=until)
    columns = ("pk", *(f"figures__{name}" for name in _PACKED))
    rows = [row for row in finished.order_by("pk").values_list(*columns) if row[0] not in without]
    packed = [row[1:] for row in rows if row[1] is not None]
    held = [row[0] for row in rows if row[1] is None]
    for start in range(0, len(held), _AT_ONCE):
        figures = _figures_of(held[start : start + _AT_ONCE], competition)
        packed += (tuple(getattr(each, name) for name in _PACKED) for each in figures)
    return blocks_of(packed)


def read_of(
    competition: Competition,
    entries: Collection[int],
    *,
    sitting: int = 1,
    until: datetime | None = None,
) -> list[Packed]:
    """What is packed of matches that count and had finished by `until`, for a page.

    At least `sitting` of these entries sat in each. What has finished since the standing was made is not
    packed yet: it is left out, as it is in the standing.
    """
    theirs = MatchBot.objects.filter(entry__in=entries).order_by().values("match")
    if sitting > 1:
        theirs = theirs.annotate(there=Count("pk")).filter(there__gte=sitting).values("match")
    figures = MatchFigures.objects.filter(match__in=theirs)
    if until:
        figures = figures.filter(match__finished__lt=until)
    # Not a condition of the query, which would read all matches there are to find out which of them count.
    aside = set_aside(competition.matches.all())
    rows = figures.order_by("match_id").values_list(*_PACKED, "made")
    return [row for row in rows if row[0] not in aside]


def pack(competition: Competition) -> None:
    """Pack the matches that have finished since this was last done, within a transaction."""
    fresh = Match.objects.filter(competition=competition, state=Match.State.FINISHED, figures=None)
    # Locked, so that nobody changes the block results between their being read and their being packed; and
    # never waited for, since a ruling may hold one of them that waits for whoever packs.
    free = fresh.order_by("pk").select_for_update(no_key=True, skip_locked=True, of=("self",))
    while ids := list(free.values_list("pk", flat=True)[:_AT_ONCE]):
        # Another may have packed one before it was locked here; both stored the same.
        MatchFigures.objects.bulk_create(_figures_of(ids, competition), ignore_conflicts=True)


def _figures_of(ids: Sequence[int], competition: Competition) -> list[MatchFigures]:
    entries: defaultdict[int, list[int]] = defaultdict(list)
    bots = MatchBot.objects.filter(match__in=ids, entry__isnull=False).order_by("match_id", "index")
    for match_id, entry_id in bots.values_list("match_id", "entry_id"):
        entries[match_id].append(entry_id or 0)
    results: defaultdict[int, list[BlockResult]] = defaultdict(list)
    for result in BlockResult.objects.filter(match__in=ids).order_by("match_id", "block"):
        results[result.match_id].append(result)
    made = packed_made(ids, players=competition.players, phases=len(competition.rules.phases))
    return [_figures(pk, entries[pk], results[pk], made.get(pk, b"")) for pk in ids]


def _figures(match_id: int, entries: list[int], results: list[BlockResult], made: bytes) -> MatchFigures:
    def floats(rows: Iterable[Iterable[float]]) -> bytes:
        return np.fromiter(chain.from_iterable(rows), np.float64).tobytes()

    def whole(rows: Iterable[Iterable[int]]) -> bytes:
        return np.fromiter(chain.from_iterable(rows), np.int64).tobytes()

    return MatchFigures(
        match_id=match_id,
        entries=whole([entries]),
        blocks=whole([[each.block for each in results]]),
        margins=floats(each.margins for each in results),
        adjusted=floats(each.adjusted or each.margins for each in results),
        wins=whole(each.wins for each in results),
        places=whole(each.places for each in results),
        made=made,
    )


def made_of(rows: Sequence[Packed]) -> dict[int, Made]:
    """By entry what its games came to, from what `read_of` gave."""
    return summed([row[1] for row in rows], [row[-1] for row in rows])


def blocks_of(rows: Sequence[Packed]) -> Blocks:
    """The blocks, in the order of `Blocks`."""
    ids, *columns = zip(*rows, strict=True) if rows else [()] * len(_PACKED)
    entries, block, margins, adjusted, wins, places, *_ = columns
    players, blocks = (np.array([*map(len, column)], np.int64) // 8 for column in (entries, block))
    sizes = np.repeat(players, blocks)
    # The entries of a match stand there once, and are those of each of its blocks.
    first = np.repeat(np.cumsum(players) - players, blocks)
    within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return Blocks(
        match=np.repeat(np.array(ids, np.int64), blocks),
        block=_whole(block),
        sizes=sizes,
        games=sizes,  # one game for each seat rotation
        entries=_whole(entries)[np.repeat(first, sizes) + within],
        margins=_floats(margins),
        adjusted=_floats(adjusted),
        wins=_whole(wins),
        places=_whole(places),
    ).in_order()


def _whole(column: Sequence[bytes]) -> Ints:
    return np.frombuffer(b"".join(column), np.int64)


def _floats(column: Sequence[bytes]) -> Floats:
    return np.frombuffer(b"".join(column), np.float64)
