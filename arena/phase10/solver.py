"""What a hand can do: lay a phase down, and hit the melds on the table.

The test is exact. It counts the fewest wilds with which the natural cards complete the phase, which a table
over all 4096 sets of numbers answers for runs at once.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from arena.phase10.cards import COLOR, COLORS, NUMBER, WILD
from arena.phase10.melds import Meld
from arena.phase10.moves import Hit, hit_of
from arena.phase10.phases import PHASES, Group, GroupKind
from arena.phase10.rules import Naturals
from arena.phase10.tally import NEEDS, WILDS, tally

# Looked up for every hand, where a module's name is cheaper than a member of an enumeration.
_SET, _RUN, _COLOR = GroupKind.SET, GroupKind.RUN, GroupKind.COLOR
_GROUP_NATURALS, _NO_NATURALS = Naturals.GROUP, Naturals.NONE

#: More wilds than there are: the cards at hand cannot make the phase at all.
NEVER: Final = 99


class Counts(NamedTuple):
    """A hand by numbers (index 1..12; 0 is unused), by colours (0..3) and its wilds."""

    numbers: list[int]
    colors: list[int]
    wilds: int


def count(hand: Sequence[int]) -> Counts:
    return Counts(_numbers(hand), _colors(hand), hand.count(WILD))


def _numbers(hand: Sequence[int]) -> list[int]:
    numbers = [0] * 13
    for card in hand:
        numbers[NUMBER[card]] += 1
    numbers[0] = 0  # the wilds and skips, which have no number
    return numbers


def _colors(hand: Sequence[int]) -> list[int]:
    colors = [0] * 5
    for card in hand:
        colors[COLOR[card]] += 1
    del colors[-1]  # the wilds and skips, which have no colour
    return colors


class Plan(NamedTuple):
    """The cheapest way to make a phase.

    `wilds` is how many it takes, `at` each group's number, lowest number or colour, and `first` how many
    natural cards the first group gets when it is a set (the other may want one of the same number).
    """

    wilds: int
    at: tuple[int, ...]
    first: int = 0


# A plan before it has names.
RawPlan = tuple[int, tuple[int, ...], int]

_IMPOSSIBLE: Final[RawPlan] = (NEVER, (), 0)

_OF_COLOR: Final = {phase for phase, groups in PHASES.items() if groups[0].kind is _COLOR}
#: By phase the size of its smallest group.
_SMALLEST: Final = {phase: min(group.size for group in groups) for phase, groups in PHASES.items()}

# The bit of each number among the 4096 sets of numbers; there is no number 0.
_BITS: Final = (0, *(1 << number - 1 for number in range(1, 13)))


class Lay(NamedTuple):
    """The groups to lay and what groups of wilds stand for, as `Play` takes them."""

    groups: tuple[tuple[int, ...], ...]
    declared: tuple[int | str | None, ...]


def best_plan(counts: Counts, phase: int, naturals: Naturals = Naturals.GROUP) -> Plan:
    """The plan that takes the fewest wilds, however many are at hand; `NEVER` when no number would do."""
    if phase in _OF_COLOR:
        return Plan(*_one_color(counts.colors, phase, naturals))
    return Plan(*_by_numbers(counts.numbers, phase, naturals))


def can_lay(hand: Sequence[int], phase: int, naturals: Naturals = Naturals.GROUP) -> bool:
    """Whether the hand holds the phase."""
    return not missing(hand, phase, naturals)


def missing(hand: Sequence[int], phase: int, naturals: Naturals = Naturals.GROUP) -> int:
    """How many cards have to come, at least, before the hand can hold the phase; 0 when it does."""
    held = tally(hand, phase)
    wilds = held >> WILDS
    least = NEEDS[phase](held) - wilds
    if least > 0:
        return least
    # Where there are too few wilds to fill a group, each group has a natural card of itself.
    if wilds < _SMALLEST[phase] or best_plan(count(hand), phase, naturals).wilds <= wilds:
        return 0
    return 1


def find_lay(hand: Sequence[int], phase: int, naturals: Naturals = Naturals.GROUP) -> Lay | None:
    """A way to lay the phase down with the fewest cards and wilds, or None when the hand does not hold it."""
    if phase in _OF_COLOR:
        wilds, places, first = _one_color(_colors(hand), phase, naturals)
    else:
        wilds, places, first = _by_numbers(_numbers(hand), phase, naturals)
    if wilds > hand.count(WILD):
        return None
    left = sorted([card for card in hand if card < WILD])
    groups: list[tuple[int, ...]] = []
    for group, at in zip(PHASES[phase], places, strict=True):
        if groups:
            for card in groups[-1]:
                if card != WILD:
                    left.remove(card)
        kind, size = group
        groups.append(_fill(group, at, left, first if kind is _SET and not groups else size))
    if naturals is _GROUP_NATURALS:
        return Lay(tuple(groups), ())
    declared = tuple(
        _declared(group, at) if cards.count(WILD) == len(cards) else None
        for group, at, cards in zip(PHASES[phase], places, groups, strict=True)
    )
    return Lay(tuple(groups), declared if any(named is not None for named in declared) else ())


def find_hits(hand: Sequence[int], melds: Sequence[Meld]) -> list[Hit]:
    """Every single hit that the cards could make on the melds, each of equal cards once."""
    hits = []
    for index, meld in enumerate(melds):
        takes = meld.accepts()
        if takes.isdisjoint(hand):
            continue
        for card in sorted(takes.intersection(hand)):
            hits += (
                [hit_of(card, index, end) for end in meld.ends()] if card == WILD else [hit_of(card, index)]
            )
    return hits


def _one_color(colors: Sequence[int], phase: int, naturals: Naturals) -> RawPlan:
    held = max(colors)
    if not held and naturals is not _NO_NATURALS:
        return _IMPOSSIBLE
    size = PHASES[phase][0].size
    return size - held if held < size else 0, (colors.index(held),), 0


def _by_numbers(numbers: Sequence[int], phase: int, naturals: Naturals) -> RawPlan:
    if naturals is not _NO_NATURALS and not any(numbers):
        return _IMPOSSIBLE
    alone = naturals is not _GROUP_NATURALS  # a group may be wilds alone
    (kind, size), *others = PHASES[phase]
    if kind is _RUN:
        missing, low = _runs(size)[_mask(numbers)]
        return missing, (low,), 0
    if others[0].kind is _RUN:
        return _set_and_run(numbers, size, others[0].size, alone=alone)
    return _two_sets(numbers, size, others[0].size, alone=alone)


def _two_sets(numbers: Sequence[int], larger: int, smaller: int, *, alone: bool) -> RawPlan:
    # The larger set takes the fullest number: swapping two numbers never saves a wild.
    *_, next_most, most = sorted(numbers)
    one = numbers.index(most, 1)  # there is no number 0
    plan = _IMPOSSIBLE
    if next_most or alone:
        two = numbers.index(next_most, one + 1 if next_most == most else 1)
        plan = max(0, larger - most) + max(0, smaller - next_most), (one, two), min(larger, most)
    if most >= 2:
        wilds = max(0, larger + smaller - most)
        if wilds < plan[0]:
            plan = wilds, (one, one), min(larger, most - 1)
    return plan


def _set_and_run(numbers: Sequence[int], size: int, length: int, *, alone: bool) -> RawPlan:
    runs, mask = _runs(length), _mask(numbers)
    plan = _IMPOSSIBLE
    missing_of_all, low_of_all = runs[mask]
    for number, held in enumerate(numbers):
        if not number or not (held or alone):
            continue
        short = size - held if held < size else 0
        others = mask & ~_BITS[number]
        if others or alone:  # the run does without this number
            missing, low = runs[others]
            if short + missing < plan[0]:
                plan = short + missing, (number, low), min(size, held)
        if held >= 2 or (held and alone):  # the run may have one of it
            wilds = max(0, size - held + 1) + missing_of_all
            if wilds < plan[0]:
                plan = wilds, (number, low_of_all), min(size, held - 1)
    return plan


def _mask(numbers: Sequence[int]) -> int:
    """The numbers at hand as bits, 1 the lowest."""
    mask = 0
    for held, bit in zip(numbers, _BITS, strict=True):
        if held:
            mask |= bit
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
    kind, size = group
    if kind is _RUN:
        by_number = {NUMBER[card]: card for card in left}
        return tuple([by_number.get(number, WILD) for number in range(at, at + size)])
    table = COLOR if kind is _COLOR else NUMBER
    fitting = [card for card in left if table[card] == at][:most]
    return (*fitting, *[WILD] * (size - len(fitting)))


def _declared(group: Group, at: int) -> int | str:
    """What a group of wilds says it stands for."""
    return COLORS[at] if group.kind is _COLOR else at
