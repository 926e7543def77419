"""A whole game: what it waits for, how deals follow each other, who wins, and its limits."""

from collections.abc import Sequence
from typing import Any

import pytest

from arena.phase10.errors import IllegalMove, NotNow
from arena.phase10.game import Game
from arena.phase10.moves import Play, Source
from arena.phase10.rules import NAMED, STANDARD, Advance, RuleSet
from arena.phase10.situation import HowEnded
from tests.arena.phase10.play import greedy, play_out
from tests.arena.phase10.table import SEED, a_game, a_play, a_set, arrange, hit


def go_out(game: Game, others: dict[int, str], down: Sequence[int] = ()) -> None:
    """The seat in turn has its phase down and hits its last card, while the others hold these cards."""
    if game.deal.stage == "draw":
        game.draw(Source.STOCK)
    arrange(game.deal, "R1", others=others, down=[game.deal.seat, *down], melds=[a_set("B1 Y1 G1")])
    game.play(a_play(hits=[hit("R1", 0)]))


def places(game: Game) -> list[int]:
    return [rank.place for rank in game.ranking]


def test_a_game_begins_with_the_draw_of_seat_0():
    assert Game(STANDARD, 4, SEED).pending == (0, "draw", 0, 0)


@pytest.mark.parametrize("players", [0, 1, 7])
def test_a_game_is_for_two_to_six(players):
    with pytest.raises(ValueError, match=f"a game has 2 to 6 players, not {players}"):
        Game(STANDARD, players, SEED)


def test_a_play_before_the_draw_is_the_callers_defect():
    with pytest.raises(NotNow, match=r"a play came, but the game waits for .*draw"):
        Game(STANDARD, 4, SEED).play(Play())


def test_nobody_is_asked_after_the_end():
    game = play_out(NAMED["first-1"], 2, SEED, greedy)
    assert game.pending is None
    for late in (game.fallback, lambda: game.strike(0), lambda: game.forfeit(0)):
        with pytest.raises(NotNow, match="the game is over"):
            late()


def test_the_turn_goes_clockwise_and_the_deal_moves_one_seat_left():
    game = Game(STANDARD, 3, SEED)
    starters = []
    for _ in range(4):
        starters.append((game.deal.dealer, game.deal.starter))
        go_out(game, {})
    assert starters == [(2, 0), (0, 1), (1, 2), (2, 0)]


def test_turns_count_over_the_whole_game():
    game = play_out(NAMED["first-1"], 3, SEED, greedy)
    turns = sorted({step.turn for deal in game.deals for step in deal.steps})
    assert turns == list(range(len(turns)))


def test_whoever_laid_the_phase_down_advances_and_all_cards_held_count():
    game = a_game(players=3)
    go_out(game, {1: "R9 S", 2: "R10 W"}, down=[2])
    assert game.phases() == (2, 1, 2)
    assert [score.points for score in game.scores] == [0, 20, 35]


def test_the_result_of_a_deal_is_told_once():
    game = a_game(players=2)
    go_out(game, {1: "R9 S"})
    (result,) = game.take_deal_results()
    assert (result.how, result.out, result.made) == (HowEnded.OUT, 0, (True, False))
    assert (result.points, result.scores, result.phases) == ((0, 20), (0, 20), (2, 1))
    assert [len(hand) for hand in result.hands] == [0, 2]
    assert game.take_deal_results() == ()


def test_the_lowest_total_of_those_past_the_last_phase_wins():
    game = a_game(players=3, completed={0: 9, 1: 9, 2: 8}, points={0: 50, 1: 40, 2: 0})
    go_out(game, {1: "R1", 2: "R2"}, down=[1, 2])
    assert game.over
    assert places(game) == [2, 1, 3]


def test_the_others_rank_by_phases_then_points_then_share():
    game = a_game(players=5, completed={0: 9, 1: 3, 2: 4, 3: 4, 4: 4}, points={2: 90, 3: 70, 4: 70})
    go_out(game, dict.fromkeys(range(1, 5), "R1"))
    assert places(game) == [1, 5, 4, 2, 2]


def test_where_everyone_advances_the_game_takes_as_many_deals_as_phases():
    game = play_out(NAMED["everyone-advances"], 3, SEED, greedy)
    totals = [score.points for score in game.scores]
    assert [rank.phases for rank in game.ranking] == [10, 10, 10]
    assert places(game)[totals.index(min(totals))] == 1
    assert len([result for result in game.results if not result.playoff]) == 10


def test_the_phases_of_the_rule_set_are_made_in_its_order():
    game = play_out(RuleSet(phases=(8, 1)), 2, SEED, greedy)
    winner = places(game).index(1)
    assert game.scores[winner].completed == [8, 1]
    assert all(set(result.phases) <= {8, 1, 11} for result in game.results)


def test_a_deal_ends_at_the_laps_end_after_so_many_turns_of_each():
    game = Game(RuleSet(turns_per_seat=4), 3, SEED)
    while not game.results:
        game.draw(Source.STOCK)
        game.play(Play(discard=min(game.deal.hands[game.deal.seat])))
    (result,) = game.results
    assert (result.how, result.out, game.deal.turn) == (HowEnded.TURN_LIMIT, None, 12)
    assert all(result.points)


def test_phases_laid_down_count_at_the_turn_limit():
    game = a_game(rules=RuleSet(turns_per_seat=1))
    game.deal.down[1] = True
    for _ in range(2):
        game.draw(Source.STOCK)
        game.play(Play(discard=game.deal.hands[game.deal.seat][0]))
    assert game.phases() == (1, 2)


def test_going_out_in_the_last_turn_counts_as_going_out():
    game = a_game(rules=RuleSet(turns_per_seat=1))
    game.draw(Source.STOCK)
    game.play(Play(discard=game.deal.hands[0][0]))
    go_out(game, {})
    assert (game.results[0].how, game.results[0].out) == (HowEnded.OUT, 1)


def test_a_lost_turn_counts_towards_the_limit():
    game = a_game(rules=RuleSet(turns_per_seat=1))
    game.deal.skips.turn_up(1)
    game.draw(Source.STOCK)
    game.play(Play(discard=game.deal.hands[0][0]))
    assert game.results[0].how is HowEnded.TURN_LIMIT


def test_a_game_ends_after_its_deals_and_the_most_phases_win():
    game = a_game(players=3, rules=RuleSet(phases=(1, 2, 3), deals_per_game=3))
    for deal in range(3):
        go_out(game, {other: "R9" for other in range(3) if other != deal})
    assert game.over
    assert places(game) == [1, 1, 1]
    assert [rank.phases for rank in game.ranking] == [1, 1, 1]


def tied(players: int = 3, **rules: Any) -> Game:
    """Seats 0 and 1 have come past the last phase with the same total; the first playoff deal is dealt."""
    game = a_game(players=players, completed={0: 9, 1: 9}, points={1: 0}, rules=RuleSet(**rules))
    go_out(game, dict.fromkeys(range(1, players), ""), down=[1])
    assert game.deal.playoff
    return game


def test_a_playoff_deals_in_only_the_tied():
    game = tied()
    assert [len(hand) for hand in game.deal.hands] == [10, 10, 0]
    assert (game.deal.dealer, game.deal.starter, game.phases()) == (0, 1, (10, 10, 1))


def test_the_cards_of_those_who_sit_out_are_in_the_stock():
    deal = tied().deal
    assert deal.stock.left == 108 - 1 - 20


def test_a_playoff_changes_no_total_and_no_phases():
    game = tied()
    go_out(game, {0: "W W"})
    assert [(rank.phases, rank.points) for rank in game.ranking[:2]] == [(10, 0), (10, 0)]


def test_the_loser_of_a_playoff_takes_the_next_place_before_other_finishers():
    game = a_game(players=4, completed={0: 9, 1: 9, 2: 9}, points={2: 5})
    go_out(game, {1: "", 2: "", 3: ""}, down=[1, 2])
    go_out(game, {})
    assert places(game) == [2, 1, 3, 4]


def test_losers_of_a_playoff_of_three_share_the_place():
    game = a_game(players=4, completed={0: 9, 1: 9, 2: 9})
    go_out(game, {1: "", 2: "", 3: ""}, down=[1, 2])
    go_out(game, {})
    assert places(game) == [2, 1, 2, 4]


def test_a_playoff_deal_that_nobody_ends_is_played_again():
    game = tied(turns_per_seat=1)
    while game.deal.number == 1:
        game.draw(Source.STOCK)
        game.play(lowest(game))
    assert not game.over
    assert game.deal.playoff
    assert game.deal.number == 2


def test_in_playoffs_the_deal_goes_on_round_all_seats_and_ends_after_the_turns_of_those_who_play():
    game = tied(turns_per_seat=1)
    while len(game.deals) < 5:
        game.draw(Source.STOCK)
        game.play(lowest(game))
    playoffs = game.deals[1:4]
    assert [deal.dealer for deal in playoffs] == [0, 1, 2]
    assert [deal.starter for deal in playoffs] == [1, 0, 0]
    before = [deal.turn for deal in game.deals[:3]]
    assert [deal.turn - turn for deal, turn in zip(playoffs, before, strict=True)] == [2, 2, 2]


def lowest(game: Game) -> Play:
    return Play(discard=game.deal.hands[game.deal.seat][0])


def test_a_playoff_counts_towards_the_deals_of_the_game_and_the_tied_share_the_win():
    game = a_game(rules=RuleSet(phases=(1,), deals_per_game=2, turns_per_seat=1))
    go_out(game, {1: ""}, down=[1])
    assert game.deal.playoff
    while not game.over:
        game.draw(Source.STOCK)
        game.play(lowest(game))
    assert places(game) == [1, 1]


def test_in_a_playoff_of_everyone_advances_the_last_phase_is_replayed():
    game = a_game(rules=RuleSet(phases=(2, 4), advance=Advance.ALWAYS), completed={0: 1, 1: 1})
    go_out(game, {1: ""})
    assert (game.deal.playoff, game.phases()) == (True, (4, 4))


@pytest.mark.parametrize(
    ("players", "deals", "turns"),
    [(2, (10, 13), (8, 11)), (3, (11, 14.5), (6, 8)), (4, (12.5, 16), (4.8, 6.6))],
)
def test_greedy_games_last_as_long_as_such_games_do(players, deals, turns):
    games = [play_out(STANDARD, players, bytes([number]), greedy) for number in range(30)]
    dealt = sum(len(game.deals) for game in games)
    assert deals[0] < dealt / len(games) < deals[1]
    assert turns[0] < sum(game.deal.turn for game in games) / dealt / players < turns[1]


def drawn(hand: str, *, players: int = 3) -> Game:
    """Seat 0 has drawn and holds these cards."""
    game = a_game(players=players)
    game.draw(Source.STOCK)
    arrange(game.deal, hand)
    return game


@pytest.mark.parametrize(("hand", "place"), [("R1 R5 G5 W", 2), ("R5 W", 1), ("R5", 0)])
def test_the_short_way_to_discard_does_as_the_whole_play_does(hand, place):
    short, whole = drawn(hand), drawn(hand)
    short.deal.discard(place)
    short.settle()
    whole.play(a_play(discard="R5"))
    assert (short.state_hash(), short.deals[0].steps) == (whole.state_hash(), whole.deals[0].steps)


def test_the_short_way_to_discard_a_skip_names_nobody_where_all_are_safe():
    short, whole = drawn("R1 R5 S", players=2), drawn("R1 R5 S", players=2)
    for game in (short, whole):
        game.deal.skips.name(0, 1)
    short.deal.discard(0)
    whole.play(a_play(discard="S"))
    assert (short.state_hash(), short.deals[0].steps) == (whole.state_hash(), whole.deals[0].steps)


@pytest.mark.parametrize(
    ("hand", "place", "sentence"),
    [
        ("R1 R5", 2, "there is no card 2 from the top among R1, R5"),
        ("R1 R5", -1, "there is no card -1 from the top among R1, R5"),
        ("R1 S", 0, "a skip must name one of the seats 1, 2"),
    ],
)
def test_the_short_way_to_discard_refuses_what_the_whole_play_does(hand, place, sentence):
    game = drawn(hand)
    before = game.state_hash()
    with pytest.raises(IllegalMove, match=sentence):
        game.deal.discard(place)
    assert game.state_hash() == before


def test_the_short_way_to_discard_waits_for_its_turn():
    with pytest.raises(NotNow, match="a play came, but the game waits for"):
        a_game().deal.discard(0)
