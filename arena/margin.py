"""What a game is worth to a seat, in phases, and what a block of games is worth to each bot.

A hundred points count as one phase, but all points together as no more than all phases. Otherwise a bot that
never lays down would decide who is first among the others: a game against it goes on for twenty deals and
more, its points pile up, and whoever met it would be dozens of phases ahead of its table.
"""

from collections.abc import Sequence

#: So many points are a phase.
PHASE = 100


def hundredths(*, phases: int, points: int, of: int) -> int:
    """The margin of a seat in hundredths of a phase; `of` is how many phases the rule set has."""
    return PHASE * phases - min(points, PHASE * of)


def margin(*, phases: int, points: int, of: int, forfeited: bool = False) -> float:
    """The margin of a seat in one game, in phases."""
    return -of if forfeited else hundredths(phases=phases, points=points, of=of) / PHASE


def block_margins(games: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Each bot's mean over the games of a block less the mean of the table, from `games[game][bot]`.

    Summed in whole hundredths, so that bots which play alike differ by exactly zero.
    """
    totals = [sum(round(PHASE * each) for each in of_bot) for of_bot in zip(*games, strict=True)]
    everyone = len(totals)
    return tuple((everyone * total - sum(totals)) / (PHASE * everyone * len(games)) for total in totals)
