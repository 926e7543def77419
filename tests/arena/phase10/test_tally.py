"""Tallies against a recount, and what they say is missing against the solver."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from arena.phase10.cards import DECK, NUMBER, WILD
from arena.phase10.phases import PHASES
from arena.phase10.rules import Naturals
from arena.phase10.solver import best_plan, can_lay, count
from arena.phase10.tally import WEIGHTS, at_least_missing, tally

phases = st.sampled_from(list(PHASES))
#: Many wilds and few numbers, so that phases are neither rare nor certain.
NARROW = [card for card in DECK if card >= WILD or 3 <= NUMBER[card] <= 8]


def hands_of(deck: Sequence[int]) -> st.SearchStrategy[list[int]]:
    places = st.lists(st.sampled_from(range(len(deck))), unique=True, max_size=12)
    return places.map(lambda chosen: [deck[place] for place in chosen])


hands = hands_of(DECK) | hands_of(NARROW)
cards = st.sampled_from(DECK)


@given(hands, cards, phases)
def test_a_card_is_added_and_taken_away_as_if_the_hand_were_counted_anew(hand, card, phase):
    more = tally(hand, phase) + WEIGHTS[phase][card]
    assert more == tally([*hand, card], phase)
    assert more - WEIGHTS[phase][card] == tally(hand, phase)


@given(hands, phases)
def test_what_is_missing_is_what_the_solver_finds_where_wilds_may_stand_alone(hand, phase):
    wilds = best_plan(count(hand), phase, Naturals.NONE).wilds
    assert at_least_missing(tally(hand, phase), phase) == max(0, wilds - hand.count(WILD))


@given(hands, cards, phases)
def test_a_card_more_brings_the_phase_nearer_by_one_at_most(hand, card, phase):
    before, after = (at_least_missing(tally(cards, phase), phase) for cards in (hand, [*hand, card]))
    assert before - 1 <= after <= before


@given(hands, phases, st.sampled_from(Naturals))
def test_where_something_is_missing_nothing_can_be_laid(hand, phase, naturals):
    if at_least_missing(tally(hand, phase), phase):
        assert not can_lay(hand, phase, naturals)


def test_eight_of_one_number_are_both_sets():
    eight = [card for card in DECK if NUMBER[card] == 5]
    assert at_least_missing(tally(eight, 7), 7) == 0
    assert at_least_missing(tally(eight[:7], 7), 7) == 1
