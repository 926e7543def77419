"""The players that the bench measures with: legal, and as good as they should be."""

from random import Random
from statistics import mean

import pytest

from arena.bench.players import greedy_turn, play_game, random_player
from arena.phase10.cards import DECK, SKIP, WILD
from arena.phase10.moves import Source
from arena.phase10.notation import write_cards
from arena.phase10.phases import PHASES
from arena.phase10.rules import NAMED, STANDARD, Naturals
from arena.phase10.situation import HowEnded
from arena.phase10.solver import best_plan, count
from arena.transcript import dump, load, verify
from tests.arena.phase10.table import SEED, a_game, a_run, a_set, arrange, cards, laid


@pytest.mark.parametrize("players", [2, 4, 6])
def test_random_games_are_legal_to_the_end(players):
    game = play_game(NAMED["first-3"], players, SEED, random_player(Random(players).random))
    assert verify(load(dump(game.transcript()))).over
    assert not any(score.strikes for score in game.scores)


def test_a_game_can_be_left_after_so_many_turns():
    game = play_game(STANDARD, 4, SEED, random_player(Random(1).random), most=30)
    assert not game.over
    assert 30 <= game.deal.turn <= 33


def test_greedy_games_last_as_long_as_those_of_a_known_greedy_player():
    games = [play_game(STANDARD, 4, bytes([number]) * 32, greedy_turn) for number in range(30)]
    deals = mean(len(game.deals) for game in games)
    turns = mean(game.deal.turn for game in games) / deals / 4
    assert all(verify(game.transcript()).over for game in games)
    assert 13.0 < deals < 16.5
    assert 5.0 < turns < 6.0


def greedy_from(hand: str, *, top: str = "R1", **position):
    """The deal after seat 0 of three took a greedy turn; what it draws from the stock is R12."""
    game = a_game(players=3)
    arrange(game.deal, hand, discards=top, drawn=False, **position)
    game.deal.stock.piles[0].append(cards("R12")[0])
    greedy_turn(game.deal)
    return game.deals[0]


@pytest.mark.parametrize(
    ("hand", "top", "source"),
    [
        ("R1 R5 G9", "W", Source.DISCARD),
        ("R1 R5 G9", "S", Source.STOCK),
        ("R1 R5 G9", "B5", Source.DISCARD),
        ("R1 R5 G9", "B8", Source.STOCK),
        ("R1 B1 Y1 R5 B5 Y5 R9", "B5", Source.STOCK),
    ],
)
def test_the_greedy_player_takes_the_discard_that_helps(hand, top, source):
    assert greedy_from(hand, top=top).steps[0][2] is source


def test_the_greedy_player_lays_hits_and_goes_out_at_once():
    deal = greedy_from("R5 B5 Y5 R7 B7 Y7 G7 G4", melds=[a_run("R5 R6 R7 R8"), a_set("G12 B12")])
    assert laid(deal)[:2] == [tuple(cards("G4 R5 R6 R7 R8")), tuple(cards("G12 B12 R12"))]
    assert deal.how is HowEnded.OUT


def test_the_greedy_player_keeps_what_its_plan_needs_and_throws_the_dearest_else():
    assert greedy_from("R5 B5 R11 B11 Y9 G2").discards[-1] == cards("R12")[0]
    assert greedy_from("R12 B12 R11 B11 Y9 G2").discards[-1] == cards("Y9")[0]


def test_the_greedy_player_throws_a_skip_first_and_names_the_next():
    deal = greedy_from("R5 B5 R11 S")
    assert deal.discards[-1] == SKIP
    assert deal.steps[-2][3] == 1


def test_the_greedy_player_keeps_one_of_each_number_of_a_run():
    game = a_game(players=2, completed={0: 3})
    arrange(game.deal, "R1 R2 R3 R4 R5 G5", discards="S", drawn=False)
    game.deal.stock.piles[0].append(cards("R6")[0])
    greedy_turn(game.deal)
    assert game.deal.discards[-1] in cards("R5 G5")


def missing(hand: list[int], phase: int) -> int:
    """How many cards have to come before the hand can hold the phase, if groups may be wilds alone."""
    return max(0, best_plan(count(hand), phase, Naturals.NONE).wilds - hand.count(WILD))


def throw(hand: list[int], phase: int) -> int:
    """The dearest card that brings the phase no nearer, else the dearest; a skip before all, a wild last."""
    naturals = [card for card in reversed(hand) if card < WILD]
    useless = (card for card in naturals if missing(without(hand, card), phase) == missing(hand, phase))
    return SKIP if SKIP in hand else next(useless, naturals[0])


def without(hand: list[int], card: int) -> list[int]:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


@pytest.mark.parametrize("phase", PHASES)
def test_the_greedy_player_takes_and_throws_what_counting_every_hand_anew_would(phase):
    seen = set()
    for number in range(60):
        chosen = Random(f"{phase} {number}").sample(DECK, 12)
        hand, top, drawn = sorted(chosen[:10]), chosen[10], chosen[11]
        game = a_game(players=3, completed={0: phase - 1})
        arrange(game.deal, " ".join(write_cards(hand)), discards=f"R1 {write_cards([top])[0]}", drawn=False)
        game.deal.stock.piles[0].append(drawn)
        takes = top != SKIP and (top == WILD or missing([*hand, top], phase) < missing(hand, phase))
        full = sorted([*hand, top if takes else drawn])
        greedy_turn(game.deal)
        seen.add(takes)
        assert game.deal.source is (Source.DISCARD if takes else Source.STOCK)
        if not game.deal.down[0]:
            assert game.deal.discards[-1] == throw(full, phase)
    assert seen == {True, False}
