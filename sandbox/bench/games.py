"""A complete game of four, as it was once recorded, asked of bots that do not think."""

import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sandbox.bench.lines import LIMITS, ask
from sandbox.bench.peers import Peer, docker_run
from sandbox.bench.starts import wait_full
from sandbox.cores import pinned_to
from sandbox.docker import DockerSandbox
from sandbox.process import ProcessSandbox
from sandbox.program import Program
from sandbox.refusal import MAIN
from sandbox.session import Sandbox, Session
from sandbox.warm import Warm

SEATS = 4
Asked = Callable[[bytes], object]
RECORDED = Path(__file__).with_name("game.txt")
# Says in turn what a seat said in the game, as far as its length goes.
BOT = b"""
import sys
sizes = [int(size) for size in open("sizes")]
while True:
    for size in sizes:
        if not sys.stdin.readline():
            sys.exit()
        print("x" * size)
"""


@dataclass(frozen=True, slots=True)
class Line:
    """A request and the answer to it, by their lengths in bytes."""

    seat: int
    request: int
    answer: int


def recorded() -> list[Line]:
    """A game of four greedy bots by the standard rules."""
    return [Line(*map(int, line.split())) for line in RECORDED.read_text().splitlines()]


def bot(game: list[Line], seat: int) -> Program:
    sizes = "".join(f"{line.answer}\n" for line in game if line.seat == seat)
    return Program({MAIN: BOT, "sizes": sizes.encode()})


def games(image: str, cpu: int, count: int) -> dict[str, float]:
    """Seconds of a game's lines: in a `container` each and as a `child` each, on one core; `run -i`, on any.

    They are the sum of all lines, each the median over the games: what interrupts a line now and then, and
    on a busy machine lasts longer than a hundred of them, drops out.
    """
    game = recorded()
    bots = [bot(game, seat) for seat in range(SEATS)]
    with ExitStack() as stack:
        container = _sessions(stack, DockerSandbox(image=image), bots, cpu)
        child = _sessions(stack, ProcessSandbox(), bots, cpu)
        bare = [stack.enter_context(closing(docker_run(each, image))).ask for each in bots]
        played: dict[str, list[list[float]]] = {"container": [], "child": [], "run -i": []}
        for _ in range(count):
            played["container"].append(_play(game, container, cpu))
            played["child"].append(_play(game, child, cpu))
            played["run -i"].append(_play(game, bare, None))
    return {name: sum(map(statistics.median, zip(*each, strict=True))) for name, each in played.items()}


def from_the_start(image: str, cpu: int, count: int) -> dict[str, float]:
    """Seconds from asking for four bots to the last answer of their game; the medians.

    Out of containers that are `waiting`, on one core; and out of four that `run -i` starts at once, on any.
    Until nothing is left of a game's containers the next does not begin.
    """
    game = recorded()
    bots = [bot(game, seat) for seat in range(SEATS)]
    warm = Warm(SEATS, limits=LIMITS, cpu=cpu)
    taken: dict[str, list[float]] = {"waiting": [], "run -i": []}
    with closing(DockerSandbox(image=image, warm=warm)) as sandbox, ThreadPoolExecutor(SEATS) as starters:
        assert sandbox.pool is not None
        for _ in range(count):
            wait_full(sandbox.pool)
            with ExitStack() as stack:
                began = time.perf_counter()
                _play(game, _opened(stack, sandbox, bots, cpu), cpu)
                taken["waiting"].append(time.perf_counter() - began)
            wait_full(sandbox.pool)
            with ExitStack() as stack:
                began = time.perf_counter()
                peers: list[Peer] = list(starters.map(partial(docker_run, image=image), bots))
                stack.callback(list, map(Peer.close, peers))
                _play(game, [peer.ask for peer in peers], None)
                taken["run -i"].append(time.perf_counter() - began)
    return {name: statistics.median(each) for name, each in taken.items()}


def _sessions(stack: ExitStack, sandbox: Sandbox, bots: list[Program], cpu: int) -> list[Asked]:
    stack.enter_context(closing(sandbox))
    return _opened(stack, sandbox, bots, cpu)


def _opened(stack: ExitStack, sandbox: Sandbox, bots: list[Program], cpu: int) -> list[Asked]:
    sessions = [sandbox.open(each, limits=LIMITS, cpu=cpu) for each in bots]
    return [partial(_asked, stack.enter_context(closing(session))) for session in sessions]


def _asked(session: Session, line: bytes) -> None:
    session.time_left()  # each request tells it
    ask(session, line)


def _play(game: list[Line], table: Sequence[Asked], cpu: int | None) -> list[float]:
    """Seconds of each line."""
    taken = []
    with pinned_to(cpu):
        for line in game:
            request = b"x" * line.request
            began = time.perf_counter()
            table[line.seat](request)
            taken.append(time.perf_counter() - began)
    return taken
