"""The cases of the rules about laying a phase down, each by its number."""

import pytest

from arena.phase10.deal import Deal
from arena.phase10.errors import IllegalMove
from arena.phase10.rules import Naturals, RuleSet
from arena.phase10.solver import find_lay
from tests.arena.phase10.table import a_deal, a_play, a_set, cards, groups, hit, laid


def lay(phase: int, text: str, *, rules: RuleSet | None = None) -> Deal:
    """Lay exactly these groups in a phase, with one card more in the hand to discard."""
    deal = a_deal(text.replace("|", " ") + " G12", phase=phase, rules=rules or RuleSet())
    deal.play(a_play(text, "G12"))
    return deal


def test_case_01_both_sets_of_a_phase_may_be_of_one_number():
    assert lay(1, "R10 B10 Y10 | R10 B10 G10").down[0]


def test_case_02_wilds_fill_up_both_sets():
    assert lay(1, "R5 B5 W | Y7 W W").down[0]


def test_case_03_a_set_of_wilds_alone_is_no_group():
    with pytest.raises(IllegalMove, match="holds no natural card"):
        lay(1, "R5 B5 Y5 | W W W")


def test_case_03_declared_it_still_lacks_a_natural_card():
    deal = a_deal("R5 B5 Y5 W W W G12")
    with pytest.raises(IllegalMove, match="each group needs a natural card, but one is W, W, W"):
        deal.play(a_play("R5 B5 Y5 | W W W", "G12")._replace(declared=(None, 7)))


def test_case_03_with_one_natural_a_phase_it_may_be_declared():
    deal = a_deal("R5 B5 Y5 W W W G12", rules=RuleSet(naturals=Naturals.PHASE))
    deal.play(a_play("R5 B5 Y5 | W W W", "G12")._replace(declared=(None, 7)))
    assert [meld.at for meld in deal.melds] == [5, 7]


def test_case_04_three_sets_are_not_two():
    with pytest.raises(IllegalMove, match="2 groups, not 3"):
        lay(1, "R5 B5 Y5 | R7 B7 Y7 | R9 B9 Y9")


def test_case_05_a_set_may_hold_more_than_its_minimum():
    assert [len(meld) for meld in laid(lay(1, "R5 R5 B5 Y5 G5 | R7 B7 Y7"))] == [5, 3]


def test_case_06_one_set_of_two_is_not_the_phase():
    with pytest.raises(IllegalMove, match="2 groups, not 1"):
        lay(1, "R5 B5 Y5")


def test_case_07_the_solver_keeps_one_5_for_the_run():
    hand = cards("R5 B5 Y5 G5 R6 R7 R8")
    found = find_lay(hand, 2)
    assert found is not None
    assert sorted(found.groups[0] + found.groups[1]) == hand
    assert lay(2, "R5 B5 Y5 | G5 R6 R7 R8").down[0]


def test_case_08_the_solver_puts_the_wilds_below_the_9():
    found = find_lay(cards("R9 R10 R11 R12 W W W"), 4)
    assert found is not None
    assert found.groups == groups("W W W R9 R10 R11 R12")
    assert lay(4, "W W W R9 R10 R11 R12").melds[0].at == 6


def test_case_08_wilds_listed_above_the_12_would_be_13_to_15():
    with pytest.raises(IllegalMove, match=r"stays within 1 to 12, but .* would go from 9 to 15"):
        lay(4, "R9 R10 R11 R12 W W W")


def test_case_09_a_run_does_not_wrap():
    with pytest.raises(IllegalMove, match="a run goes up by one"):
        lay(4, "R10 R11 R12 R1 R2 R3 R4")


def test_case_10_a_wild_before_2_is_the_1():
    assert lay(4, "W R2 B3 Y4 G5 R6 R7").melds[0].at == 1


def test_case_11_nothing_comes_before_the_1():
    with pytest.raises(IllegalMove, match="would go from 0 to 6"):
        lay(4, "W R1 R2 R3 R4 R5 R6")


def test_case_12_a_wild_completes_a_colour():
    assert lay(8, "G1 G2 G3 G4 G5 G6 W").down[0]


def test_case_13_seven_cards_of_mixed_colours_are_no_colour():
    with pytest.raises(IllegalMove, match="one colour, not several"):
        lay(8, "G1 G2 G3 G4 G5 R6 Y7")


def test_case_14_a_skip_is_of_no_colour():
    with pytest.raises(IllegalMove, match="a skip is never part of a phase"):
        lay(8, "G1 G2 G3 G4 G5 G6 S")


def test_case_15_a_set_of_two_takes_a_wild():
    assert lay(9, "R4 R4 B4 Y4 G4 | R7 W").down[0]


def test_case_16_a_longer_run_is_laid_as_the_phase_in_turn():
    deal = lay(4, "R1 R2 R3 R4 R5 R6 R7 R8")
    assert len(deal.melds[0].cards) == 8
    assert deal.phase(0) == 4


def test_case_16_and_only_one_phase_is_laid_in_a_deal():
    deal = a_deal("R1 R2 R3 R4 R5 R6 R7 R8 G12", phase=4, down=[0])
    with pytest.raises(IllegalMove, match="laid down already"):
        deal.play(a_play("R1 R2 R3 R4 R5 R6 R7 R8", "G12"))


def test_case_17_nobody_hits_before_the_own_phase_is_down():
    deal = a_deal("R5 G12", melds=[a_set("B5 Y5 G5")])
    with pytest.raises(IllegalMove, match="once the own phase is down; phase 1 is not"):
        deal.play(a_play(discard="G12", hits=[hit("R5", 0)]))


def test_case_41_groups_follow_the_order_of_the_phase():
    with pytest.raises(IllegalMove, match="a set of 5 takes 5 cards or more, not 2"):
        lay(9, "R7 B7 | R4 R4 B4 Y4 G4")


def test_case_42_a_natural_that_set_and_run_share_counts_once():
    assert find_lay(cards("R5 B5 G6 R7 R8 G12"), 2) is None
    assert find_lay(cards("R5 B5 G6 R7 R8 W G12"), 2) is None
    assert find_lay(cards("R5 B5 G6 R7 R8 W W"), 2) is not None


def test_case_42_the_same_card_cannot_lie_in_both():
    deal = a_deal("R5 B5 Y5 R6 R7 R8 G12", phase=2)
    with pytest.raises(IllegalMove, match=r"the hand has .* left: it cannot give Y5"):
        deal.play(a_play("R5 B5 Y5 | Y5 R6 R7 R8", "G12"))
