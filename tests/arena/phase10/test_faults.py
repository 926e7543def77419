"""Refused replies: the fallback, strikes and forfeits."""

import pytest

from arena.phase10.cards import SKIP
from arena.phase10.errors import IllegalMove
from arena.phase10.game import Game
from arena.phase10.moves import Play, Source
from arena.phase10.rules import NAMED, STANDARD, GoOut, RuleSet
from arena.phase10.steps import Discarded, Drew, Forfeited, Struck
from arena.transcript import verify
from tests.arena.phase10.play import greedy, play_out
from tests.arena.phase10.table import SEED, a_deal, a_game, a_play, a_run, a_set, arrange, cards, hit


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("R9 R12 S W", "S"),
        ("R9 R12 W W", "R12"),
        ("G10 R11 B10", "R11"),
        ("G12 B12 Y12", "B12"),
        ("Y12 G12", "Y12"),
        ("R12 G12", "R12"),
        ("R1 G9 B9", "B9"),
        ("W W", "W"),
        ("W R1", "R1"),
    ],
)
def test_the_fallback_throws_the_dearest_card_that_is_not_wild(hand, thrown):
    deal = a_deal(hand)
    deal.fallback()
    assert deal.discards[-1:] == cards(thrown)


def test_a_skip_that_the_fallback_throws_has_no_effect():
    deal = a_deal("S R1", players=3)
    deal.fallback()
    assert deal.discards[-1] == SKIP
    assert (deal.seat, deal.skips.loses_turn) == (1, [False] * 3)


def test_the_fallback_of_a_refused_draw_draws_from_the_stock_and_discards():
    game = Game(STANDARD, 2, SEED)
    game.fallback()
    struck, drew, discarded = game.deal.steps
    assert struck == Struck(0, 0, 1)
    assert isinstance(drew, Drew)
    assert drew.source is Source.STOCK
    assert isinstance(discarded, Discarded)


def test_the_fallback_of_a_refused_play_keeps_the_draw():
    game = Game(STANDARD, 2, SEED)
    top = game.deal.discards[-1]
    game.draw(Source.DISCARD)
    game.fallback()
    assert [step for step in game.deal.steps if isinstance(step, Drew)] == [Drew(0, 0, Source.DISCARD, top)]
    assert game.pending == (1, "draw", 1, 0)


def test_the_fallback_neither_lays_nor_hits():
    deal = a_deal("R5 B5 Y5 R7 B7 Y7 G9", melds=[a_set("R9 B9 Y9")])
    deal.fallback()
    assert (len(deal.hands[0]), len(deal.melds), deal.down[0]) == (6, 1, False)


def test_a_refused_draw_leaves_the_game_as_it_was():
    game = Game(STANDARD, 2, SEED)
    game.deal.discards = cards("S")
    before = game.state_hash()
    with pytest.raises(IllegalMove):
        game.draw(Source.DISCARD)
    assert game.state_hash() == before


def test_a_refused_play_leaves_the_game_as_it_was():
    game = a_game()
    game.draw(Source.STOCK)
    arrange(game.deal, "R5 B5 Y5 R7 B7 Y7 G9 S", melds=[a_run("R1 R2 R3 R4")])
    before = game.state_hash()
    with pytest.raises(IllegalMove):
        game.play(a_play("R5 B5 Y5 | R7 B7 Y7", "S", hits=[hit("G9", 0)], skip=1))
    with pytest.raises(IllegalMove):
        game.play(a_play("R5 B5 Y5 | R7 B7 Y7", "S"))
    assert game.state_hash() == before


def test_the_third_strike_forfeits_the_game():
    game = Game(STANDARD, 2, SEED)
    for number in range(3):
        assert not game.scores[0].forfeited
        assert game.scores[0].strikes == number
        game.fallback()
        if game.deal.seat == 1:
            greedy(game)
            greedy(game)
    assert game.scores[0].forfeited


def test_the_rule_set_says_how_many_strikes():
    game = Game(RuleSet(strikes=1), 2, SEED)
    game.fallback()
    assert game.scores[0].forfeited


def test_a_strike_may_come_without_a_move():
    game = Game(STANDARD, 2, SEED)
    before = game.pending
    game.strike(1)
    assert game.pending == before
    assert game.scores[1].strikes == 1


def test_a_forfeited_seat_is_played_without_being_asked():
    game = Game(STANDARD, 3, SEED)
    game.forfeit(1)
    asked = set()
    while not game.over:
        assert game.pending is not None
        asked.add(game.pending.seat)
        greedy(game)
    assert asked == {0, 2}


def test_a_seat_that_forfeits_in_its_own_turn_is_played_on_from_there():
    game = Game(STANDARD, 2, SEED)
    game.draw(Source.STOCK)
    game.forfeit(0)
    assert game.pending == (1, "draw", 1, 0)
    assert Forfeited(0, 0) in game.deal.steps


def test_forfeiting_twice_changes_nothing():
    game = Game(STANDARD, 2, SEED)
    game.forfeit(1)
    game.forfeit(1)
    game.strike(1)
    assert game.deal.steps == [Forfeited(0, 1)]


def test_forfeited_seats_share_the_last_place():
    game = Game(STANDARD, 4, SEED)
    game.forfeit(0)
    game.forfeit(2)
    while not game.over:
        greedy(game)
    ranks = game.ranking
    assert [ranks[0].place, ranks[2].place] == [4, 4]
    assert sorted([ranks[1].place, ranks[3].place]) == [1, 2]


def ends_with_seat_1_out(game: Game) -> None:
    """Seat 1, whose phase is down as that of seat 0, goes out."""
    if game.deal.stage == "draw":
        game.draw(Source.STOCK)
    arrange(game.deal, "R1", others={0: ""}, down=[0, 1], melds=[a_set("B1 Y1 G1")])
    game.play(a_play(hits=[hit("R1", 0)]))


def test_a_forfeited_seat_past_the_last_phase_ends_the_game_but_does_not_win():
    game = a_game(completed={0: 9, 1: 2}, points={1: 300})
    game.forfeit(0)
    ends_with_seat_1_out(game)
    assert game.over
    assert [(rank.place, rank.phases) for rank in game.ranking] == [(2, 10), (1, 3)]


def test_a_forfeited_seat_does_not_play_off():
    game = a_game(completed={0: 9, 1: 9})
    game.forfeit(0)
    ends_with_seat_1_out(game)
    assert game.over
    assert [rank.place for rank in game.ranking] == [2, 1]


def test_who_is_left_alone_in_a_playoff_has_won_when_its_deal_ends():
    game = a_game(completed={0: 9, 1: 9}, rules=RuleSet(turns_per_seat=1))
    game.draw(Source.STOCK)
    arrange(game.deal, "R1", others={1: ""}, down=[0, 1], melds=[a_set("B1 Y1 G1")])
    game.play(a_play(hits=[hit("R1", 0)]))
    assert game.deal.playoff
    game.forfeit(1)
    game.draw(Source.STOCK)
    game.play(Play(discard=game.deal.hands[0][0]))
    assert game.over
    assert [rank.place for rank in game.ranking] == [1, 2]


def test_a_floater_that_has_forfeited_does_not_win_the_playoff_that_it_ends():
    game = a_game(players=3, completed={0: 9, 1: 9, 2: 9}, rules=RuleSet(go_out=GoOut.FLOAT))
    game.draw(Source.STOCK)
    arrange(game.deal, "R1", others={1: "", 2: ""}, down=[0, 1, 2])
    game.play(a_play(discard="R1"))
    arrange(game.deal, "", down=[1], drawn=False)
    game.forfeit(1)
    assert [(result.playoff, result.out) for result in game.results] == [(False, 0), (True, 1)]
    assert (game.over, game.winner, game.deal.playoff) == (False, None, True)


def test_a_game_that_all_have_forfeited_ends_at_once_as_it_stands():
    game = Game(STANDARD, 3, SEED)
    while game.deal.number < 2 or game.deal.stage != "play":
        greedy(game)
    turn, points = game.deal.turn, [rank.points for rank in game.ranking]
    for seat in (1, 0, 2):
        assert not game.over
        game.forfeit(seat)
    assert (game.over, game.pending, len(game.results)) == (True, None, 2)
    assert game.deal.turn <= turn + 3
    assert [(rank.place, rank.points) for rank in game.ranking] == [(3, held) for held in points]


@pytest.mark.parametrize("drawn", [False, True])
def test_the_strike_that_forfeits_for_the_last_of_all_is_followed_by_no_move(drawn):
    game = Game(RuleSet(strikes=1), 2, SEED)
    game.forfeit(1)
    if drawn:
        game.draw(Source.STOCK)
    steps = len(game.deal.steps)
    game.fallback()
    assert game.over
    assert game.deal.steps[steps:] == [Struck(0, 0, 1), Forfeited(0, 0)]
    assert verify(game.transcript()).deal.steps == game.deal.steps


def test_a_forfeit_moves_nobody_elses_cards():
    """Each seat has its own part of the deck, so the others meet the same cards as without the forfeit."""
    whole, halved = Game(STANDARD, 4, SEED), Game(STANDARD, 4, SEED)
    halved.forfeit(1)
    assert [whole.deal.hands[seat] for seat in (0, 2, 3)] == [halved.deal.hands[seat] for seat in (0, 2, 3)]
    for game in (whole, halved):
        game.draw(Source.STOCK)
    assert whole.deal.drawn == halved.deal.drawn


def test_games_with_faults_re_run_like_others():
    def stumbling(game: Game) -> None:
        if game.deal.turn % 37 == 5:
            game.fallback()
        else:
            greedy(game)

    game = play_out(NAMED["first-5"], 4, SEED, stumbling)
    assert any(score.strikes for score in game.scores)
    again = play_out(NAMED["first-5"], 4, SEED, stumbling)
    assert game.transcript() == again.transcript()
