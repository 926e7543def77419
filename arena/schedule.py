"""Who meets whom in one round: every pair, as evenly as tables of that size allow.

Seats need no balancing here, since a match plays every block once in each seat rotation. What differs
between designs is how often two entries meet, so a `Schedule` states that in figures.
"""

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

Table = tuple[int, ...]


class ScheduleError(ValueError):
    """These entries cannot fill tables of this size; the message says why."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Matches of one round in playing order; a table holds the numbers 0..entries-1 of who sits there.

    The counts are what the design reached, least and most over all pairs that may meet and all entries.
    `apart` counts the pairs that never meet because one owner has both.
    """

    tables: tuple[Table, ...]
    meetings: tuple[int, int]
    matches: tuple[int, int]
    apart: int

    def describe(self) -> str:
        """One sentence for a page."""
        pairs = (
            f"every pair meets {_times(*self.meetings)} and every entry plays {_span(*self.matches)} matches"
        )
        apart = (
            "1 pair of one owner's bots is"
            if self.apart == 1
            else f"{self.apart} pairs of one owner's bots are"
        )
        return f"{len(self.tables)} matches: {pairs}{f'; {apart} kept apart' if self.apart else ''}."


def round_robin(*, entries: int, players: int, owners: Sequence[Hashable | None] | None = None) -> Schedule:
    """Plan a round in which every pair that may meet does.

    Two players: the circle method, each pair once. Larger tables: a cyclic design in which everybody plays
    the same number of matches and, where one was found, pair counts differ by one at most. With `owners`,
    one for each entry, no table holds two bots of one owner (`None` is an owner with no other bot); no
    exact design is known for that, so tables are built one by one around the pair that met least.

    Raises `ScheduleError` when the entries, or their owners, cannot fill one table.
    """
    refuse_field(entries=entries, players=players, owners=owners)
    camps = _camps(entries, owners)
    if players == 2:
        tables = [pair for pair in _circle(entries) if camps[pair[0]] != camps[pair[1]]]
    elif len(set(camps)) == entries:
        tables = _cyclic(entries, players)
    else:
        tables = _greedy(camps, players)
    return _measured(tables, camps)


def refuse_field(*, entries: int, players: int, owners: Sequence[Hashable | None] | None = None) -> None:
    """Raise `ScheduleError` if these entries cannot fill one table; known without planning."""
    if not 2 <= players <= 6:
        raise ScheduleError(f"A table seats 2 to 6 players, not {players}.")
    if entries < players:
        raise ScheduleError(
            f"A table needs bots of {players} different owners, and the bots entered are {entries}:"
            " enter more, house bots too."
        )
    camps = len(set(_camps(entries, owners)))
    if camps < players:
        raise ScheduleError(
            f"A table needs bots of {players} different owners, and the {entries} bots entered have"
            f" {camps}: enter bots of more owners, or house bots."
        )


def _camps(entries: int, owners: Sequence[Hashable | None] | None) -> list[int]:
    """A number for each entry, shared by those that may not sit together."""
    owners = [None] * entries if owners is None else owners
    if len(owners) != entries:
        raise ScheduleError(f"Each entry needs its owner: {entries} entries came with {len(owners)} owners.")
    first = {owner: at for at, owner in reversed(list(enumerate(owners)))}
    return [at if owner is None else first[owner] for at, owner in enumerate(owners)]


def _circle(entries: int) -> Iterator[Table]:
    """Fix entry 0 and turn the others round it: each wave pairs everybody once."""
    ring = list(range(1, entries))
    if entries % 2:
        ring.append(-1)  # whoever is paired with nobody rests for this wave
    for wave in range(len(ring)):
        turned = [0, *ring[wave:], *ring[:wave]]
        for one, other in zip(turned[: len(turned) // 2], reversed(turned), strict=False):
            if -1 not in (one, other):
                yield (min(one, other), max(one, other))


def _cyclic(entries: int, players: int) -> list[Table]:
    """Turn a few base tables through all entries.

    Two entries x and y then meet as often as the distance x - y occurs in the base tables, so balancing
    all pairs is balancing the distances 1..entries/2, a far smaller search.
    """
    if entries == players:
        return [tuple(range(entries))]
    within = players * (players - 1) // 2
    fewest = -(-(entries // 2) // within)
    designs: list[_Design] = []
    # More base tables than these buy more matches and no better balance.
    for bases in range(fewest, 2 * fewest + 3, 1 + fewest // 8):
        designs.append(_best_design(entries, players, bases))
        if designs[-1].badness() <= 1:
            break
    chosen = min(designs, key=_Design.badness)
    return [
        tuple((seat + turn) % entries for seat in base) for turn in range(entries) for base in chosen.bases
    ]


class _Design:
    """Base tables and how often each distance occurs in them, which is how often such pairs meet."""

    def __init__(self, entries: int, bases: list[list[int]]) -> None:
        self.entries = entries
        self.bases = bases
        self.distance = [min(step, entries - step) for step in range(entries)]
        # Half way round, a full turn brings each such pair together twice.
        self.weight = [2 if 2 * step == entries else 1 for step in range(entries)]
        self.counts = [0] * (entries // 2 + 1)
        for base in bases:
            for one, other in combinations(base, 2):
                self._count(one - other, 1)

    def badness(self) -> int:
        """0 and 1 are as even as can be; a pair that never meets is worse than any unevenness."""
        counts = self.counts[1:]
        return max(counts) - min(counts) + (0 if min(counts) else sum(counts))

    def climb(self) -> None:
        """Move single numbers of base tables as long as the distances get more even."""
        while sum(self._move(base, seat) for base in self.bases for seat in range(len(base))):
            pass

    def _move(self, base: list[int], seat: int) -> bool:
        """Put the best number on one seat of a base table; tell whether that was a gain."""
        others = base[:seat] + base[seat + 1 :]
        for other in others:
            self._count(base[seat] - other, -1)
        now = self._cost(base[seat], others)
        taken = set(others)
        cost, best = min((self._cost(new, others), new) for new in range(self.entries) if new not in taken)
        if cost < now:
            base[seat] = best
        for other in others:
            self._count(base[seat] - other, 1)
        return cost < now

    def _cost(self, new: int, others: list[int]) -> int:
        """By how much the sum of squared counts grows when `new` sits down with `others`."""
        cost = 0
        for other in others:
            step = (new - other) % self.entries
            weight, at = self.weight[step], self.distance[step]
            cost += weight * (2 * self.counts[at] + weight)
            self.counts[at] += weight
        for other in others:
            self._count(new - other, -1)
        return cost

    def _count(self, step: int, sign: int) -> None:
        step %= self.entries
        self.counts[self.distance[step]] += sign * self.weight[step]


def _best_design(entries: int, players: int, bases: int) -> _Design:
    """Climb from several random starts; the generator's seed is fixed, so the same round comes out again."""
    draw = random.Random(entries * 100 + bases)  # noqa: S311 - a search, not a secret
    best: _Design | None = None
    for _ in range(3 + 1500 // entries):
        design = _Design(entries, [draw.sample(range(entries), players) for _ in range(bases)])
        design.climb()
        if best is None or design.badness() < best.badness():
            best = design
        if best.badness() <= 1:
            break
    assert best is not None
    return best


def _greedy(camps: list[int], players: int) -> list[Table]:
    """Build tables around a pair that has not met, of those who played least, till all have met that may.

    What is still to come is kept per entry: a list of all pairs, looked through for each table, took 40 s for
    200 entries.
    """
    entries = range(len(camps))
    met = [[0] * len(camps) for _ in camps]
    played = [0] * len(camps)
    unmet = [{other for other in entries if camps[other] != camps[one]} for one in entries]
    tables: list[Table] = []
    while waiting := [(played[one], one) for one in entries if unmet[one]]:
        one = min(waiting)[1]
        other = min((played[other], other) for other in unmet[one])[1]
        table = [one, other]
        while len(table) < players:
            taken = {camps[one] for one in table}
            free = [
                (sum([met[new][one] for one in table]), played[new], new)
                for new in entries
                if camps[new] not in taken
            ]
            table.append(min(free)[2])
        tables.append(tuple(table))
        for one in table:
            played[one] += 1
            unmet[one].difference_update(table)
            for other in table:
                met[one][other] += 1
    return tables


def _measured(tables: list[Table], camps: list[int]) -> Schedule:
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    played = Counter(one for table in tables for one in table)
    pairs = list(combinations(range(len(camps)), 2))
    counts = [met[frozenset(pair)] for pair in pairs if camps[pair[0]] != camps[pair[1]]]
    matches = [played[one] for one in range(len(camps))]
    apart = len(pairs) - len(counts)
    return Schedule(tuple(tables), (min(counts), max(counts)), (min(matches), max(matches)), apart)


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _times(least: int, most: int) -> str:
    return "once" if least == most == 1 else f"{_span(least, most)} times"
