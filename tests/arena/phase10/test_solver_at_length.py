"""The solver against a search that tries every choice, on 100,000 hands for every phase and rule."""

from functools import cache
from random import Random

import numpy as np
import pytest

from arena.phase10.cards import DECK, WILD, natural
from arena.phase10.phases import PHASES
from arena.phase10.rules import Naturals
from arena.phase10.solver import can_lay
from tests.arena.phase10.naive import Hands, holds

HANDS = 100_000


@cache
def hands(size: int) -> np.ndarray:
    """Half as dealt, half from few numbers and many wilds, where phases are neither rare nor certain."""
    random = Random(size)
    dealt = [random.sample(DECK, size) for _ in range(HANDS // 2)]
    return np.array(dealt + [narrow(random, size) for _ in range(HANDS // 2)])


def narrow(random: Random, size: int) -> list[int]:
    low, width, wild = random.randint(1, 9), random.randint(1, 12), random.choice([0.1, 0.3, 0.6])
    numbers = [min(12, random.randint(low, low + width)) for _ in range(size)]
    return [
        WILD if random.random() < wild else natural(number, random.randrange(4) & random.randrange(4))
        for number in numbers
    ]


@pytest.mark.slow
@pytest.mark.parametrize("naturals", Naturals)
@pytest.mark.parametrize("phase", PHASES)
def test_the_solver_holds_what_some_choice_of_cards_makes_and_nothing_else(phase, naturals):
    table = hands(10 if phase % 2 else 11)
    answers = holds(Hands(table), phase, naturals)
    assert [can_lay(hand, phase, naturals) for hand in table.tolist()] == answers.tolist()
    assert 0.02 < answers.mean() < 0.9
