"""A match's games as a grid: one row a block, one cell a rotation, saying who won by how much."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tenfold.matches.models import BlockResult, Game, MatchBot


@dataclass(frozen=True, slots=True)
class Cell:
    """`lead`: by how many phases the winner's margin beat the next; None when the first place was shared.

    `luck`: how many phases of luck the winner had in this game, if that is known.
    """

    game: Game
    winners: tuple[MatchBot, ...]
    lead: float | None
    luck: float | None
    forfeits: int
    strikes: int


@dataclass(frozen=True, slots=True)
class BlockRow:
    """`best` made the most of these decks; `margins` are by bot index, in phases."""

    number: int
    cells: tuple[Cell, ...]
    best: MatchBot | None
    margin: float | None


def rows_of(
    games: Iterable[Game], bots: Mapping[int, MatchBot], results: Mapping[int, BlockResult]
) -> list[BlockRow]:
    """The games, ordered by block and rotation, as rows of the grid."""
    return [
        _row(block, tuple(_cell(game, bots) for game in of_block), bots, results.get(block))
        for block, of_block in groupby(games, key=lambda game: game.block)
    ]


def _row(
    block: int, cells: tuple[Cell, ...], bots: Mapping[int, MatchBot], result: BlockResult | None
) -> BlockRow:
    if result is None:
        return BlockRow(block, cells, None, None)
    margin = max(result.margins)
    # Equal margins: nobody made more of the decks than the others.
    alone = result.margins.count(margin) == 1
    return BlockRow(block, cells, bots[result.margins.index(margin)] if alone else None, margin)


def _cell(game: Game, bots: Mapping[int, MatchBot]) -> Cell:
    outcome: list[dict[str, Any]] = game.outcome
    first = [seat for seat in outcome if seat["place"] == 1]
    rest = [seat["margin"] for seat in outcome if seat["place"] != 1]
    lead = first[0]["margin"] - max(rest) if len(first) == 1 and rest else None
    luck = game.luck_of(first[0]["bot"]) if len(first) == 1 else None
    return Cell(
        game,
        tuple(bots[seat["bot"]] for seat in first),
        lead,
        luck[0] if luck else None,
        forfeits=sum(seat["forfeited"] for seat in outcome),
        strikes=sum(seat["strikes"] for seat in outcome),
    )
