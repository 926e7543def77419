"""A search for phases that tries every choice there is, on many hands at once.

A hand holds a phase when it can give some choice of numbers, natural cards for each group, and wilds for the
rest. All choices are listed, none is ruled out beforehand; numpy asks each of them of all hands together.
"""

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from arena.phase10.cards import COLOR, NUMBER, WILD
from arena.phase10.phases import PHASES, GroupKind
from arena.phase10.rules import Naturals

Answers = NDArray[np.bool_]

# What one group may take: its naturals, as (what of, how many of it), and how many wilds.
Choice = tuple[tuple[tuple[int, int], ...], int]


class Hands:
    """Hands as a table: by hand the cards of each number, those of each colour, and the wilds."""

    def __init__(self, hands: NDArray[np.int_]) -> None:
        numbers, colors = np.array(NUMBER)[hands], np.array(COLOR)[hands]
        self.size = len(hands)
        self.numbers = [_at_least(numbers == number) for number in range(13)]
        self.colors = [_at_least(colors == color) for color in range(4)]
        self.wilds = _at_least(hands == WILD)


def _at_least(there: Answers) -> list[Answers]:
    """By count, which hands have so many cards and more."""
    held = there.sum(axis=1)
    return [held >= count for count in range(2 * there.shape[1])]


def holds(hands: Hands, phase: int, naturals: Naturals) -> Answers:
    """For each hand whether some choice for every group of the phase can be taken from it."""
    kinds = [group.kind for group in PHASES[phase]]
    held = hands.colors if GroupKind.COLOR in kinds else hands.numbers
    answer = np.zeros(hands.size, dtype=bool)
    for groups in product(*[list(_choices(kind, size)) for kind, size in PHASES[phase]]):
        if _enough_naturals(groups, naturals):
            answer |= _has(held, hands.wilds, groups)
    return answer


def _choices(kind: GroupKind, size: int) -> Iterator[Choice]:
    if kind is GroupKind.RUN:
        for low in range(1, 14 - size):
            for natural in range(size + 1):
                for places in combinations(range(low, low + size), natural):
                    yield tuple((number, 1) for number in places), size - natural
        return
    for of in range(4) if kind is GroupKind.COLOR else range(1, 13):
        for natural in range(size + 1):
            yield ((of, natural),) if natural else (), size - natural


def _enough_naturals(groups: tuple[Choice, ...], naturals: Naturals) -> bool:
    some = [bool(taken) for taken, _ in groups]
    return {Naturals.GROUP: all(some), Naturals.PHASE: any(some), Naturals.NONE: True}[naturals]


def _has(held: list[list[Answers]], wilds: list[Answers], groups: tuple[Choice, ...]) -> Answers:
    needed: dict[int, int] = {}
    for taken, _ in groups:
        for of, count in taken:
            needed[of] = needed.get(of, 0) + count
    answer = wilds[sum(wild for _, wild in groups)].copy()
    for of, count in needed.items():
        answer &= held[of][count]
    return answer
