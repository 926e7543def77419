"""The cases of the rules about drawing, skipping and the end of a deal, each by its number."""

import pytest

from arena.phase10.cards import SKIP, WILD
from arena.phase10.deck import Stock, reshuffle
from arena.phase10.errors import IllegalMove
from arena.phase10.game import Game
from arena.phase10.moves import Play, Source
from arena.phase10.rules import STANDARD, RuleSet, SkipLimit
from arena.phase10.situation import HowEnded, Stage
from arena.phase10.steps import LostTurn, Reshuffled
from tests.arena.phase10.table import a_deal, a_game, a_play, a_set, arrange, cards, hit, seed_with_up_card


def test_case_27_a_skip_cannot_be_drawn_from_the_discards():
    deal = a_deal("R1 G12", discards="R3 S", drawn=False)
    with pytest.raises(IllegalMove, match="a skip cannot be drawn"):
        deal.draw(Source.DISCARD)
    assert deal.can_draw() == (Source.STOCK,)


def test_case_28_a_wild_can_be_drawn_from_the_discards():
    deal = a_deal("R1 G12", discards="R3 W", drawn=False)
    deal.draw(Source.DISCARD)
    assert WILD in deal.hands[0]


def test_case_29_the_first_player_may_leave_a_wild_that_is_turned_up():
    game = Game(STANDARD, 2, seed_with_up_card("W", 2))
    game.draw(Source.STOCK)
    assert game.deal.discards == [WILD]


def test_case_30_a_skip_turned_up_costs_the_starter_its_turn():
    game = Game(STANDARD, 2, seed_with_up_card("S", 2))
    assert game.pending == (1, "draw", 1, 0)
    assert game.deal.steps == [LostTurn(0, 0)]
    assert game.deal.can_draw() == (Source.STOCK,)


def test_case_30_and_leaves_everybody_free_to_be_named():
    game = Game(STANDARD, 3, seed_with_up_card("S", 3))
    assert game.deal.skips.targets(1) == (2, 0)


def skip(game: Game, target: int | None) -> None:
    """The seat in turn draws a card and discards a skip, whatever it held."""
    if game.deal.stage == "draw":
        game.draw(Source.STOCK)
    game.deal.hands[game.deal.seat] = [0, 1, SKIP]
    game.play(Play(discard=SKIP, skip=target))


def plain(game: Game) -> None:
    """The seat in turn draws a card and discards one that is no skip."""
    game.draw(Source.STOCK)
    game.deal.hands[game.deal.seat] = [0, 1, 2]
    game.play(Play(discard=0))


def test_case_31_who_was_named_cannot_be_named_by_the_next_player():
    game = a_game(players=4)
    skip(game, 2)
    with pytest.raises(IllegalMove, match="must name one of the seats 3, 0, not 2"):
        skip(game, 2)


def test_case_32_nor_after_losing_the_turn_within_the_lap():
    game = a_game(players=4)
    skip(game, 2)
    plain(game)
    assert game.pending is not None
    assert game.pending.seat == 3
    with pytest.raises(IllegalMove, match="must name one of the seats 0, 1, not 2"):
        skip(game, 2)


def test_case_32_safe_only_while_pending_it_may_be_named_again():
    game = a_game(players=4, rules=RuleSet(skip_limit=SkipLimit.PENDING))
    skip(game, 2)
    plain(game)
    skip(game, 2)
    assert game.deal.skips.loses_turn[2]


def test_case_33_of_two_players_one_may_skip_turn_after_turn():
    game = a_game()
    for turn in (0, 2, 4):
        assert game.pending == (0, "draw", turn, 0)
        skip(game, 1)


def test_case_34_a_skip_as_the_last_card_ends_the_deal():
    deal = a_deal("S", down=[0])
    deal.play(a_play(discard="S"))
    assert (deal.how, deal.out) == (HowEnded.OUT, 0)


def test_case_34_and_names_nobody():
    deal = a_deal("S", down=[0])
    with pytest.raises(IllegalMove, match="skips nobody, but names seat 1"):
        deal.play(a_play(discard="S", skip=1))


def test_case_36_an_empty_stock_is_the_discards_but_the_top_shuffled():
    deal = a_deal("R1 G12", discards="R2 R3 R4 R5 W S R6", drawn=False)
    deal.stock = Stock([], seats=2)
    deal.draw(Source.STOCK)
    assert deal.discards == cards("R6")
    assert sorted([*deal.stock.rest(), deal.drawn or 0]) == sorted(cards("R2 R3 R4 R5 W S"))
    assert Reshuffled(0, 0, 6) in deal.steps


def test_case_36_each_reshuffle_of_a_deal_is_a_shuffle_of_its_own():
    deal = a_deal("R1 G12", discards="R2", drawn=False)
    old, came = cards("R3 R4 R5 R6 R7 R8 R9 B3 B4 B5 B6"), []
    for number in (1, 2):
        deal.discards, deal.stock, deal.stage = [*old, *cards("R2")], Stock([], seats=2), Stage.DRAW
        deal.draw(Source.STOCK)
        came.append(deal.stock.rest())
        expected = Stock(reshuffle(old, seed=seed_with_up_card("R1", 2), deal=0, number=number), seats=2)
        expected.draw(0)
        assert came[-1] == expected.rest()
    assert came[0] != came[1]


def test_case_36_a_draw_from_the_discards_needs_no_stock():
    deal = a_deal("R1 G12", discards="R2 R3", drawn=False)
    deal.stock = Stock([], seats=2)
    deal.draw(Source.DISCARD)
    assert (deal.discards, deal.stock.left) == (cards("R2"), 0)


def test_case_37_points_are_5_10_15_and_25():
    assert a_deal("R9 G10 S W").points()[0] == 55


def finish(game: Game, *, other: str, other_down: bool = False) -> None:
    """Seat 0, whose phase is down, goes out while the other seat holds these cards."""
    arrange(
        game.deal,
        "R1",
        others={1: other},
        down=[0, 1] if other_down else [0],
        melds=[a_set("B1 Y1 G1")],
    )
    game.play(a_play(hits=[hit("R1", 0)]))


def test_case_38_who_completes_the_last_phase_wins_though_another_goes_out():
    game = a_game(completed={0: 5, 1: 9})
    finish(game, other="R9 R9", other_down=True)
    assert game.over
    assert [(rank.place, rank.phases) for rank in game.ranking] == [(2, 6), (1, 10)]


def test_case_39_equal_totals_replay_the_last_phase():
    game = a_game(players=3, completed={0: 9, 1: 9}, points={0: 20, 1: 10})
    finish(game, other="R12", other_down=True)
    assert not game.over
    assert game.deal.playing == (0, 1)
    assert game.phases()[:2] == (10, 10)


def test_case_39_and_the_first_to_go_out_wins():
    game = a_game(players=3, completed={0: 9, 1: 9}, points={0: 20, 1: 10})
    finish(game, other="R12", other_down=True)
    game.draw(Source.STOCK)
    winner = game.deal.seat
    arrange(game.deal, "R1", down=[winner], melds=[a_set("B1 Y1 G1")])
    game.play(a_play(hits=[hit("R1", 0)]))
    assert game.over
    assert game.ranking[winner].place == 1
    assert [game.ranking[1 - winner].place, game.ranking[2].place] == [2, 3]
    assert [rank.points for rank in game.ranking[:2]] == [20, 20]


def test_case_40_a_skip_names_somebody_while_it_can():
    deal = a_deal("S R1")
    with pytest.raises(IllegalMove, match="must name one of the seats 1, not None"):
        deal.play(a_play(discard="S"))
