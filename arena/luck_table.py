"""Makes the table that luck is read from: `python -m arena.luck_table > arena/luck_table.json`.

Bots of the bench play blocks, pair by pair. What each kind of luck is worth is fitted to what the deals came
to, by least squares with a ridge: a deal tells more of the luck in it than a game does of all its deals. How
much of that is left in the margin of a whole block, where the others have the same cards, is fitted to those.
How often a dealt hand misses how many cards is counted over all hands there are.

The same seeds give the same table. A new table gets a new version, and blocks are adjusted by it anew.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import Final

import numpy as np

from arena.bench.players import Turn, greedy_turn, random_player
from arena.equations import Floats
from arena.luck import FAR, KINDS_OF_LUCK, surprises_of_deals
from arena.margin import PHASE, margin
from arena.phase10.cards import DECK, HAND_SIZE
from arena.phase10.game import Game
from arena.phase10.phases import PHASES
from arena.phase10.rules import STANDARD
from arena.phase10.tally import NEEDS

VERSION: Final = 1
#: By number of players, how many blocks each pair plays.
BLOCKS: Final = {2: 150, 4: 60}
#: The shares of their turns that the bots play at random.
MISTAKES: Final = (0.0, 0.02, 0.06, 0.12)
#: As if each kind of luck had been seen this often besides, and had been worth nothing.
RIDGE: Final = 10.0
_DIGITS: Final = 4
_OF_COLOR: Final = 8  # the phase that is made of one colour


def main() -> None:
    """Print the table as JSON, which takes minutes."""
    hands = dealt()
    chances = [[count / comb(len(DECK), HAND_SIZE) for count in counts] for counts in hands]
    worths = {str(players): worth(players, blocks, chances) for players, blocks in BLOCKS.items()}
    json.dump({"version": VERSION, "dealt": hands, "worth": worths}, sys.stdout)


# How many cards a dealt hand misses.


def dealt() -> list[list[int]]:
    """By phase, how many of all hands of ten cards miss 0, 1, 2… cards at least."""
    numbered = [phase for phase in PHASES if phase != _OF_COLOR]
    counts = {phase: [0] * (FAR + 1) for phase in PHASES}
    for naturals in range(HAND_SIZE + 1):
        _count(counts, numbered, naturals, kinds=12, copies=8)
        _count(counts, [_OF_COLOR], naturals, kinds=4, copies=24)
    return [counts[phase] for phase in PHASES]


def _count(
    counts: dict[int, list[int]], phases: Sequence[int], naturals: int, *, kinds: int, copies: int
) -> None:
    """Add the hands with so many natural cards, which are of so many kinds that matter to these phases."""
    wilds = range(HAND_SIZE - naturals + 1)
    rest = [comb(8, wild) * comb(4, HAND_SIZE - naturals - wild) for wild in wilds]
    ways = {phase: [0] * (HAND_SIZE + 1) for phase in phases}
    for tally, weight in _tallies(naturals, kinds, copies):
        for phase in phases:
            ways[phase][NEEDS[phase](tally)] += weight
    for phase in phases:
        for needs, hands in enumerate(ways[phase]):
            for wild in wilds:
                counts[phase][min(max(needs - wild, 0), FAR)] += rest[wild] * hands


def _tallies(cards: int, kinds: int, copies: int) -> Iterator[tuple[int, int]]:
    """The tallies of so many natural cards, each with the number of ways to take them."""
    if kinds == 1:
        if cards <= copies:
            yield cards, comb(copies, cards)
        return
    for count in range(min(cards, copies) + 1):
        ways = comb(copies, count)
        for tally, others in _tallies(cards - count, kinds - 1, copies):
            yield tally << 4 | count, others * ways


# What luck is worth.


def worth(players: int, blocks: int, chances: Sequence[Sequence[float]]) -> list[float]:
    """For tables of so many players, what each kind of luck is worth, in phases."""
    seen = [_Seen(pair, players, blocks, chances) for pair in combinations(MISTAKES, 2)]
    by_deal = np.linalg.solve(
        sum(each.square for each in seen) + RIDGE * np.eye(KINDS_OF_LUCK), sum(each.came for each in seen)
    )
    lucky = np.concatenate([each.lucky for each in seen]) @ by_deal
    left = lucky @ np.concatenate([each.margins for each in seen]) / (lucky @ lucky)
    return [round(float(each), _DIGITS) + 0.0 for each in left * by_deal]


class _Seen:
    """The games of a pair, who sit in turn round the table.

    `square` and `came` are the two sides of the normal equations of the deals; `lucky` and `margins` are by
    bot and block, less the mean of this bot, whose strength they are not to explain.
    """

    def __init__(
        self, pair: tuple[float, float], players: int, blocks: int, chances: Sequence[Sequence[float]]
    ) -> None:
        self._chances = chances
        self._chance = Random(f"{pair}|{players}")  # noqa: S311 - a game, and the same one each time
        self.square, self.came = np.zeros((KINDS_OF_LUCK, KINDS_OF_LUCK)), np.zeros(KINDS_OF_LUCK)
        rows = [self._block([pair[bot % 2] for bot in range(players)]) for _ in range(blocks)]
        lucky, margins = (np.array(part, np.float64) for part in zip(*rows, strict=True))
        self.lucky = (lucky - lucky.mean(axis=0)).reshape(-1, KINDS_OF_LUCK)
        self.margins = (margins - margins.mean(axis=0)).ravel()

    def _block(self, mistakes: Sequence[float]) -> tuple[Floats, Floats]:
        """By bot, the mean luck and margin over the rotations of a block, less those of the table."""
        players, seed = len(mistakes), self._chance.randbytes(32)
        lucky, margins = np.zeros((players, KINDS_OF_LUCK)), np.zeros(players)
        for rotation in range(players):
            seated = [(seat - rotation) % players for seat in range(players)]
            game = _play(seed, [mistakes[bot] for bot in seated], self._chance)
            lucky[seated] += self._deals(game)
            margins[seated] += [
                margin(phases=rank.phases, points=rank.points, of=len(STANDARD.phases))
                for rank in game.ranking
            ]
        return (lucky - lucky.mean(axis=0)) / players, (margins - margins.mean()) / players

    def _deals(self, game: Game) -> Floats:
        """The luck of each seat in all deals, of which each is noted with what came of it."""
        total = np.zeros((game.players, KINDS_OF_LUCK))
        for deal, found in surprises_of_deals(game, self._chances):
            result = game.results[deal.number]
            came = np.array(result.made) - np.array(result.points) / PHASE
            lucky = np.array(found)
            total += lucky
            lucky -= lucky.mean(axis=0)
            self.square += lucky.T @ lucky
            self.came += lucky.T @ (came - came.mean())
        return total


def _play(seed: bytes, mistakes: Sequence[float], chance: Random) -> Game:
    game = Game(STANDARD, len(mistakes), seed)
    turns: tuple[Turn, Turn] = (greedy_turn, random_player(chance.random))
    while not game.over:
        turns[chance.random() < mistakes[game.deal.seat]](game.deal)
        game.settle()
    return game


if __name__ == "__main__":
    main()
