"""A hand as one number, and from it how many cards its phase misses, which is asked in most turns.

A tally holds the counts of a hand in four bits each: of the twelve numbers, or for a phase of one colour of
the four colours, and above them of the wilds. A card more or less is one addition, and what is held so often
or more is found in all places at once. Lists of counts would take four times as long.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
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
    w, total = WEIGHTS[phase], 0
    # Hands before and after a draw, which are most that are asked about: a loop takes twice as long.
    if len(hand) == 11:
        a, b, c, d, e, f, g, h, i, j, k = hand
        return w[a] + w[b] + w[c] + w[d] + w[e] + w[f] + w[g] + w[h] + w[i] + w[j] + w[k]
    if len(hand) == 10:
        a, b, c, d, e, f, g, h, i, j = hand
        return w[a] + w[b] + w[c] + w[d] + w[e] + w[f] + w[g] + w[h] + w[i] + w[j]
    for card in hand:  # quicker than a sum of whatever kind
        total += w[card]
    return total


def at_least_missing(tally: int, phase: int) -> int:
    """How many cards have to come, at least, before a hand with this tally can hold the phase.

    It leaves out that groups may need natural cards, so it holds under every rule, and a card more makes it
    less by one at most.
    """
    missing = NEEDS[phase](tally) - (tally >> WILDS)
    return missing if missing > 0 else 0  # noqa: FURB136 - a third of the time of max()


class _Runs(dict[int, tuple[int, int]]):
    """By the numbers held, how many others a run of this length takes at least, and which it needs none of.

    Filled as it is asked.
    """

    def __init__(self, length: int) -> None:
        self._length = length
        self._windows = [(_TOPS >> 4 * (12 - length)) << 4 * low for low in range(13 - length)]

    def __missing__(self, held: int) -> tuple[int, int]:
        counts = [(held & window).bit_count() for window in self._windows]
        most, needed = max(counts), _TOPS
        for window, count in zip(self._windows, counts, strict=True):
            if count == most:
                needed &= window
        self[held] = answer = self._length - most, _TOPS & ~needed
        return answer


_runs: Final = cache(_Runs)


def _run(length: int) -> Callable[[int], int]:
    runs, one = _runs(length), _LIFT[1]

    def needs(tally: int) -> int:
        return runs[tally + one & _TOPS][0]

    return needs


def _levels(size: int) -> Sequence[tuple[int, int]]:
    """What to add to a tally to find which numbers are held so often, most often first."""
    return [(held, _LIFT[held]) for held in range(size, 0, -1)]


def _two_sets(larger: int, smaller: int) -> Callable[[int], int]:
    levels = _levels(larger)

    def needs(tally: int) -> int:
        # The larger set takes the fullest number, the smaller the next one, or what the first has to spare.
        for most, lift in levels:
            fullest = tally + lift & _TOPS
            if not fullest:
                continue
            second = most if most < smaller else smaller  # noqa: FURB136 - a third of the time of min()
            if not fullest & fullest - 1:  # there is but one of them
                if second == most < larger:
                    second -= 1
                while second:
                    held = tally + _LIFT[second] & _TOPS
                    if held & held - 1 or (most == larger and tally + _LIFT[larger + second] & _TOPS):
                        break
                    second -= 1
            return larger - most + smaller - second
        return larger + smaller

    return needs


def _set_and_run(size: int, length: int) -> Callable[[int], int]:
    runs, one, more, levels = _runs(length), _LIFT[1], _LIFT[size + 1], _levels(size)

    def needs(tally: int) -> int:
        run, spare = runs[tally + one & _TOPS]
        if tally + more & _TOPS:
            return run  # a number so full serves the set and the run
        # The set takes one of the fullest numbers: one with a card less never comes cheaper, since at worst
        # the run misses the one card that the set took from it.
        for most, lift in levels:
            fullest = tally + lift & _TOPS
            if fullest:
                return size - most + run if fullest & spare else size - most + run + 1
        return size + run

    return needs


def _color(size: int) -> Callable[[int], int]:
    levels = _levels(size)

    def needs(tally: int) -> int:
        for most, lift in levels:
            if tally + lift & _TOPS:
                return size - most
        return size

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
