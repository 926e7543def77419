"""What a bot's answers cost: every request of a match timed, by its kind, and the banks watched."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from math import ceil
from statistics import fmean
from typing import NamedTuple

import msgspec

from arena.match import block_seed, play_match
from arena.records import GameRecord
from arena.seat import Answer, Fault, TimeLeft
from sandbox.limits import MEBIBYTE, Limits
from sandbox.process import ProcessSandbox
from tenfold.cli.playing import KEY, Line, OnGame
from tenfold.seats import SandboxSeat, ours

# The kinds of request that ask for a move; the others only tell something.
DECISIONS = ("phase", "draw", "play")
KINDS = ("hello", *DECISIONS, "deal_over", "game_over")
LIMITS = Limits()
# What the banks hold at the first request of a game.
FULL_MS = LIMITS.cpu_bank_ms + LIMITS.cpu_per_move_ms
FULL = TimeLeft(cpu_ms=FULL_MS, wall_ms=FULL_MS * LIMITS.wall_bank_factor)


@dataclass(frozen=True, slots=True)
class Spent:
    """Milliseconds of some requests of one kind. The 99th percentile is a value that occurred."""

    times: int
    cpu_mean: float
    cpu_p99: float
    cpu_max: float
    wall_max: float


@dataclass(slots=True)
class Timings:
    """A bot's answers, as (CPU, wall) in milliseconds by kind, and how deep it dug.

    `lowest` is the least that each bank held when a request came.
    """

    answers: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    lowest: TimeLeft = FULL
    peak_bytes: int | None = None

    def spent(self, kind: str) -> Spent | None:
        """What the requests of a kind cost; None when none came."""
        if kind not in self.answers:
            return None
        cpu, wall = zip(*self.answers[kind], strict=True)
        return Spent(len(cpu), fmean(cpu), percentile(cpu, 0.99), max(cpu), max(wall))

    def decisions_per_second(self) -> float | None:
        """How many moves it makes in a second of waiting for it; None when it made none."""
        walls = [wall for kind in DECISIONS for _, wall in self.answers.get(kind, ())]
        return 1000 * len(walls) / sum(walls) if walls else None


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of the values that so large a share of them does not exceed."""
    return sorted(values)[ceil(share * len(values)) - 1]


class _Asked(msgspec.Struct):
    """All of a request that is looked at."""

    type: str


class TimedSeat:
    """A seat that notes what each request costs."""

    def __init__(self, seat: SandboxSeat, timings: Timings) -> None:
        self._seat, self._timings = seat, timings

    def start_game(self) -> None:
        self._seat.start_game()

    def time_left(self) -> TimeLeft:
        left = self._seat.time_left()
        lowest = self._timings.lowest
        self._timings.lowest = TimeLeft(min(lowest.cpu_ms, left.cpu_ms), min(lowest.wall_ms, left.wall_ms))
        return left

    def ask(self, line: bytes) -> Answer | Fault:
        came = self._seat.ask(line)
        if isinstance(came, Answer):
            kind = msgspec.json.decode(line, type=_Asked).type
            self._timings.answers[kind].append((came.cpu_ms, came.wall_ms))
            if kind in {"hello", "game_over"}:
                self._note_peak()
        return came

    def close(self) -> None:
        self._seat.close()

    def _note_peak(self) -> None:
        peak = self._seat.peak_bytes()
        if peak is not None:
            self._timings.peak_bytes = max(peak, self._timings.peak_bytes or 0)


def timed(line: Line, *, blocks: int, on_game: OnGame) -> tuple[Timings, Sequence[GameRecord]]:
    """Play blocks one game at a time and time the first bot of the line. A failure of ours is a SeatError."""
    timings = Timings()
    with closing(ProcessSandbox()) as sandbox:

        def open_seat(bot: int, _lane: int) -> TimedSeat | SandboxSeat:
            with ours():
                seat = SandboxSeat(sandbox.open(line.programs[bot], limits=LIMITS))
            return seat if bot else TimedSeat(seat, timings)

        played = play_match(
            players=len(line.names),
            blocks=blocks,
            rules=line.rules,
            seed_of=lambda block: block_seed(line.secret, KEY, block),
            open_seat=open_seat,
            names=line.names,
            on_game=lambda _: on_game(),
        )
    return timings, played.games


class Used(NamedTuple):
    """The most that was used of a limit, None where that was not measured, and what is allowed."""

    what: str
    used: float | None
    allowed: int
    unit: str


def used_of_limits(timings: Timings, games: Sequence[GameRecord]) -> list[Used]:
    """How near the first bot of these games came to each limit."""
    start = timings.spent("hello")
    cpu, allowed = max(map(_cpu_of, games), key=lambda used: used[0] / used[1])
    peak = None if timings.peak_bytes is None else timings.peak_bytes / MEBIBYTE
    slowest = max(game.outcome[game.seats.index(0)].slowest_ms for game in games)
    return [
        Used("CPU up to the first answer", start.cpu_max if start else None, LIMITS.start_cpu_ms, "ms"),
        Used("time up to the first answer", start.wall_max if start else None, LIMITS.start_wall_ms, "ms"),
        Used("CPU of a game", cpu, allowed, "ms"),
        Used("taken from the CPU bank", FULL.cpu_ms - timings.lowest.cpu_ms, FULL.cpu_ms, "ms"),
        Used("taken from the wall time bank", FULL.wall_ms - timings.lowest.wall_ms, FULL.wall_ms, "ms"),
        Used("time for a later answer", slowest, LIMITS.move_wall_ms, "ms"),
        Used("memory", peak, LIMITS.memory_bytes // MEBIBYTE, "MiB"),
    ]


def _cpu_of(game: GameRecord) -> tuple[float, int]:
    """What the bot used in a game, and what its bank came to, with what each request added."""
    seat = game.seats.index(0)
    requests = sum(clock[1] == seat for clock in game.clocks)
    return game.outcome[seat].cpu_ms, LIMITS.cpu_bank_ms + requests * LIMITS.cpu_per_move_ms
