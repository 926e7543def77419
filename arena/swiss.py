"""The next round of a Swiss tournament: near neighbours in the standing meet who have not met yet.

Entries are numbers 0..n-1 in the order of the standing, best first. Whoever finds no seat rests: those who
rested least, and of these the lowest. A rest costs nothing, since a standing is a mean over blocks.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from arena.schedule import Table, camps_of, refuse_field

Pair = tuple[int, int]
Cost = Callable[[Sequence[int]], int]

# Tries of the search for a pairing without repeats; fields that still have many such find one in a few.
PATIENCE = 20_000
# A repeat is worse than any distance in the standing, a table with two bots of one owner worse than all.
REPEAT = 10**6
CLASH = 10**12


@dataclass(frozen=True, slots=True)
class SwissRound:
    """Tables in the order of their best entry, and who rests."""

    tables: tuple[Table, ...]
    resting: tuple[int, ...]


def next_round(
    *,
    entries: int,
    players: int,
    met: Mapping[Pair, int],
    rests: Sequence[int],
    owners: Sequence[Hashable | None] | None = None,
) -> SwissRound:
    """Pair the next round; `met` counts meetings by (lower, higher) number, `rests` each entry's rests.

    No table holds two bots of one owner. At tables of two nobody meets again as long as the search finds a
    way; at larger ones repeats are few. Raises `ScheduleError` when no table can be filled.
    """
    refuse_field(entries=entries, players=players, owners=owners)
    camps = camps_of(entries, owners)
    tables = _most_tables(camps, players)
    first: list[int] | None = None
    for seated in _seatings(camps, rests, tables=tables, players=players):
        first = first or seated
        paired = _pairs(seated, met, camps) if players == 2 else None
        if paired is not None:
            return _round(paired, entries)
        if players > 2:
            break
    assert first is not None
    return _round(_groups(first, players, met, camps), entries)


def _round(tables: Sequence[Sequence[int]], entries: int) -> SwissRound:
    ordered = sorted(tuple(sorted(table)) for table in tables)
    resting = set(range(entries)).difference(*ordered)
    return SwissRound(tuple(ordered), tuple(sorted(resting)))


def _most_tables(camps: Sequence[int], players: int) -> int:
    """How many full tables there can be when each owner sits once at a table."""
    sizes = [camps.count(camp) for camp in set(camps)]
    tables = len(camps) // players
    while sum(min(size, tables) for size in sizes) < tables * players:
        tables -= 1
    return tables


def _seatings(
    camps: Sequence[int], rests: Sequence[int], *, tables: int, players: int
) -> Iterator[list[int]]:
    """Whom to seat: those who rested most, then the best, no owner more often than there are tables.

    Then, where one rests, the same with another one who rested as little instead.
    """
    order = sorted(range(len(camps)), key=lambda one: (-rests[one], one))
    seated: list[int] = []
    taken: dict[int, int] = {}
    for one in order:
        if len(seated) < tables * players and taken.get(camps[one], 0) < tables:
            taken[camps[one]] = taken.get(camps[one], 0) + 1
            seated.append(one)
    yield sorted(seated)
    if len(seated) != len(camps) - 1:
        return
    (resting,) = set(order) - set(seated)
    for other in reversed(seated):
        joined = taken.get(camps[resting], 0) - (camps[other] == camps[resting])
        if rests[other] == rests[resting] and joined < tables:
            yield sorted({*seated, resting} - {other})


def _pairs(seated: list[int], met: Mapping[Pair, int], camps: Sequence[int]) -> list[Table] | None:
    """Pair the best with the nearest it may meet, and so on down; go back where the rest cannot be paired."""
    rivals = {
        one: [
            other
            for other in sorted(seated, key=lambda other: (abs(other - one), other))
            if camps[other] != camps[one] and not met.get((min(one, other), max(one, other)))
        ]
        for one in seated
    }
    left = set(seated)
    # A level for each pair made so far, with the rivals that its best has not tried. No recursion: a field
    # may be larger than Python's stack is deep.
    levels: list[tuple[int, Iterator[int]]] = []
    paired: list[Table] = []
    for _ in range(PATIENCE):
        if not left:
            break
        if not any(left.isdisjoint(rivals[one]) for one in left):
            best = min(left)
            levels.append((best, iter(rivals[best])))
        if not _go_on(levels, paired, left):
            break
    return None if left else paired


def _go_on(levels: list[tuple[int, Iterator[int]]], paired: list[Table], left: set[int]) -> bool:
    """Make the next pair that has not been tried, taking back pairs until there is one; False: all were."""
    while levels:
        best, untried = levels[-1]
        if len(paired) == len(levels):
            left.update(paired.pop())
        for rival in untried:
            if rival in left:
                paired.append((best, rival))
                left -= {best, rival}
                return True
        levels.pop()
    return False


def _groups(
    seated: Sequence[int], players: int, met: Mapping[Pair, int], camps: Sequence[int]
) -> list[list[int]]:
    """Tables of neighbours, then swapped between tables as long as that spares repeats or distance."""
    count = len(seated) // players
    neighbours = [list(seated[at : at + players]) for at in range(0, len(seated), players)]
    # Owner by owner dealt out over the tables: no clash, which swaps alone may not reach from neighbours.
    dealt: list[list[int]] = [[] for _ in range(count)]
    for at, one in enumerate(sorted(seated, key=lambda one: (camps[one], one))):
        dealt[at % count].append(one)

    def cost(table: Sequence[int]) -> int:
        return sum(
            (one - other) ** 2
            + REPEAT * met.get((min(one, other), max(one, other)), 0)
            + CLASH * (camps[one] == camps[other])
            for one, other in combinations(table, 2)
        )

    for tables in (neighbours, dealt):
        while _swapped(tables, cost):
            pass
        if sum(map(cost, tables)) < CLASH:
            break
    return tables


def _swapped(tables: list[list[int]], cost: Cost) -> bool:
    """Do every swap between two tables that is a gain; tell whether there was one."""
    gained = False
    for one, other in combinations(tables, 2):
        now = cost(one) + cost(other)
        for here in range(len(one)):
            for there in range(len(other)):
                one[here], other[there] = other[there], one[here]
                then = cost(one) + cost(other)
                if then < now:
                    now, gained = then, True
                else:
                    one[here], other[there] = other[there], one[here]
    return gained
