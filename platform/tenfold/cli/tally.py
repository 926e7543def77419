"""What a table's blocks come to for each bot."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from arena.records import GameRecord, MatchRecord
from arena.student import Mean, mean_of


@dataclass(frozen=True, slots=True)
class Tally:
    """One bot's result: `margin` by blocks, in phases against the table's mean; times are of one request."""

    name: str
    margin: Mean
    wins: int
    games: int
    mean_place: float
    phases: float
    forfeits: int
    faults: dict[str, int]
    cpu_ms: float
    slowest_ms: float


def tally(names: Sequence[str], stretches: Sequence[MatchRecord]) -> list[Tally]:
    """One for each bot, the best margin first."""
    games = [game for stretch in stretches for game in stretch.games]
    margins = [block for stretch in stretches for block in stretch.margins]
    all_bots = [
        _of_bot(name, bot, games, [block[bot] for block in margins]) for bot, name in enumerate(names)
    ]
    return sorted(all_bots, key=lambda one: -one.margin.value)


def _of_bot(name: str, bot: int, games: Sequence[GameRecord], margins: Sequence[float]) -> Tally:
    outcomes = [game.outcome[game.seats.index(bot)] for game in games]
    asked = [clock for game in games for clock in game.clocks if game.seats[clock[1]] == bot]
    return Tally(
        name=name,
        margin=mean_of(margins),
        wins=sum(outcome.place == 1 for outcome in outcomes),
        games=len(games),
        mean_place=sum(outcome.place for outcome in outcomes) / len(games),
        phases=sum(outcome.phases for outcome in outcomes) / len(games),
        forfeits=sum(outcome.forfeited for outcome in outcomes),
        faults=dict(Counter(str(fault.kind) for game in games for fault in game.faults if fault.bot == bot)),
        cpu_ms=sum(clock[2] for clock in asked) / max(1, len(asked)),
        slowest_ms=max((clock[3] for clock in asked), default=0.0),
    )
