"""The other rules: floating, a last discard, announced phases, late hits, fewer naturals."""

from random import Random

import pytest

from arena.phase10.deck import Stock
from arena.phase10.errors import IllegalMove
from arena.phase10.game import Game
from arena.phase10.moves import Play, Source
from arena.phase10.rules import GoOut, HitFrom, Naturals, Order, RuleSet
from arena.phase10.situation import HowEnded, Stage
from arena.phase10.steps import Announced
from arena.transcript import dump, load, verify
from tests.arena.phase10.play import greedy, play_out, random_mover
from tests.arena.phase10.table import SEED, a_deal, a_game, a_play, a_run, a_set, cards, hit

FLOAT = RuleSet(go_out=GoOut.FLOAT)
ANNOUNCE = RuleSet(phases=(1, 4, 8), order=Order.ANNOUNCE)


def floater(hand: str = "", discards: str = "R12", **position):
    """A deal in which seat 0 floats; without a hand it is about to draw."""
    position.setdefault("melds", [a_set("R5 B5 Y5")])
    return a_deal(hand, rules=FLOAT, down=[0], discards=discards, drawn=bool(hand), **position)


def test_emptying_the_hand_by_hitting_floats_and_the_deal_goes_on():
    deal = floater("G5 R5")
    deal.play(a_play(hits=[hit("G5", 0), hit("R5", 0)]))
    assert (deal.how, deal.seat, deal.hands[0]) == (None, 1, [])


def test_emptying_the_hand_by_laying_floats_too():
    deal = a_deal("R5 B5 Y5 R7 B7 Y7", rules=FLOAT)
    deal.play(a_play("R5 B5 Y5 | R7 B7 Y7"))
    assert (deal.how, deal.seat) == (None, 1)


def test_discarding_the_last_card_ends_the_deal_for_a_floater():
    deal = floater("R12")
    deal.play(a_play(discard="R12"))
    assert (deal.how, deal.out, deal.points()[0]) == (HowEnded.OUT, 0, 0)


def test_a_floater_must_take_a_discard_that_it_can_hit():
    deal = floater(discards="R1 G5")
    assert deal.can_draw() == (Source.DISCARD,)
    with pytest.raises(IllegalMove, match="a card can be drawn from discard only, not from the stock"):
        deal.draw(Source.STOCK)


def test_a_floater_may_leave_a_discard_that_fits_nowhere():
    assert floater(discards="R1").can_draw() == (Source.STOCK, Source.DISCARD)


def test_a_floater_must_hit_what_fits():
    deal = floater("G5")
    with pytest.raises(IllegalMove, match="a floating seat must hit a card that fits, and G5 does"):
        deal.play(a_play(discard="G5"))
    deal.play(a_play(hits=[hit("G5", 0)]))
    assert deal.how is None


def test_a_seat_with_cards_left_need_not_hit():
    deal = floater("G5 R1")
    deal.play(a_play(discard="R1"))
    assert deal.hands[0] == cards("G5")


def test_a_floater_can_be_skipped():
    deal = a_deal("S R1", rules=FLOAT, others={1: ""}, down=[1])
    deal.play(a_play(discard="S", skip=1))
    assert (deal.seat, deal.turn) == (0, 2)


@pytest.mark.parametrize(("top", "source"), [("G5", Source.DISCARD), ("R1", Source.STOCK)])
def test_the_fallback_of_a_floater_draws_as_it_must(top, source):
    deal = floater(discards=f"R2 {top}")
    deal.fallback()
    assert deal.steps[0][2] is source


def test_the_fallback_of_a_floater_hits_as_it_must():
    deal = floater("W", melds=[a_run("R3 R4 R5 R6")])
    deal.fallback()
    assert (deal.how, deal.melds[0].at) == (None, 2)


def test_with_stock_and_discards_used_up_the_deal_ends_as_by_the_turn_limit():
    deal = floater("G5", discards="")
    deal.stock = Stock([], seats=2)
    deal.play(a_play(hits=[hit("G5", 0)]))
    assert (deal.how, deal.out) == (HowEnded.TURN_LIMIT, None)


def test_a_single_discard_cannot_become_a_stock():
    deal = floater(discards="R1")
    deal.stock = Stock([], seats=2)
    assert deal.can_draw() == (Source.DISCARD,)


def test_where_hits_come_later_they_are_legal_in_the_next_turn():
    rules = RuleSet(hit=HitFrom.LATER)
    deal = a_deal("G5 R12", rules=rules, melds=[a_set("R5 B5 Y5", owner=0)], down=[0])
    deal.play(a_play(discard="R12", hits=[hit("G5", 0)]))
    assert deal.hands[0] == []


@pytest.mark.parametrize(
    ("phase", "lay", "stands_for", "at"),
    [
        (1, "R5 B5 Y5 | W W W", (None, 9), 9),
        (2, "R5 B5 Y5 | W W W W", (None, 9), 9),
        (8, "W W W W W W W", ("Y",), 2),
    ],
)
def test_a_group_of_wilds_is_what_it_declares(phase, lay, stands_for, at):
    deal = a_deal(lay.replace("|", " ") + " R12", phase=phase, rules=RuleSet(naturals=Naturals.NONE))
    deal.play(a_play(lay, "R12")._replace(declared=stands_for))
    assert deal.melds[-1].at == at


@pytest.mark.parametrize(
    ("phase", "lay", "stands_for", "sentence"),
    [
        (1, "R5 B5 Y5 | W W W", (None, 13), "the wilds of a set stand for a number from 1 to 12, not for 13"),
        (2, "R5 B5 Y5 | W W W W", (None, 10), "would go from 10 to 13"),
        (8, "W W W W W W W", (2,), "wilds of one colour stand for R, B, Y or G, not for 2"),
        (8, "W W W W W W W", ("RB",), "not for 'RB'"),
        (1, "R5 B5 Y5 | W W W", (None, "G"), "stand for a number from 1 to 12, not for 'G'"),
        (1, "R5 B5 Y5 | R7 W W", (None, 7), "only a group of wilds says what it stands for"),
        (1, "R5 B5 Y5 | W W W", (7,), "1 groups say what they stand for, but 2 are laid"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_refused(phase, lay, stands_for, sentence):
    deal = a_deal(lay.replace("|", " ") + " R12", phase=phase, rules=RuleSet(naturals=Naturals.NONE))
    with pytest.raises(IllegalMove, match=sentence):
        deal.play(a_play(lay, "R12")._replace(declared=stands_for))


def test_a_declaration_without_a_lay_is_refused():
    with pytest.raises(IllegalMove, match="lays nothing"):
        a_deal("R5 R12").play(Play(discard=0, declared=(1,)))


def test_one_natural_a_phase_is_enough_where_the_rules_say_so_but_not_none():
    deal = a_deal("W W W W W W R12", rules=RuleSet(naturals=Naturals.PHASE))
    with pytest.raises(IllegalMove, match="at least one natural card; all of these are wild"):
        deal.play(a_play("W W W | W W W", "R12")._replace(declared=(3, 4)))


def test_with_announced_order_each_seat_says_its_phase_before_its_first_draw():
    game = Game(ANNOUNCE, 2, SEED)
    assert game.pending == (0, "announce", 0, 0)
    game.announce(8)
    assert game.pending == (0, "draw", 0, 0)
    assert game.deal.steps == [Announced(0, 0, 8)]
    assert game.phases() == (8, 1)


def test_it_is_asked_once_a_deal():
    game = Game(ANNOUNCE, 2, SEED)
    for _ in range(4):
        while game.deal.stage is not Stage.PLAY:
            greedy(game)
        greedy(game)
    asked = [step.seat for step in game.deal.steps if isinstance(step, Announced)]
    assert asked == [0, 1]


@pytest.mark.parametrize("phase", [2, 11, 0])
def test_only_an_open_phase_can_be_announced(phase):
    with pytest.raises(IllegalMove, match=f"phase {phase} is not open: announce one of 1, 4, 8"):
        Game(ANNOUNCE, 2, SEED).announce(phase)


def test_a_phase_is_made_once_and_the_last_one_needs_no_announcement():
    game = a_game(rules=ANNOUNCE)
    game.scores[0].completed, game.scores[1].completed = [4], [8, 1]
    game.deal.down[:] = [False, False]
    game.deal.open_phases[:] = [(1, 8), (4,)]
    game.announce(8)
    game.draw(Source.STOCK)
    game.play(Play(discard=game.deal.hands[0][0]))
    assert game.pending == (1, "draw", 1, 0)


def test_a_refused_announcement_costs_a_strike_and_takes_the_first_open_phase():
    game = Game(ANNOUNCE, 2, SEED)
    game.fallback()
    assert game.scores[0].strikes == 1
    assert (game.pending, game.deal.phase(0)) == ((0, "draw", 0, 0), 1)


def test_a_game_of_announced_phases_is_won_by_completing_them_all():
    game = play_out(ANNOUNCE, 3, SEED, random_mover(Random(5)))
    winner = [rank.place for rank in game.ranking].index(1)
    assert sorted(game.scores[winner].completed) == [1, 4, 8] or len(game.deals) == 40


@pytest.mark.parametrize("naturals", Naturals)
@pytest.mark.parametrize("hit_from", HitFrom)
@pytest.mark.parametrize("go_out", GoOut)
def test_games_under_any_rules_end_and_verify(go_out, hit_from, naturals):
    rules = RuleSet(phases=(1, 2, 8), go_out=go_out, hit=hit_from, naturals=naturals)
    transcript = play_out(rules, 3, SEED, greedy).transcript()
    assert verify(load(dump(transcript))).over
