"""Who meets whom in one round: every pair, as evenly as tables of that size allow.

Seats need no balancing here, since a match plays every block once in each seat rotation. What differs
between designs is how often two entries meet, so a `Schedule` states that in figures.
"""

import math
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
    the same number of matches, in each seat equally often, and pair counts differ by one at most (shown for
    3 to 40 entries by test; more come out so too, and the counts say when they do not).

    With `owners`, one for each entry, no table holds two bots of one owner (`None` is an owner with no other
    bot). Then evenness can be impossible: at tables of four, of owners with 2, 1, 1 and 1 bots the latter
    three meet at every table and the former's two at half of them. Promised instead: all who may meet do,
    and each table is built around the pair that met least, of those who played least.

    Raises `ScheduleError` when the entries, or their owners, cannot fill one table.
    """
    refuse_field(entries=entries, players=players, owners=owners)
    camps = camps_of(entries, owners)
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
    camps = len(set(camps_of(entries, owners)))
    if camps < players:
        raise ScheduleError(
            f"A table needs bots of {players} different owners, and the {entries} bots entered have"
            f" {camps}: enter bots of more owners, or house bots."
        )


def camps_of(entries: int, owners: Sequence[Hashable | None] | None) -> list[int]:
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
    """Turn a few base tables through all entries, so that each comes once to every seat of every base.

    Two entries x and y then meet as often as the distance x - y occurs in the base tables, so balancing
    all pairs is balancing the distances 1..entries/2, a far smaller search.
    """
    if entries == players:
        return [tuple(range(entries))]
    within = players * (players - 1) // 2
    fewest = -(-(entries // 2) // within)
    best: _Design | None = None
    # Hardly a field of many comes out even with the fewest; more than twice as many buy no better balance.
    for bases in range(fewest + fewest // 8, 2 * fewest + 4, 1 + fewest // 8):
        design = _Design(entries, players, bases)
        design.cool()
        if best is None or design.spread < best.spread:
            best = design
        if best.spread <= 1:
            break
    assert best is not None
    return [
        tuple((seat + turn) % entries for seat in base) for turn in range(entries) for base in best.evenest
    ]


class _Design:
    """Base tables and how often each distance occurs in them, which is how often such pairs meet.

    Made even by simulated annealing: random numbers are put on random seats, and what makes the distances
    less even is kept more and more rarely. The generator's seed is fixed, so the same field gives the same
    round again.
    """

    def __init__(self, entries: int, players: int, bases: int) -> None:
        self._draw = random.Random(entries * 100 + bases)  # noqa: S311 - a search, not a secret
        self.entries = entries
        self.bases = [self._draw.sample(range(entries), players) for _ in range(bases)]
        self._distance = [min(step, entries - step) for step in range(entries)]
        # Half way round, a full turn brings each such pair together twice.
        self._weight = [2 if 2 * step == entries else 1 for step in range(entries)]
        self._counts = [0] * (entries // 2 + 1)
        for base in self.bases:
            for seat, number in enumerate(base):
                self._seat(number, base[:seat])
        self.spread, self.evenest = self._unevenness(), [list(base) for base in self.bases]

    def cool(self) -> None:
        """Search until no two distances differ by more than one, or patience ends."""
        steps = 60_000 + 200 * self.entries
        for step in range(steps):
            if step % 50 == 0 and self._look() <= 1:
                return
            self._move(heat=3 * (1 - step / steps) + 0.3)
        self._look()

    def _look(self) -> int:
        spread = self._unevenness()
        if spread < self.spread:
            self.spread, self.evenest = spread, [list(base) for base in self.bases]
        return self.spread

    def _unevenness(self) -> int:
        """0 and 1 are as even as can be; a pair that never meets is worse than any unevenness."""
        counts = self._counts[1:]
        return max(counts) - min(counts) + (0 if min(counts) else sum(counts))

    def _move(self, heat: float) -> None:
        base = self._draw.choice(self.bases)
        seat, new = self._draw.randrange(len(base)), self._draw.randrange(self.entries)
        if new in base:
            return
        old = base[seat]
        others = base[:seat] + base[seat + 1 :]
        worse = self._seat(new, others, left=old)
        if worse <= 0 or self._draw.random() < math.exp(-worse / heat):
            base[seat] = new
        else:
            self._seat(old, others, left=new)

    def _seat(self, new: int, others: list[int], *, left: int | None = None) -> int:
        """Count `new` in among `others`, instead of who `left`; by how much the sum of squares has grown."""
        counts, grown = self._counts, 0
        for sign, number in ((-1, left), (1, new)):
            if number is None:
                continue
            for other in others:
                step = (number - other) % self.entries
                at, weight = self._distance[step], self._weight[step]
                grown += weight * (weight + 2 * sign * counts[at])
                counts[at] += sign * weight
        return grown


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
