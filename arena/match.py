"""A match: fixed bots play blocks, and in each block the same decks once in every seat rotation.

Whoever met two rotations of a block could recognise the cards and know the others' hands. So rotation r of
all blocks is played in lane r, by seats opened for that lane alone: no process ever meets a deck twice.
"""

import hmac
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace

from arena.margin import block_margins
from arena.messages import greeting
from arena.phase10.game import Game
from arena.phase10.rules import RuleSet
from arena.protocol import TimeLimits
from arena.records import Clock, FaultRecord, GameRecord, MatchRecord, Note, SeatOutcome
from arena.seat import Seat, SeatError
from arena.table import LaneBot, MatchStopped, Table

__all__ = [
    "Clock",
    "FaultRecord",
    "GameRecord",
    "MatchRecord",
    "MatchStopped",
    "Note",
    "SeatOpener",
    "SeatOutcome",
    "block_seed",
    "play_lane",
    "play_match",
    "play_stretch",
]

# Gives a fresh seat for (bot index, lane), or raises SeatError; a bot that fails to start is told on hello.
SeatOpener = Callable[[int, int], Seat]


def block_seed(secret: bytes, match: str, block: int) -> bytes:
    """The seed of a block's decks: known to nobody without the secret, checkable by everybody with it."""
    return hmac.digest(secret, f"{match}|{block}".encode(), "sha256")


def play_match(
    *,
    players: int,
    blocks: int,
    rules: RuleSet,
    seed_of: Callable[[int], bytes],
    open_seat: SeatOpener,
    names: Sequence[str],
    limits: TimeLimits | None = None,
    on_game: Callable[[GameRecord], None] | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> MatchRecord:
    """Play all games of a match and return them with the margins.

    `seed_of(block)` gives the seed of that block's decks; `limits` is what bots are told of their time, which
    whoever runs them enforces. `on_game` is called after each game, `should_stop` before each move.

    A bot's faults are part of the record. SeatError, which is ours, and MatchStopped pass through; whichever
    way this is left, every seat that was opened is closed.
    """
    if len(names) != players:
        raise ValueError(f"{players} players need {players} names, not {len(names)}: {', '.join(names)}")
    games = [
        game
        for rotation in range(players)
        for game in play_lane(
            rotation=rotation,
            players=players,
            blocks=blocks,
            rules=rules,
            seed_of=seed_of,
            open_seat=open_seat,
            names=names,
            limits=limits,
            on_game=on_game,
            should_stop=should_stop,
        )
    ]
    return MatchRecord(tuple(games), tuple(_margins(games, block) for block in range(blocks)))


def play_stretch(
    stretch: range,
    *,
    players: int,
    rules: RuleSet,
    seed_of: Callable[[int], bytes],
    open_seat: SeatOpener,
    names: Sequence[str],
    limits: TimeLimits | None = None,
    on_game: Callable[[GameRecord], None] | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> MatchRecord:
    """Play some blocks of a longer match; as `play_match` otherwise.

    To its bots it is a match of its own, whose games are counted from 0. `on_game` has them counted so, too.
    """
    played = play_match(
        players=players,
        blocks=len(stretch),
        rules=rules,
        seed_of=lambda block: seed_of(stretch[block]),
        open_seat=open_seat,
        names=names,
        limits=limits,
        on_game=on_game,
        should_stop=should_stop,
    )
    return MatchRecord(
        tuple(replace(game, block=stretch[game.block]) for game in played.games), played.margins
    )


def play_lane(
    *,
    rotation: int,
    players: int,
    blocks: int,
    rules: RuleSet,
    seed_of: Callable[[int], bytes],
    open_seat: SeatOpener,
    names: Sequence[str],
    limits: TimeLimits | None = None,
    on_game: Callable[[GameRecord], None] | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> list[GameRecord]:
    """Play one rotation of all blocks, with bot b in seat (b + rotation) mod n; as `play_match` otherwise."""
    hello = greeting(rules, players=players, games=blocks, limits=limits or TimeLimits())
    games: list[GameRecord] = []
    with ExitStack() as opened:
        bots = [_opened(opened, open_seat, bot, rotation, names) for bot in range(players)]
        seated = [bots[(seat - rotation) % players] for seat in range(players)]
        for block in range(blocks):
            table = Table(Game(rules, players, seed_of(block)), seated, number=block)
            if block == 0:
                table.greet(hello, should_stop)
            table.play(should_stop)
            games.append(table.record(block=block, rotation=rotation))
            if on_game is not None:
                on_game(games[-1])
    return games


def _opened(opened: ExitStack, open_seat: SeatOpener, bot: int, lane: int, names: Sequence[str]) -> LaneBot:
    try:
        seat = open_seat(bot, lane)
    except SeatError as error:
        error.add_note(f"while opening a seat for {names[bot]} (bot {bot}) in lane {lane}")
        raise
    opened.callback(seat.close)
    return LaneBot(bot, seat)


def _margins(games: Sequence[GameRecord], block: int) -> tuple[float, ...]:
    rotations = [game for game in games if game.block == block]
    return block_margins([_by_bot(game) for game in rotations])


def _by_bot(game: GameRecord) -> list[float]:
    worth = dict(zip(game.seats, (seat.margin for seat in game.outcome), strict=True))
    return [worth[bot] for bot in range(len(worth))]
