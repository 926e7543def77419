"""A field of bots whose true order is known: the greedy player, who at some turns plays at random instead.

The more often, the worse; nothing else tells them apart, so which of two is better needs no measuring.
"""

from collections.abc import Iterator, Sequence
from random import Random

from arena.bench.players import greedy_turn, random_player
from arena.margin import block_margins, margin
from arena.phase10.game import Game
from arena.phase10.rules import STANDARD
from arena.rating import BlockResult

#: The worst plays so many of its turns at random.
MOST_MISTAKES = 0.4


def mistakes(bots: int) -> list[float]:
    """By bot, best first: which share of its turns it plays at random."""
    return [MOST_MISTAKES * bot / (bots - 1) for bot in range(bots)]


def tables(bots: int, *, seats: int, chance: Random) -> Iterator[tuple[int, ...]]:
    """Endless tables by lot; everybody sits once before anybody sits again. Seats divide bots."""
    while True:
        drawn = chance.sample(range(bots), bots)
        for first in range(0, bots, seats):
            yield tuple(drawn[first : first + seats])


def play_block(
    number: int, table: Sequence[int], rates: Sequence[float], chance: Random
) -> tuple[BlockResult, list[list[int]]]:
    """One block in all its rotations: what the standing counts, and the places by bot of each game."""
    n = len(table)
    games = [_game(number, rotation, table, rates, chance) for rotation in range(n)]
    places = [[game[bot][0] for bot in range(n)] for game in games]
    result = BlockResult(
        match=number,
        block=0,
        entries=tuple(table),
        margins=block_margins([[worth for _, worth in game] for game in games]),
        wins=tuple(sum(game[bot] == 1 for game in places) for bot in range(n)),
        places=tuple(sum(game[bot] for game in places) for bot in range(n)),
        games=n,
    )
    return result, places


def _game(
    number: int, rotation: int, table: Sequence[int], rates: Sequence[float], chance: Random
) -> list[tuple[int, float]]:
    """Place and margin by bot at the table."""
    n = len(table)
    seated = [table[(seat - rotation) % n] for seat in range(n)]
    game = Game(STANDARD, n, number.to_bytes(32, "big"))
    at_random = random_player(chance.random)
    while not game.over:
        turn = at_random if chance.random() < rates[seated[game.deal.seat]] else greedy_turn
        turn(game.deal)
        game.settle()
    ranking = game.ranking
    by_bot = [ranking[(bot + rotation) % n] for bot in range(n)]
    of = len(STANDARD.phases)
    return [(rank.place, margin(phases=rank.phases, points=rank.points, of=of)) for rank in by_bot]
