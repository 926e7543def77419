"""The solver against a search that tries everything, and against the published odds."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from arena.phase10.cards import COLORS, DECK, KINDS, SKIP, WILD, natural
from arena.phase10.deal import Deal
from arena.phase10.errors import IllegalMove
from arena.phase10.melds import Meld, check_naturals, make_meld
from arena.phase10.moves import End, Hit, Play
from arena.phase10.notation import write_cards
from arena.phase10.phases import PHASES, Group, GroupKind
from arena.phase10.rules import Naturals
from arena.phase10.solver import Lay, best_plan, can_lay, count, find_hits, find_lay
from arena.phase10.trial import Trial
from tests.arena.phase10.table import a_color, a_deal, a_run, a_set, cards


def legal(phase: int, lay: Lay, naturals: Naturals) -> bool:
    """Whether the engine's own check takes the groups."""
    declared = lay.declared or (None,) * len(lay.groups)
    try:
        melds = [make_meld(0, *group) for group in zip(PHASES[phase], lay.groups, declared, strict=True)]
        check_naturals(melds, naturals)
    except IllegalMove:
        return False
    return True


def lays(hand: list[int], phase: int) -> Iterator[Lay]:
    """Every choice of as many cards as each group takes, in every order that matters."""
    first, *others = PHASES[phase]
    for one, left in _choices(first, hand):
        for two, _ in _choices(others[0], left) if others else [(None, left)]:
            groups = [one] if two is None else [one, two]
            yield Lay(tuple(cards for cards, _ in groups), tuple(declared for _, declared in groups))


def _choices(group: Group, hand: list[int]) -> Iterator[tuple[tuple[tuple[int, ...], Any], list[int]]]:
    """Cards for the group with what wilds alone may stand for, and the cards left."""
    kind, size = group
    for chosen in set(combinations(sorted(hand), size)):
        left = list((Counter(hand) - Counter(chosen)).elements())
        wilds = chosen.count(WILD)
        natural_cards = chosen[: size - wilds] if SKIP not in chosen else chosen
        for places in combinations(range(size), wilds) if kind is GroupKind.RUN else [tuple(range(wilds))]:
            placed = _with_wilds(natural_cards, set(places), size)
            for stands_for in (*range(1, 13), *COLORS) if wilds == size else [None]:
                yield (placed, stands_for), left


def _with_wilds(ordered: tuple[int, ...], wild: set[int], size: int) -> tuple[int, ...]:
    rest = iter(ordered)
    return tuple(WILD if place in wild else next(rest) for place in range(size))


def narrow_hand(random: Random, size: int) -> list[int]:
    """A hand from few numbers and many wilds, so that phases are neither rare nor certain; no skips."""
    low = random.randint(1, 8)
    numbers = [natural(random.randint(low, low + 4), random.randint(0, 3)) for _ in range(size)]
    return sorted(WILD if random.random() < 0.25 else card for card in numbers)


@pytest.mark.parametrize("naturals", Naturals)
@pytest.mark.parametrize("phase", PHASES)
def test_the_solver_finds_a_phase_exactly_when_the_referee_takes_some_choice_of_cards(phase, naturals):
    random = Random(phase)
    size = sum(group.size for group in PHASES[phase])
    found = Counter(
        (can_lay(hand, phase, naturals), any(legal(phase, lay, naturals) for lay in lays(hand, phase)))
        for hand in (narrow_hand(random, random.randint(size, size + 1)) for _ in range(60))
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


@pytest.mark.parametrize("number", range(40))
def test_the_referee_takes_every_hit_that_is_found_and_no_other_card_or_place(number):
    random = Random(number)
    hand = sorted(random.sample(DECK, 5))
    melds = [some_meld(random) for _ in range(random.randint(1, 5))]
    deal = a_deal(spelt(hand), melds=melds, down=[0])
    tried = product(range(KINDS), range(-1, len(melds) + 1), (None, End.LOW, End.HIGH))
    taken = {(card, meld, end) for card, meld, end in tried if referee_takes(deal, Hit(card, meld, end))}
    # A natural card may also name the end of a run that it goes to.
    unnamed = {(card, meld, end if card == WILD else None) for card, meld, end in taken}
    assert unnamed == {(hit.card, hit.meld, hit.end) for hit in find_hits(hand, melds)}
    assert all((card, meld, None) in taken for card, meld, _ in taken if card != WILD)


def some_meld(random: Random) -> Meld:
    size = random.randint(4, 12)
    low = random.randint(1, 13 - size)
    cards_of = {
        GroupKind.RUN: [natural(low + step, random.randrange(4)) for step in range(size)],
        GroupKind.SET: [natural(random.randint(1, 12), 0)] * 3,
        GroupKind.COLOR: [natural(number, random.randrange(4)) for number in range(1, 8)][:1] * 7,
    }
    kind = random.choice(list(cards_of))
    cards = [WILD if place and random.random() < 0.3 else card for place, card in enumerate(cards_of[kind])]
    return make_meld(1, Group(kind, len(cards)), cards, None)


def spelt(hand: list[int]) -> str:
    return " ".join(write_cards(hand))


def referee_takes(deal: Deal, hit: Hit) -> bool:
    """Whether the hit is legal as a whole play, with some card discarded after it."""
    discard = next(card for card in deal.hands[0] if card not in (SKIP, hit.card))
    try:
        Trial(deal).run(Play(hits=(hit,), discard=discard))
    except IllegalMove:
        return False
    return True
