"""The solver against a search that tries everything, and against the published odds."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from arena.phase10.cards import KINDS, WILD, natural
from arena.phase10.errors import IllegalMove
from arena.phase10.melds import Meld, check_naturals, make_meld
from arena.phase10.moves import End
from arena.phase10.phases import PHASES, Group, GroupKind
from arena.phase10.rules import Naturals
from arena.phase10.solver import Lay, best_plan, can_lay, count, find_hits, find_lay
from tests.arena.phase10.table import a_color, a_run, a_set, cards


def legal(phase: int, lay: Lay, naturals: Naturals) -> bool:
    """Whether the engine's own check takes the groups."""
    declared = lay.declared or (None,) * len(lay.groups)
    try:
        melds = [make_meld(0, *group) for group in zip(PHASES[phase], lay.groups, declared, strict=True)]
        check_naturals(melds, naturals)
    except IllegalMove:
        return False
    return True


def naive(hand: list[int], phase: int) -> bool:
    """Every choice of cards for every group, in every place that matters; natural cards in each group."""
    first, *others = PHASES[phase]
    for chosen in set(combinations(sorted(hand), first.size)):
        left = Counter(hand) - Counter(chosen)
        if not _makes(first, chosen):
            continue
        if not others:
            return True
        rests = set(combinations(sorted(left.elements()), others[0].size))
        if any(_makes(others[0], rest) for rest in rests):
            return True
    return False


def _makes(group: Group, chosen: tuple[int, ...]) -> bool:
    """Whether the cards, in some order, are the group."""
    wilds = chosen.count(WILD)
    ordered = chosen[: len(chosen) - wilds]
    if group.kind is not GroupKind.RUN:
        return _is_group(group, chosen)
    places = combinations(range(len(chosen)), wilds)
    return any(_is_group(group, _with_wilds(ordered, set(wild), len(chosen))) for wild in places)


def _with_wilds(ordered: tuple[int, ...], wild: set[int], size: int) -> tuple[int, ...]:
    rest = iter(ordered)
    return tuple(WILD if place in wild else next(rest) for place in range(size))


def _is_group(group: Group, chosen: tuple[int, ...]) -> bool:
    try:
        make_meld(0, group, chosen, None)
    except IllegalMove:
        return False
    return True


def narrow_hand(random: Random, size: int) -> list[int]:
    """A hand from few numbers and many wilds, so that phases are neither rare nor certain; no skips."""
    low = random.randint(1, 8)
    numbers = [natural(random.randint(low, low + 4), random.randint(0, 3)) for _ in range(size)]
    return sorted(WILD if random.random() < 0.25 else card for card in numbers)


@pytest.mark.parametrize("phase", [1, 2, 3, 4, 7, 8, 9, 10])
def test_the_solver_finds_a_phase_exactly_when_trying_everything_does(phase):
    random = Random(phase)
    found = Counter(
        (can_lay(hand, phase), naive(hand, phase))
        for hand in (narrow_hand(random, random.randint(7, 9)) for _ in range(120))
    )
    assert set(found) <= {(True, True), (False, False)}
    assert len(found) == 2


@pytest.mark.parametrize("naturals", Naturals)
@pytest.mark.parametrize("phase", PHASES)
def test_what_the_solver_finds_is_legal_and_comes_from_the_hand(phase, naturals):
    random = Random(phase)
    laid = 0
    for _ in range(300):
        hand = narrow_hand(random, 11)
        lay = find_lay(hand, phase, naturals)
        assert (lay is not None) == can_lay(hand, phase, naturals)
        if lay is not None:
            laid += 1
            assert legal(phase, lay, naturals)
            assert not Counter(card for group in lay.groups for card in group) - Counter(hand)
    assert laid


@pytest.mark.parametrize(
    ("text", "phase", "naturals", "holds"),
    [
        ("W W W W W W W W", 1, Naturals.NONE, True),
        ("W W W W W W W W", 1, Naturals.PHASE, False),
        ("W W W W W R5", 1, Naturals.PHASE, True),
        ("W W W W W R5", 1, Naturals.GROUP, False),
        ("W W W W R5 R5", 1, Naturals.GROUP, True),
        ("W W W W W W W", 4, Naturals.NONE, True),
        ("W W W W W W W", 4, Naturals.GROUP, False),
        ("W W W W W W G3", 8, Naturals.GROUP, True),
        ("S S S S R1 R2", 1, Naturals.NONE, False),
        ("", 10, Naturals.NONE, False),
    ],
)
def test_hands_of_wilds_hold_a_phase_as_the_rule_for_naturals_says(text, phase, naturals, holds):
    assert can_lay(cards(text), phase, naturals) is holds


def test_the_plan_counts_the_wilds_that_are_missing():
    assert best_plan(count(cards("R5 B5 R9")), 1).wilds == 3


def test_single_hits_are_each_kind_of_card_on_each_end_that_takes_it():
    melds = [a_set("R5 B5 Y5"), a_run("R2 R3 R4 R5"), a_color("G1 G2 G3 G4 G6 G7 G8")]
    found = {(hit.card, hit.meld, hit.end) for hit in find_hits(cards("G5 G5 W R1 R12 S"), melds)}
    low, high = End.LOW, End.HIGH
    green5, red1 = cards("G5 R1")
    assert found == {
        (green5, 0, None),
        (WILD, 0, None),
        (red1, 1, None),
        (WILD, 1, low),
        (WILD, 1, high),
        (green5, 2, None),
        (WILD, 2, None),
    }


@pytest.mark.parametrize("card", range(KINDS))
def test_every_single_hit_that_is_found_is_legal_and_no_other_is(card):
    melds = [a_set("R5 B5"), a_run("R2 R3 R4 W"), a_run("W R10 R11 R12"), a_color("G1 G2 G3 G4 G6 G7 W")]
    places = [(index, end) for index in range(4) for end in (None, End.LOW, End.HIGH)]
    found = {(hit.meld, hit.end) for hit in find_hits([card], melds)}
    assert found == {(index, end) for index, end in places if takes(melds[index], card, end)}


def takes(meld: Meld, card: int, end: End | None) -> bool:
    """Whether the meld takes the card there; a natural card need not name the end, and is found without."""
    try:
        meld.hit(card, end)
    except IllegalMove:
        return False
    return card == WILD or end is None
