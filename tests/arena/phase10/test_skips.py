"""Skips under each limit and target of the rule set."""

import pytest

from arena.phase10.errors import IllegalMove
from arena.phase10.moves import Source
from arena.phase10.rules import RuleSet, SkipLimit, SkipTarget
from arena.phase10.skips import Skips
from arena.phase10.steps import LostTurn
from tests.arena.phase10.table import a_deal, a_play


def skips(players: int = 4, limit: SkipLimit = SkipLimit.LAP, target: SkipTarget = SkipTarget.ANY) -> Skips:
    rules = RuleSet(skip_limit=limit, skip_target=target)
    return Skips(rules, seats=players, playing=range(players))


def test_a_skip_names_any_other_player_but_not_oneself():
    assert skips().targets(2) == (3, 0, 1)


def test_who_was_named_loses_one_turn():
    state = skips()
    state.name(0, 2)
    assert [state.reach(2), state.reach(2)] == [True, False]


def test_the_protection_of_a_lap_ends_when_play_reaches_the_namer():
    state = skips()
    state.name(0, 2)
    assert state.targets(3) == (0, 1)
    state.reach(0)
    assert state.targets(3) == (0, 1, 2)


def test_it_ends_even_when_the_namer_has_lost_that_turn():
    state = skips()
    state.name(0, 2)
    state.name(1, 0)
    assert state.reach(0)
    assert 2 in state.targets(3)


def test_other_players_coming_to_turn_do_not_end_it():
    state = skips()
    state.name(0, 2)
    for seat in (1, 2, 3):
        state.reach(seat)
    assert 2 not in state.targets(3)


def test_pending_protects_until_the_turn_is_lost():
    state = skips(limit=SkipLimit.PENDING)
    state.name(0, 2)
    assert 2 not in state.targets(1)
    state.reach(2)
    assert 2 in state.targets(3)


def test_hand_protects_for_the_rest_of_the_deal():
    state = skips(limit=SkipLimit.HAND)
    state.name(0, 2)
    for seat in (1, 2, 3, 0):
        state.reach(seat)
    assert 2 not in state.targets(0)


def test_without_a_limit_two_pending_skips_cost_one_turn():
    state = skips(limit=SkipLimit.NONE)
    state.name(0, 2)
    assert 2 in state.targets(1)
    state.name(1, 2)
    assert [state.reach(2), state.reach(2)] == [True, False]


def test_a_skip_may_be_for_the_next_player_only():
    assert skips(target=SkipTarget.NEXT).targets(3) == (0,)


def test_with_the_next_player_safe_there_is_no_target():
    state = skips(target=SkipTarget.NEXT)
    state.name(3, 1)
    assert state.targets(0) == ()


def test_who_sits_out_a_playoff_is_no_target():
    assert Skips(RuleSet(), seats=4, playing=(0, 2)).targets(0) == (2,)


@pytest.mark.parametrize("named", [0, 4, -1])
def test_a_skip_on_oneself_or_on_nobody_there_is_illegal(named):
    deal = a_deal("S R1", players=4)
    with pytest.raises(IllegalMove, match=f"must name one of the seats 1, 2, 3, not {named}"):
        deal.play(a_play(discard="S", skip=named))


def test_without_a_legal_target_a_skip_is_a_plain_discard():
    deal = a_deal("S R1", players=2, rules=RuleSet(skip_limit=SkipLimit.HAND))
    deal.skips.name(0, 1)
    with pytest.raises(IllegalMove, match="skips nobody, but names seat 1"):
        deal.play(a_play(discard="S", skip=1))
    deal.play(a_play(discard="S"))
    assert deal.turn == 2


def test_a_card_that_is_no_skip_names_nobody():
    with pytest.raises(IllegalMove, match="this discard skips nobody, but names seat 1"):
        a_deal("R2 R1").play(a_play(discard="R1", skip=1))


def test_a_wild_never_acts_as_a_skip():
    with pytest.raises(IllegalMove, match="skips nobody"):
        a_deal("W R1").play(a_play(discard="W", skip=1))


def test_the_turn_order_is_kept_after_a_skip():
    deal = a_deal("S R1", players=4, others={3: "R1 R2"})
    deal.play(a_play(discard="S", skip=1))
    assert deal.seat == 2
    assert LostTurn(1, 1) in deal.steps
    deal.draw(Source.STOCK)
    deal.play(a_play(discard="R1") if 0 in deal.hands[2] else a_play_of_first(deal.hands[2]))
    assert deal.seat == 3


def a_play_of_first(hand: list[int]):
    return a_play()._replace(discard=hand[0])


def test_a_skipped_seats_hand_is_unchanged():
    deal = a_deal("S R1", players=3)
    before = deal.hands[1].copy()
    deal.play(a_play(discard="S", skip=1))
    assert deal.hands[1] == before
