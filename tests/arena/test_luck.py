"""Luck is nothing on average, whatever happens, and what is left of a margin without it scatters less."""

from math import comb
from pathlib import Path
from random import Random
from statistics import fmean, stdev, variance

import pytest

from arena import luck_table
from arena.bench.players import greedy_turn, random_player
from arena.luck import KINDS_OF_LUCK, SKIPS, WILDS, Watched, adjusted, luck, surprises, the_table, told
from arena.margin import block_margins, margin
from arena.phase10.cards import DECK, HAND_SIZE, WILD
from arena.phase10.game import Game
from arena.phase10.rules import STANDARD
from arena.transcript import load, rerun

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.t10"))


def a_game(seed: bytes, *, players: int = 2, mistakes: float = 0.05, chance: Random | None = None) -> Game:
    chance = chance or Random(seed)
    game = Game(STANDARD, players, seed)
    turns = (greedy_turn, random_player(chance.random))
    while not game.over:
        turns[chance.random() < mistakes](game.deal)
        game.settle()
    return game


def worth_of(game: Game, seat: int) -> float:
    rank = game.ranking[seat]
    return margin(phases=rank.phases, points=rank.points, of=10)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("turns", [0, 9, 30])
def test_over_all_cards_that_may_come_a_draw_is_no_luck_of_any_kind(players, turns):
    game = a_game(bytes([players, turns]) * 16, players=players)
    deal = max(game.deals, key=lambda each: each.turn)
    watched = Watched(deal, [[0.0] * KINDS_OF_LUCK for _ in range(players)])
    for noted in deal.noted[:turns]:
        watched.see(noted)
    for seat in range(players):
        found = [0.0] * KINDS_OF_LUCK
        for card, count in enumerate(watched.stock):
            one = [0.0] * KINDS_OF_LUCK
            watched.judge(one, seat, card)
            found = [total + count * each for total, each in zip(found, one, strict=True)]
        assert found == pytest.approx([0.0] * KINDS_OF_LUCK, abs=1e-9)


def test_over_all_hands_there_are_a_dealt_hand_is_no_luck():
    chances = the_table().dealt
    assert [sum(of_phase) for of_phase in chances] == pytest.approx([1.0] * 10)
    # Known from elsewhere: how often a dealt hand holds phase 1 and 10, if wilds may not stand alone.
    assert chances[0][0] == pytest.approx(0.18275240, rel=1e-4)
    assert chances[9][0] == pytest.approx(0.00352288, rel=1e-4)


def test_the_table_counts_hands_as_its_command_does():
    phase = 8  # of one colour, and so with far fewer tallies than any other
    counts = {phase: [0] * 9}
    for naturals in range(HAND_SIZE + 1):
        luck_table._count(counts, [phase], naturals, kinds=4, copies=24)
    assert sum(counts[phase]) == comb(len(DECK), HAND_SIZE)
    assert [count / comb(len(DECK), HAND_SIZE) for count in counts[phase]] == pytest.approx(
        the_table().dealt[phase - 1]
    )


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_rule_set_s_games_can_be_judged(path):
    game = rerun(load(path.read_bytes()))
    found = luck(game)
    assert len(found) == game.players
    assert all(abs(each) < 30 for each in found)


def test_the_same_game_has_the_same_luck():
    game = a_game(b"s" * 32)
    assert luck(game) == luck(game)


def test_what_is_told_is_luck_beyond_the_table_s_and_wilds_beyond_those_expected():
    game = a_game(b"w" * 32, players=4)
    lucky = luck(game)
    assert [one.phases for one in told(game)] == pytest.approx([each - fmean(lucky) for each in lucky])
    dealt = [sum(deal.dealt[seat].count(WILD) for deal in game.deals) for seat in range(4)]
    deals = len(game.deals)
    assert [one.wilds for one in told(game)] != pytest.approx([0] * 4, abs=0.1)
    # What was drawn adds to what was dealt, of which each deal brings eight cards of 108 times ten.
    for seat, one in enumerate(told(game)):
        kinds = surprises(game, the_table().dealt)[seat]
        drawn = sum(kinds[WILDS:SKIPS])
        assert one.wilds - drawn == pytest.approx(dealt[seat] - deals * 8 * HAND_SIZE / len(DECK))


def test_a_playoff_is_no_part_of_it():
    game = rerun(load((GOLDEN[0].parent / "playoff-2.t10").read_bytes()))
    whole = surprises(game, the_table().dealt)
    game.deals = [deal for deal in game.deals if not deal.playoff]
    assert surprises(game, the_table().dealt) == whole


def test_what_is_taken_from_one_bot_is_given_to_the_table():
    # In both games seat 0 was one phase luckier; the bots change seats, so nobody was over the block.
    assert adjusted((0.5, -0.5), [(1.0, 0.0), (1.0, 0.0)], [(0, 1), (1, 0)]) == (0.5, -0.5)
    assert adjusted((0.5, -0.5), [(1.0, 0.0), (1.0, 0.0)], [(0, 1), (0, 1)]) == (0.0, 0.0)


def test_over_many_blocks_luck_is_nothing_and_without_it_margins_scatter_less():
    chance = Random(20)
    margins, lucky = [], []
    for _ in range(100):
        games = [a_game(seed := chance.randbytes(32), chance=chance), a_game(seed, chance=chance)]
        seats = [(0, 1), (1, 0)]
        worth = [[worth_of(game, seat) for seat in by_bot] for game, by_bot in zip(games, seats, strict=True)]
        margins.append(block_margins(worth)[0])
        less = adjusted(block_margins(worth), [luck(game) for game in games], seats)[0]
        lucky.append(margins[-1] - less)
    assert abs(fmean(lucky)) < 3 * stdev(lucky) / len(lucky) ** 0.5
    assert variance(margins) > 1.15 * variance([m - each for m, each in zip(margins, lucky, strict=True)])


@pytest.mark.parametrize(("players", "like"), [(2, 2), (3, 2), (4, 4), (6, 4)])
def test_a_number_of_players_without_a_table_of_its_own_has_that_of_the_next_lower(players, like):
    table = the_table()
    assert table.worth_of(players) == table.worth[like]
    assert len(table.worth_of(players)) == KINDS_OF_LUCK
