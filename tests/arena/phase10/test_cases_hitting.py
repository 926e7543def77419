"""The cases of the rules about hitting, each by its number."""

from typing import Any

import pytest

from arena.phase10.deal import Deal
from arena.phase10.errors import IllegalMove
from arena.phase10.melds import Meld
from arena.phase10.moves import End
from arena.phase10.rules import GoOut, HitFrom, RuleSet
from arena.phase10.situation import HowEnded
from arena.phase10.steps import HitMeld
from tests.arena.phase10.table import a_color, a_deal, a_play, a_run, a_set, groups, hit, laid


def hits(meld: Meld, hand: str, *wanted: dict[str, Any], rules: RuleSet | None = None) -> Deal:
    """Hit with cards of the hand, whose phase is down, and discard its last card."""
    deal = a_deal(hand, melds=[meld], down=[0], rules=rules or RuleSet())
    deal.play(a_play(discard=hand.rsplit(maxsplit=1)[-1], hits=wanted))
    return deal


def refused(meld: Meld, card: str, end: str | None = None, *, sentence: str) -> None:
    before = a_deal(f"{card} G12", melds=[meld], down=[0])
    with pytest.raises(IllegalMove, match=sentence):
        before.play(a_play(discard="G12", hits=[hit(card, 0, end)]))
    assert before.melds == [meld]


def test_case_18_the_turn_of_laying_may_hit_anothers_meld():
    deal = a_deal("R5 B5 Y5 R7 B7 Y7 G9 G12", melds=[a_set("B9 Y9 R9")])
    deal.play(a_play("R5 B5 Y5 | R7 B7 Y7", "G12", hits=[hit("G9", 0)]))
    assert laid(deal)[0] == groups("B9 Y9 R9 G9")[0]


def test_case_18_with_hits_from_the_next_turn_on_it_may_not():
    deal = a_deal("R5 B5 Y5 R7 B7 Y7 G9 G12", melds=[a_set("B9 Y9 R9")], rules=RuleSet(hit=HitFrom.LATER))
    with pytest.raises(IllegalMove, match="from the turn after laying down on"):
        deal.play(a_play("R5 B5 Y5 | R7 B7 Y7", "G12", hits=[hit("G9", 0)]))


def test_case_18_the_melds_of_the_same_reply_are_addressed_as_new():
    deal = a_deal("R5 B5 Y5 R7 B7 Y7 G7 G12", melds=[a_set("B9 Y9 R9")])
    deal.play(a_play("R5 B5 Y5 | R7 B7 Y7", "G12", hits=[hit("G7", "new:1")]))
    assert laid(deal)[2] == groups("R7 B7 Y7 G7")[0]


def test_case_19_hits_may_build_on_each_other():
    deal = hits(a_run("R3 R4 R5 R6"), "B2 Y1 G12", hit("B2", 0), hit("Y1", 0))
    assert laid(deal) == [groups("Y1 B2 R3 R4 R5 R6")[0]]
    assert deal.melds[0].at == 1


def test_case_20_the_place_of_a_wild_is_taken():
    refused(a_run("R4 W B6 Y7"), "R5", sentence="R5 does not fit the run 4 to 7")


def test_case_21_a_wild_at_the_low_end_is_that_number():
    refused(a_run("W R5 B6 Y7"), "R4", sentence="R4 does not fit the run 4 to 7")


FULL_RUN = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12"


@pytest.mark.parametrize(("end", "sentence"), [("low", "begins with 1"), ("high", "ends with 12")])
def test_case_22_a_run_of_twelve_is_full(end, sentence):
    refused(a_run(FULL_RUN), "W", end, sentence=sentence)


HIGH_RUN = "R5 R6 R7 R8 R9 R10 R11 R12"


def test_case_23_nothing_goes_above_12():
    refused(a_run(HIGH_RUN), "W", "high", sentence="ends with 12: nothing goes to its high end")


def test_case_23_at_the_low_end_the_wild_is_a_4():
    deal = hits(a_run(HIGH_RUN), "W G12", hit("W", 0, "low"))
    assert deal.melds[0].at == 4


def test_case_23_a_wild_names_its_end_even_where_one_alone_is_open():
    refused(a_run(HIGH_RUN), "W", sentence="must name its end, 'low' or 'high'")


def test_case_24_a_card_of_the_colour_fits_whatever_its_number():
    deal = hits(a_color("G1 G2 G3 G4 G5 G6 G7"), "G9 R12", hit("G9", 0))
    assert laid(deal)[0][-1:] == groups("G9")[0]


def test_case_24_a_card_of_another_colour_does_not():
    refused(a_color("G1 G2 G3 G4 G5 G6 G7"), "R9", sentence="R9 does not fit the meld of colour G")


def test_case_25_a_skip_is_no_hit():
    refused(a_set("R5 B5 Y5"), "S", sentence="a skip cannot be hit")


def test_case_25_a_skip_is_no_card_of_a_set():
    deal = a_deal("R5 B5 S R7 B7 Y7 G12")
    with pytest.raises(IllegalMove, match="a skip is never part of a phase: R5, B5, S"):
        deal.play(a_play("R5 B5 S | R7 B7 Y7", "G12"))


def test_case_26_one_wild_is_hit_once():
    deal = a_deal("W R1 G12", melds=[a_set("R5 B5 Y5")], down=[0])
    with pytest.raises(IllegalMove, match="it cannot give W"):
        deal.play(a_play(discard="G12", hits=[hit("W", 0), hit("W", 0)]))


def test_case_26_a_card_must_be_in_the_hand():
    deal = a_deal("R1 G12", melds=[a_set("R5 B5 Y5")], down=[0])
    with pytest.raises(IllegalMove, match="the hand has R1, G12 left: it cannot give G5"):
        deal.play(a_play(discard="G12", hits=[hit("G5", 0)]))


def test_case_35_hitting_the_last_card_goes_out():
    deal = a_deal("G5", melds=[a_set("R5 B5 Y5")], down=[0])
    deal.play(a_play(hits=[hit("G5", 0)]))
    assert (deal.how, deal.out, deal.points()[0]) == (HowEnded.OUT, 0, 0)


def test_case_35_laying_the_last_card_goes_out():
    deal = a_deal("R5 B5 Y5 R7 B7 Y7")
    deal.play(a_play("R5 B5 Y5 | R7 B7 Y7"))
    assert (deal.how, deal.out, deal.down) == (HowEnded.OUT, 0, [True, False])


@pytest.mark.parametrize(
    ("hand", "lay", "wanted"),
    [("G5", "", [hit("G5", 0)]), ("R5 B5 Y5 R7 B7 Y7", "R5 B5 Y5 | R7 B7 Y7", [])],
)
def test_case_35_where_the_last_card_must_be_discarded_neither_is_legal(hand, lay, wanted):
    deal = a_deal(
        hand,
        melds=[a_set("R5 B5 Y5")],
        down=[] if lay else [0],
        rules=RuleSet(go_out=GoOut.DISCARD),
    )
    with pytest.raises(IllegalMove, match="the last card must be discarded"):
        deal.play(a_play(lay, hits=wanted))


def test_case_35_with_nothing_left_a_discard_is_illegal():
    deal = a_deal("G5", melds=[a_set("R5 B5 Y5")], down=[0])
    with pytest.raises(IllegalMove, match="nothing to discard"):
        deal.play(a_play(hits=[hit("G5", 0)], discard="G5"))


@pytest.mark.parametrize(("end", "low"), [("low", 3), ("high", 4)])
def test_a_natural_card_may_name_the_end_it_fits(end, low):
    card = "G3" if end == "low" else "G8"
    assert hits(a_run("R4 R5 R6 R7"), f"{card} G12", hit(card, 0, end)).melds[0].at == low


@pytest.mark.parametrize(("card", "end"), [("G3", "high"), ("G8", "low")])
def test_a_natural_card_that_names_the_wrong_end_is_refused(card, end):
    refused(a_run("R4 R5 R6 R7"), card, end, sentence=f"{card} does not fit the run 4 to 7 at its {end} end")


@pytest.mark.parametrize("meld", [a_set("R5 B5 Y5"), a_color("G1 G2 G3 G4 G5 G6 G7")])
def test_an_end_on_a_meld_that_has_none_is_refused(meld):
    refused(meld, "G5", "low", sentence="has no ends, but the hit with G5 names its 'low'")


@pytest.mark.parametrize("meld", [1, -1, "new:0"])
def test_a_hit_on_a_meld_that_is_not_there_is_refused(meld):
    deal = a_deal("G5 G12", melds=[a_set("R5 B5 Y5")], down=[0])
    with pytest.raises(IllegalMove, match=f"there is no meld {meld} on the table"):
        deal.play(a_play(discard="G12", hits=[hit("G5", meld)]))


def test_a_meld_laid_in_the_reply_has_no_id_yet():
    deal = a_deal("R5 B5 Y5 R7 B7 Y7 G7 G12")
    with pytest.raises(IllegalMove, match="there is no meld 1 on the table"):
        deal.play(a_play("R5 B5 Y5 | R7 B7 Y7", "G12", hits=[hit("G7", 1)]))


def test_the_end_that_a_natural_card_went_to_is_told():
    deal = hits(a_run("R4 R5 R6 R7"), "G3 G12", hit("G3", 0))
    told = [step for step in deal.steps if isinstance(step, HitMeld)]
    assert told[0].end is End.LOW


def test_a_hit_that_is_refused_leaves_the_earlier_ones_undone():
    meld = a_run("R3 R4 R5 R6")
    deal = a_deal("B2 Y9 G12", melds=[meld], down=[0])
    with pytest.raises(IllegalMove):
        deal.play(a_play(discard="G12", hits=[hit("B2", 0), hit("Y9", 0)]))
    assert (deal.melds, len(deal.hands[0])) == ([meld], 3)
