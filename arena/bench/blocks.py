"""What takes luck out of a comparison: the same decks, own positions in the stock, and the luck that is seen.

Pairs of house bots play the same number of games three ways: each game with decks of its own, blocks of the
same decks with one common stock, and blocks in which each seat has its own positions. Of the last the margins
less luck are taken too. A variance half as large takes half as many games to tell two bots apart.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import count
from statistics import fmean, median, variance
from typing import Final
from unittest.mock import patch

from arena.bench.ladder import answerer
from arena.inprocess import CallableSeat
from arena.luck import adjusted, luck
from arena.match import MatchRecord, block_seed, play_match
from arena.phase10 import situation
from arena.phase10.deck import Stock
from arena.phase10.rules import STANDARD, RuleSet
from arena.transcript import load, rerun

#: Bots of different style, none of which plays at random nor for ever.
PAIRS: Final = (
    ("greedy", "planner"),
    ("planner", "expectimax"),
    ("greedy", "expectimax"),
    ("random_legal", "planner"),
    ("random_legal", "greedy"),
)
TABLES: Final = (2, 4)
INDEPENDENT, COMMON, OWN, LESS_LUCK = "own decks", "common stock", "own positions", "less luck"


class CommonStock(Stock):
    """The stock of a kitchen table: whoever draws takes the top card."""

    __slots__ = ()

    def __init__(self, cards: Sequence[int], *, seats: int) -> None:
        super().__init__(cards, seats=seats)
        pile = [*reversed(cards)]
        self.piles = [pile] * seats  # one and the same

    def rest(self) -> list[int]:
        return [*reversed(self.piles[0])]


def report(*, blocks: int, seed: str, rules: RuleSet = STANDARD) -> Iterator[str]:
    """The figures in lines: variances of a block's lead, and how many times less than with own decks."""
    for players in TABLES:
        yield f"tables of {players}, {blocks} blocks a pair: variance of a block's lead, in phases squared"
        yield f"  {'':<24}" + "".join(f"{way:>15}" for way in (INDEPENDENT, COMMON, OWN, LESS_LUCK))
        ratios = []
        for pair in PAIRS:
            found = variances(pair, players=players, blocks=blocks, seed=seed, rules=rules)
            yield f"  {' and '.join(pair):<24}" + "".join(f"{each:>15.3f}" for each in found)
            ratios.append([found[0] / max(each, 1e-9) for each in found])
        medians = [median(of_way) for of_way in zip(*ratios, strict=True)]
        yield f"  {'times less, median':<24}" + "".join(f"{each:>15.2f}" for each in medians)
        further = median(each[3] / each[2] for each in ratios)
        yield f"  less luck beside own positions, median: {further:.2f} times less"


def variances(
    pair: tuple[str, str], *, players: int, blocks: int, seed: str, rules: RuleSet
) -> tuple[float, float, float, float]:
    """Of the second bot's lead in a block, all four ways."""
    table = [pair[bot % 2] for bot in range(players)]
    each_game = count()
    alone = _play(table, blocks, rules, lambda _: block_seed(_secret(seed), "alone", next(each_game)))
    with patch.object(situation, "Stock", CommonStock):
        common = _play(table, blocks, rules, partial(block_seed, _secret(seed), "same"))
    own = _play(table, blocks, rules, partial(block_seed, _secret(seed), "same"))
    ways = (alone.margins, common.margins, own.margins, _less_luck(own))
    one, two, three, four = (variance(_lead(margins) for margins in way) for way in ways)
    return one, two, three, four


def _secret(seed: str) -> bytes:
    return sha256(seed.encode()).digest()


def _play(table: Sequence[str], blocks: int, rules: RuleSet, seed_of: Callable[[int], bytes]) -> MatchRecord:
    number = count()
    return play_match(
        players=len(table),
        blocks=blocks,
        rules=rules,
        seed_of=seed_of,
        open_seat=lambda bot, _lane: CallableSeat(answerer(table[bot], next(number))),
        names=table,
    )


def _less_luck(played: MatchRecord) -> list[tuple[float, ...]]:
    lucky = [luck(rerun(load(game.transcript))) for game in played.games]
    return [
        adjusted(
            margins,
            [each for game, each in zip(played.games, lucky, strict=True) if game.block == block],
            [game.seats for game in played.games if game.block == block],
        )
        for block, margins in enumerate(played.margins)
    ]


def _lead(margins: Sequence[float]) -> float:
    return fmean(margins[1::2]) - fmean(margins[::2])
