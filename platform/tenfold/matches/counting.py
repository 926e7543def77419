"""What standings and pages read of a match, made from the outcomes of its games."""

from collections.abc import Sequence
from itertools import groupby

from arena.margin import block_margins
from tenfold.matches.models import BlockResult, Game, MatchBot

#: What `tally` fills in.
TALLIED = ("games", "wins", "place_sum", "forfeits", "margin")


def block_results(games: Sequence[Game]) -> list[BlockResult]:
    """The blocks of a finished match, not saved, and without the match."""
    ordered = sorted(games, key=lambda game: (game.block, game.rotation))
    return [
        _block_result(block, list(rotations))
        for block, rotations in groupby(ordered, key=lambda game: game.block)
    ]


def _block_result(block: int, games: Sequence[Game]) -> BlockResult:
    made = [[game.outcome_of(bot) for bot in range(len(game.outcome))] for game in games]
    places = [[seat["place"] for seat in by_game] for by_game in zip(*made, strict=True)]
    return BlockResult(
        block=block,
        margins=list(block_margins([[seat["margin"] for seat in by_bot] for by_bot in made])),
        wins=[of_bot.count(1) for of_bot in places],
        places=[sum(of_bot) for of_bot in places],
    )


def tally(bots: Sequence[MatchBot], games: Sequence[Game], blocks: Sequence[BlockResult]) -> None:
    """Fill in, unsaved, what pages show of each bot without reading the games."""
    for bot in bots:
        seats = [game.outcome_of(bot.index) for game in games]
        bot.games = len(seats)
        bot.wins = sum(seat["place"] == 1 for seat in seats)
        bot.place_sum = sum(seat["place"] for seat in seats)
        bot.forfeits = sum(seat["forfeited"] for seat in seats)
        bot.margin = sum(block.margins[bot.index] for block in blocks) / len(blocks)
