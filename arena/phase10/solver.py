"""What a hand can do: lay a phase down, and hit the melds on the table.

The test is exact. It counts the fewest wilds with which the natural cards complete the phase, which a table
over all 4096 sets of numbers answers for runs at once.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from arena.phase10.cards import COLOR, COLORS, NUMBER, WILD
from arena.phase10.melds import Meld
from arena.phase10.moves import Hit
from arena.phase10.phases import PHASES, Group, GroupKind
from arena.phase10.rules import Naturals

#: More wilds than there are: the cards at hand cannot make the phase at all.
NEVER: Final = 99


class Counts(NamedTuple):
    """A hand by numbers (index 1..12; 0 is unused), by colours (0..3) and its wilds."""

    numbers: list[int]
    colors: list[int]
    wilds: int


def count(hand: Sequence[int]) -> Counts:
    numbers, colors, wilds = [0] * 13, [0] * 4, 0
    for card in hand:
        if card < WILD:
            numbers[NUMBER[card]] += 1
            colors[COLOR[card]] += 1
        elif card == WILD:
            wilds += 1
    return Counts(numbers, colors, wilds)


class Plan(NamedTuple):
    """The cheapest way to make a phase.

    `wilds` is how many it takes, `at` each group's number, lowest number or colour, and `first` how many
    natural cards the first group gets when it is a set (the other may want one of the same number).
    """

    wilds: int
    at: tuple[int, ...]
    first: int = 0


class Lay(NamedTuple):
    """The groups to lay and what groups of wilds stand for, as `Play` takes them."""

    groups: tuple[tuple[int, ...], ...]
    declared: tuple[int | str | None, ...]


_IMPOSSIBLE: Final = Plan(NEVER, ())


def best_plan(counts: Counts, phase: int, naturals: Naturals = Naturals.GROUP) -> Plan:
    """The plan that takes the fewest wilds, however many are at hand; `NEVER` when no number would do."""
    alone = naturals is not Naturals.GROUP  # a group may be wilds alone
    if not any(counts.numbers) and naturals is not Naturals.NONE:
        return _IMPOSSIBLE
    groups = PHASES[phase]
    kinds = [group.kind for group in groups]
    sizes = [group.size for group in groups]
    if kinds == [GroupKind.SET, GroupKind.SET]:
        return _two_sets(counts.numbers, sizes[0], sizes[1], alone=alone)
    if kinds == [GroupKind.SET, GroupKind.RUN]:
        return _set_and_run(counts.numbers, sizes[0], sizes[1], alone=alone)
    if kinds == [GroupKind.RUN]:
        missing, low = _runs(sizes[0])[_mask(counts.numbers)]
        return Plan(missing, (low,))
    fullest = max(range(4), key=counts.colors.__getitem__)
    return Plan(max(0, sizes[0] - counts.colors[fullest]), (fullest,))


def can_lay(hand: Sequence[int], phase: int, naturals: Naturals = Naturals.GROUP) -> bool:
    """Whether the hand holds the phase."""
    counts = count(hand)
    return best_plan(counts, phase, naturals).wilds <= counts.wilds


def find_lay(hand: Sequence[int], phase: int, naturals: Naturals = Naturals.GROUP) -> Lay | None:
    """A way to lay the phase down with the fewest cards and wilds, or None when the hand does not hold it."""
    counts = count(hand)
    plan = best_plan(counts, phase, naturals)
    if plan.wilds > counts.wilds:
        return None
    left = sorted(card for card in hand if card < WILD)
    groups = []
    for place, (group, at) in enumerate(zip(PHASES[phase], plan.at, strict=True)):
        most = plan.first if place == 0 and group.kind is GroupKind.SET else group.size
        cards = _fill(group, at, left, most)
        groups.append(cards)
        for card in cards:
            if card != WILD:
                left.remove(card)
    declared = tuple(
        _declared(group, at) if all(card == WILD for card in cards) else None
        for group, at, cards in zip(PHASES[phase], plan.at, groups, strict=True)
    )
    return Lay(tuple(groups), declared if any(named is not None for named in declared) else ())


def find_hits(hand: Sequence[int], melds: Sequence[Meld]) -> Iterator[Hit]:
    """Every single hit that the cards could make on the melds, each of equal cards once."""
    kinds = set(hand)
    for index, meld in enumerate(melds):
        for card in sorted(kinds & meld.accepts()):
            for end in meld.ends() if card == WILD else (None,):
                yield Hit(card, index, end)


def _two_sets(numbers: Sequence[int], larger: int, smaller: int, *, alone: bool) -> Plan:
    # The larger set takes the fullest number: swapping two numbers never saves a wild.
    one, two = sorted(range(1, 13), key=numbers.__getitem__, reverse=True)[:2]
    most = numbers[one]
    plan = _IMPOSSIBLE
    if numbers[two] or alone:
        plan = Plan(max(0, larger - most) + max(0, smaller - numbers[two]), (one, two), min(larger, most))
    if most >= 2:
        shared = Plan(max(0, larger + smaller - most), (one, one), min(larger, most - 1))
        plan = min(plan, shared, key=_wilds)
    return plan


def _set_and_run(numbers: Sequence[int], size: int, length: int, *, alone: bool) -> Plan:
    runs, mask = _runs(length), _mask(numbers)
    best = _IMPOSSIBLE
    for number in range(1, 13):
        held = numbers[number]
        others = mask & ~(1 << number - 1)
        if (held and others) or alone:  # the run does without this number
            missing, low = runs[others]
            wilds = max(0, size - held) + missing
            if wilds < best.wilds:
                best = Plan(wilds, (number, low), min(size, held))
        if held >= 2 or (held and alone):  # the run may have one of it
            missing, low = runs[mask]
            wilds = max(0, size - held + 1) + missing
            if wilds < best.wilds:
                best = Plan(wilds, (number, low), min(size, held - 1))
    return best


def _wilds(plan: Plan) -> int:
    return plan.wilds


def _mask(numbers: Sequence[int]) -> int:
    """The numbers at hand as bits, 1 the lowest."""
    mask = 0
    for number in range(1, 13):
        if numbers[number]:
            mask |= 1 << number - 1
    return mask


@cache
def _runs(length: int) -> list[tuple[int, int]]:
    """By set of numbers as bits: the fewest numbers that a run of this length misses, and its lowest."""
    windows = [(low, ((1 << length) - 1) << low - 1) for low in range(1, 14 - length)]
    return [
        min((length - (mask & window).bit_count(), low) for low, window in windows) for mask in range(4096)
    ]


def _fill(group: Group, at: int, left: Sequence[int], most: int) -> tuple[int, ...]:
    """The cards of one group, its natural cards first taken from `left`, the rest wilds."""
    if group.kind is GroupKind.RUN:
        by_number = {NUMBER[card]: card for card in left}
        return tuple(by_number.get(number, WILD) for number in range(at, at + group.size))
    table = COLOR if group.kind is GroupKind.COLOR else NUMBER
    fitting = [card for card in left if table[card] == at][:most]
    return (*fitting, *[WILD] * (group.size - len(fitting)))


def _declared(group: Group, at: int) -> int | str:
    """What a group of wilds says it stands for."""
    return COLORS[at] if group.kind is GroupKind.COLOR else at
