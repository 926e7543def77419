"""Who ends in which place."""

from collections.abc import Collection, Sequence
from typing import NamedTuple


class Rank(NamedTuple):
    """A seat's result. `place` 1 is best; equals share a place; forfeited seats all take the last."""

    seat: int
    place: int
    phases: int
    points: int
    forfeited: bool


def rank(
    *,
    phases: Sequence[int],
    points: Sequence[int],
    forfeited: Sequence[bool],
    playoff: Collection[int] = (),
    winner: int | None = None,
) -> tuple[Rank, ...]:
    """The ranking by seat: phases completed (more first), then points (fewer first), else shared.

    `playoff` and `winner` are those of a decided playoff: its losers share the place behind its winner.
    """
    seats = range(len(phases))

    def key(seat: int) -> tuple[bool, int, int, int]:
        decided = winner is not None and seat in playoff
        behind = (0 if seat == winner else 1) if decided else 2
        return forfeited[seat], behind, -phases[seat], points[seat]

    keys = [key(seat) for seat in seats]
    places = [
        len(seats) if forfeited[seat] else 1 + sum(other < keys[seat] for other in keys) for seat in seats
    ]
    return tuple(Rank(seat, places[seat], phases[seat], points[seat], forfeited[seat]) for seat in seats)
