"""A hand as one number, and from it how many cards its phase misses, which is asked in most turns.

A tally holds the counts of a hand in four bits each: of the twelve numbers, or for a phase of one colour of
the four colours, and above them of the wilds. A card more or less is one addition, and what is held so often
or more is found in all places at once. Lists of counts would take four times as long.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from arena.phase10.cards import COLOR, NUMBER, WILD
from arena.phase10.phases import PHASES, Group, GroupKind

#: Where the wilds begin, above twelve places.
WILDS: Final = 48
_ONES: Final = 0x111111111111  # one in each place
_TOPS: Final = 8 * _ONES  # the highest bit of each place
#: A count of `least` or more, and of none that is less, becomes 8 or more when this is added to it.
_LIFT: Final = tuple((8 - least) * _ONES for least in range(9))

_NUMBERS: Final = (*(1 << 4 * (NUMBER[card] - 1) for card in range(WILD)), 1 << WILDS, 0)
_COLORS: Final = (*(1 << 4 * COLOR[card] for card in range(WILD)), 1 << WILDS, 0)

#: By phase and card, what the card adds to a tally.
WEIGHTS: Final[Mapping[int, Sequence[int]]] = {
    phase: _COLORS if groups[0].kind is GroupKind.COLOR else _NUMBERS for phase, groups in PHASES.items()
}


def tally(hand: Sequence[int], phase: int) -> int:
    """The hand's tally for a phase."""
    weights, total = WEIGHTS[phase], 0
    for card in hand:  # quicker than a sum of whatever kind
        total += weights[card]
    return total


def at_least_missing(tally: int, phase: int) -> int:
    """How many cards have to come, at least, before a hand with this tally can hold the phase.

    It leaves out that groups may need natural cards, so it holds under every rule, and a card more makes it
    less by one at most.
    """
    missing = NEEDS[phase](tally) - (tally >> WILDS)
    return missing if missing > 0 else 0  # noqa: FURB136 - a third of the time of max()


class _Runs(dict[int, int]):
    """By the numbers held, how many others a run of this length takes at least; filled as it is asked."""

    def __init__(self, length: int) -> None:
        self._length = length
        self._windows = [(_TOPS >> 4 * (12 - length)) << 4 * low for low in range(13 - length)]

    def __missing__(self, held: int) -> int:
        most = max((held & window).bit_count() for window in self._windows)
        self[held] = missing = self._length - most
        return missing


def _run(length: int) -> Callable[[int], int]:
    runs = _Runs(length)

    def needs(tally: int) -> int:
        return runs[tally + _LIFT[1] & _TOPS]

    return needs


def _two_sets(larger: int, smaller: int) -> Callable[[int], int]:
    def needs(tally: int) -> int:
        # The larger set takes the fullest number, the smaller the next one, or what the first has to spare.
        most = larger
        while most and not tally + _LIFT[most] & _TOPS:
            most -= 1
        second = most if most < smaller else smaller  # noqa: FURB136 - as above
        while second:
            held = tally + _LIFT[second] & _TOPS
            if held & held - 1 or (most == larger and tally + _LIFT[larger + second] & _TOPS):
                break
            second -= 1
        return larger - most + smaller - second

    return needs


def _set_and_run(size: int, length: int) -> Callable[[int], int]:
    runs = _Runs(length)

    def needs(tally: int) -> int:
        numbers = tally + _LIFT[1] & _TOPS
        run = runs[numbers]
        if tally + _LIFT[size + 1] & _TOPS:
            return run  # a number so full serves the set and the run
        most = size
        while not tally + _LIFT[most] & _TOPS:
            most -= 1
        # The set takes one of the fullest numbers: one with a card less never comes cheaper, since at worst
        # the run misses the one card that the set took from it.
        fullest = tally + _LIFT[most] & _TOPS
        while fullest:
            number = fullest & -fullest
            if runs[numbers & ~number] == run:
                return size - most + run
            fullest ^= number
        return size - most + run + 1

    return needs


def _color(size: int) -> Callable[[int], int]:
    def needs(tally: int) -> int:
        most = size
        while most and not tally + _LIFT[most] & _TOPS:
            most -= 1
        return size - most

    return needs


def _needs(groups: Sequence[Group]) -> Callable[[int], int]:
    """What tells from a tally how many wilds the phase takes, if wilds may stand alone."""
    sizes = [group.size for group in groups]
    match [group.kind for group in groups]:
        case [GroupKind.SET, GroupKind.SET]:
            return _two_sets(*sizes)
        case [GroupKind.SET, GroupKind.RUN]:
            return _set_and_run(*sizes)
        case [GroupKind.RUN]:
            return _run(*sizes)
        case [GroupKind.COLOR]:
            return _color(*sizes)
        case _:
            raise AssertionError(f"no phase is made of {groups}")


#: By phase, from a tally the fewest wilds that the phase takes, if groups may be wilds alone.
NEEDS: Final = {phase: _needs(groups) for phase, groups in PHASES.items()}
