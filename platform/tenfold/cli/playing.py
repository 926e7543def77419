"""Plays blocks of games between bots in plain processes, on as many cores as one likes.

Blocks are played in stretches: a stretch is a match of its own, with fresh processes in every lane. How long
they are does not depend on the number of jobs, so neither does what comes out.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from multiprocessing import get_context, parent_process
from secrets import token_hex
from typing import TYPE_CHECKING

from arena.match import MatchRecord, block_seed, play_stretch
from arena.phase10.rules import RuleSet
from arena.records import GameRecord
from sandbox.limits import Limits
from sandbox.process import ProcessSandbox
from sandbox.program import Program
from tenfold.cli.bots import Bot
from tenfold.cli.outcome import Refused
from tenfold.seats import SandboxSeat, ours

if TYPE_CHECKING:
    from multiprocessing.queues import SimpleQueue
    from multiprocessing.synchronize import Event

STRETCH = 5
#: The name of the match from which block seeds are made; the site has its own for each match.
KEY = "local"
# How long a finished game may go unreported.
TOLD_EVERY_S = 0.1

OnGame = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Line:
    """Who plays by which rules on which decks."""

    names: tuple[str, ...]
    programs: tuple[Program, ...]
    rules: RuleSet
    secret: bytes


def line_up(bots: Sequence[Bot], rules: RuleSet, seed: str) -> Line:
    """The line-up of a table. Raises Refused where bots cannot be run at all."""
    if reason := cannot_run():
        raise Refused(reason)
    names, programs = zip(*((bot.name, bot.program) for bot in bots), strict=True)
    return Line(names, programs, rules, secret_of(seed))


def secret_of(seed: str) -> bytes:
    """The secret of the decks that the word given as seed stands for."""
    return sha256(seed.encode()).digest()


def new_seed() -> str:
    return token_hex(4)


def cannot_run() -> str | None:
    """Why bots cannot be run on this machine; None when they can."""
    if sys.platform == "win32":
        return (
            "as bots cannot be run on Windows itself: use the Windows Subsystem for Linux "
            "(new, check without its trial, watch, replay and verify work here too)"
        )
    return None


def play(line: Line, *, blocks: int, jobs: int, on_game: OnGame) -> Generator[MatchRecord, None, None]:
    """Play blocks 0, 1, 2 … and give them stretch by stretch, in order; close it to end early.

    `on_game` is called for every finished game. A failure of ours is a SeatError.
    """
    starts = range(0, blocks, STRETCH)
    stretches = [range(start, min(start + STRETCH, blocks)) for start in starts]
    if jobs == 1 or len(stretches) == 1:
        for stretch in stretches:
            yield _play_stretch(line, stretch, lambda _: on_game(), lambda: False)
    else:
        yield from _play_in_pool(line, stretches, min(jobs, len(stretches)), on_game)


def _play_stretch(
    line: Line, stretch: range, on_game: Callable[[GameRecord], None], should_stop: Callable[[], bool]
) -> MatchRecord:
    with closing(ProcessSandbox()) as sandbox:

        def open_seat(bot: int, _lane: int) -> SandboxSeat:
            with ours():
                return SandboxSeat(sandbox.open(line.programs[bot], limits=Limits()))

        return play_stretch(
            stretch,
            players=len(line.names),
            rules=line.rules,
            seed_of=partial(block_seed, line.secret, KEY),
            open_seat=open_seat,
            names=line.names,
            on_game=on_game,
            should_stop=should_stop,
        )


def _play_in_pool(
    line: Line, stretches: Sequence[range], jobs: int, on_game: OnGame
) -> Generator[MatchRecord, None, None]:
    context = get_context("spawn")
    finished: SimpleQueue[int] = context.SimpleQueue()
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _begin, (finished, stop))
    try:
        futures = [pool.submit(_play_told, line, stretch) for stretch in stretches]
        for future in futures:
            while not wait([future], TOLD_EVERY_S).done:
                _tell(finished, on_game)
            _tell(finished, on_game)
            yield future.result()
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _tell(finished: "SimpleQueue[int]", on_game: OnGame) -> None:
    while not finished.empty():
        finished.get()
        on_game()


# --- in a worker process, which a pool hands what it shares through nothing but globals ---

_finished: "SimpleQueue[int] | None" = None
_stop: "Event | None" = None


def _begin(finished: "SimpleQueue[int]", stop: "Event") -> None:
    """Ctrl-C is for the parent to handle, which then stops us; should it die, so do we."""
    global _finished, _stop
    _finished, _stop = finished, stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _play_told(line: Line, stretch: range) -> MatchRecord:
    assert _finished is not None
    assert _stop is not None
    put = _finished.put
    return _play_stretch(line, stretch, lambda game: put(game.block), _stop.is_set)
