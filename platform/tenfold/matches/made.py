"""What a bot's games came to beside their margins: points, deals, and how often it laid each phase."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.equations import Ints
from tenfold.matches.models import Game

#: Of a bot, packed: games, those whose deals are known, deals of these, points; then games by phase laid.
_FIXED = 4
Width = np.int32


@dataclass(frozen=True, slots=True)
class Made:
    """Sums over `games`. `laid[k]`: games in which it laid at least k + 1 phases.

    `deals` are those of `timed` games: of older ones nobody counted them.
    """

    games: int
    timed: int
    deals: int
    points: int
    laid: tuple[int, ...]

    @classmethod
    def of(cls, numbers: Sequence[int]) -> "Made":
        games, timed, deals, points, *laid = numbers
        return cls(games, timed, deals, points, tuple(laid))


def packed_made(match_ids: Iterable[int], *, players: int, phases: int) -> Mapping[int, bytes]:
    """By match: the numbers of its bots, by index, one after the other."""
    sums: defaultdict[int, Ints] = defaultdict(lambda: np.zeros((players, _FIXED + phases), np.int64))
    games = Game.objects.filter(match__in=match_ids).order_by()
    # Some at a time: a thousand matches may have a hundred thousand games.
    for match_id, deals, outcome in games.values_list("match_id", "deals", "outcome").iterator(2000):
        _add(sums[match_id], deals, outcome)
    return {match_id: table.astype(Width).tobytes() for match_id, table in sums.items()}


def _add(table: Ints, deals: int | None, outcome: Sequence[Mapping[str, Any]]) -> None:
    for seat in outcome:
        row = table[seat["bot"]]
        row[:_FIXED] += (1, deals is not None, deals or 0, seat["points"])
        row[_FIXED : _FIXED + seat["phases"]] += 1


def summed(entries: Sequence[bytes], made: Sequence[bytes]) -> dict[int, Made]:
    """By entry, from the packed entries and numbers of each match, all of one competition."""
    who = np.frombuffer(b"".join(entries), np.int64)
    numbers = np.frombuffer(b"".join(made), Width)
    if not len(numbers):
        return {}
    ids, at = np.unique(who, return_inverse=True)
    sums = np.zeros((len(ids), len(numbers) // len(who)), np.int64)
    np.add.at(sums, at, numbers.reshape(len(who), -1))
    return {entry: Made.of(row) for entry, row in zip(ids.tolist(), sums.tolist(), strict=True)}
