"""The odds of holding a phase, counted exactly and compared with published figures.

The solver says how many wilds a hand of natural cards needs; this module counts how many hands need so many.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb, factorial, prod, sqrt
from random import Random

import pytest

from arena.phase10.cards import DECK
from arena.phase10.phases import PHASES, GroupKind
from arena.phase10.solver import Counts, best_plan, can_lay

ALL_HANDS = comb(108, 10)

#: Hands dealt for a sample. Its share lies within five standard errors but once in two million samples: for
#: phase 2 that is 1 in 100 of all hands, for phase 7 it is 1 in 800.
DEALT = 50_000

#: Ways to hold so many of the eight cards of a number.
CHOICES = [comb(8, held) for held in range(9)]

COUNTS = {
    1: 7_076_688_286_712,
    2: 11_542_982_404_112,
    3: 2_068_500_398_704,
    4: 6_028_742_383_664,
    5: 2_512_414_175_824,
    6: 771_580_074_832,
    7: 128_608_480_744,
    8: 1_071_555_721_624,
    9: 1_205_167_517_304,
    10: 136_415_907_448,
}

PERCENT_OF_11 = {
    1: 28.290662,
    2: 44.513632,
    3: 11.514958,
    4: 24.468213,
    5: 12.562761,
    6: 5.299892,
    7: 0.959051,
    8: 5.904297,
    9: 6.231559,
    10: 1.012222,
}


@cache
def fillings(naturals: int, wilds: int, size: int) -> int:
    """Ways to complete a hand of `size` with wilds, `wilds` of them at least, and skips."""
    rest = size - naturals
    return sum(comb(8, held) * comb(4, rest - held) for held in range(wilds, min(8, rest) + 1))


def partitions(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """Falling lists of `parts` counts up to `most` with a sum up to `total`."""
    if parts == 0:
        yield ()
        return
    for held in range(min(total, most) + 1):
        for rest in partitions(total - held, parts - 1, held):
            yield (held, *rest)


def arrangements(counts: tuple[int, ...]) -> int:
    """In how many orders the counts can lie."""
    return factorial(len(counts)) // prod(factorial(times) for times in Counter(counts).values())


def by_partitions(phase: int, size: int) -> int:
    """For phases in which only how many there are of each matters, not which: sets and colours."""
    colors = PHASES[phase][0].kind is GroupKind.COLOR
    parts, copies = (4, 24) if colors else (12, 8)
    total = 0
    for counts in partitions(size, parts, copies):
        numbers = [0, *counts, *[0] * (12 - parts)]
        wilds = best_plan(Counts(numbers, list(counts[:4]), 0), phase).wilds
        ways = prod(comb(copies, held) for held in counts) * arrangements(counts)
        total += ways * fillings(sum(counts), wilds, size)
    return total


def ways_to_hold(numbers: int, cards: int) -> int:
    """Hands of `cards` natural cards of exactly these many given numbers, at least one of each."""
    without = [comb(numbers, out) * comb(8 * (numbers - out), cards) for out in range(numbers + 1)]
    return sum((-1) ** out * ways for out, ways in enumerate(without))


def by_presence(phase: int, size: int) -> int:
    """For phases in which only it matters which numbers are there: runs."""
    hands = [[mask >> place & 1 for place in range(12)] for mask in range(4096)]
    needs = Counter((sum(hand), best_plan(Counts([0, *hand], [0] * 4, 0), phase).wilds) for hand in hands)
    return sum(
        masks * ways_to_hold(numbers, held) * fillings(held, wilds, size)
        for (numbers, wilds), masks in needs.items()
        for held in range(numbers, size + 1)
    )


@cache
def by_numbers(phases: tuple[int, ...], most: int) -> dict[tuple[int, int], int]:
    """For a set with a run: every count of every number, but each pair of mirror images only once.

    Hands that hold it by phase and size, for `most` cards and for one less.
    """
    totals = dict.fromkeys(product(phases, (most - 1, most)), 0)
    for counts in histograms(most, 12):
        mirrored = counts[::-1]
        if counts < mirrored:
            continue
        hand, held = Counts([0, *counts], [0] * 4, 0), sum(counts)
        ways = prod([CHOICES[times] for times in counts]) * (1 if counts == mirrored else 2)
        for phase in phases:
            wilds = best_plan(hand, phase).wilds
            for size in range(max(held, most - 1), most + 1):
                totals[phase, size] += ways * fillings(held, wilds, size)
    return totals


def histograms(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All lists of `parts` counts up to 8 with a sum up to `total`."""
    if parts == 0:
        yield ()
        return
    for held in range(min(total, 8) + 1):
        for rest in histograms(total - held, parts - 1):
            yield (held, *rest)


def ways_to_make(phase: int, size: int) -> int:
    """The hands of 10 or 11 cards that hold the phase."""
    match [group.kind for group in PHASES[phase]]:
        case [GroupKind.RUN]:
            return by_presence(phase, size)
        case [GroupKind.SET, GroupKind.RUN]:
            return by_numbers((2, 3), 11)[phase, size]
        case _:
            return by_partitions(phase, size)


# Two phases take long to count.
each_phase = pytest.mark.parametrize(
    "phase", [pytest.param(phase, marks=pytest.mark.slow if phase in (2, 3) else ()) for phase in PHASES]
)


@each_phase
def test_hands_of_ten_that_hold_a_phase_are_exactly_as_many_as_published(phase):
    assert ways_to_make(phase, 10) == COUNTS[phase]


@each_phase
def test_a_card_more_makes_a_phase_as_much_likelier_as_published(phase):
    assert round(100 * ways_to_make(phase, 11) / comb(108, 11), 6) == PERCENT_OF_11[phase]


def test_there_are_as_many_hands_as_the_published_figures_say():
    assert ALL_HANDS == 38_722_819_230_810
    assert round(100 * COUNTS[2] / ALL_HANDS, 6) == 29.809251


@pytest.mark.slow
@pytest.mark.parametrize("size", [10, 11])
def test_the_engine_s_own_test_says_yes_to_as_many_dealt_hands_as_the_odds_allow(size):
    random = Random(size)
    hands = [random.sample(DECK, size) for _ in range(DEALT)]
    for phase in PHASES:
        odds = COUNTS[phase] / ALL_HANDS if size == 10 else PERCENT_OF_11[phase] / 100
        found = sum(can_lay(hand, phase) for hand in hands) / DEALT
        assert abs(found - odds) < 5 * sqrt(odds * (1 - odds) / DEALT), phase
