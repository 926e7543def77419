"""The house bots' ladder: does each beat the one below it, and what does a decision cost?"""

import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from itertools import pairwise
from multiprocessing import get_context
from statistics import fmean
from typing import Any

from arena.inprocess import Answerer, CallableSeat
from arena.match import MatchRecord, block_seed, play_match
from arena.phase10.rules import STANDARD, RuleSet
from arena.sequential import Decision, Look, look
from arena.student import mean_of

#: The modules of `arena.bots`, the weakest first.
RUNGS = ("tenline", "random_legal", "greedy", "planner", "expectimax")
TABLES = (2, 4)
#: So many blocks are a match, played by fresh bots.
STRETCH = 5


class StepFails(Exception):
    """A bot is not known to be better than the one below it."""


@dataclass(frozen=True, slots=True)
class Step:
    """Two neighbours, who sit in turn round a table of so many players."""

    lower: str
    upper: str
    players: int


@dataclass(frozen=True, slots=True)
class Measured:
    """How far the upper bot is ahead, in phases a game, and the CPU milliseconds of each of its decisions."""

    step: Step
    seen: Look
    cpu_ms: list[float] = field(repr=False)


def steps() -> list[Step]:
    return [Step(lower, upper, players) for lower, upper in pairwise(RUNGS) for players in TABLES]


def climb(*, blocks: int, seed: str, jobs: int) -> Iterator[Measured]:
    """Measure every step, in order, so many at once; what comes out depends on neither jobs nor machine."""
    if jobs == 1:
        for step in steps():
            yield measure(step, blocks=blocks, seed=seed)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for each in [pool.submit(measure, step, blocks=blocks, seed=seed) for step in steps()]:
            yield each.result()


def measure(step: Step, *, blocks: int, seed: str, rules: RuleSet = STANDARD) -> Measured:
    """Play until it is known which is better, or at most so many blocks; then all of them are judged at once.

    The early looks have the interval that holds at each of them (`arena.sequential`), the last one the
    narrower one of a count that was fixed beforehand.
    """
    cpu_ms: list[float] = []
    ahead: list[float] = []
    for start in range(0, blocks, STRETCH):
        stretch = range(start, min(start + STRETCH, blocks))
        played = _stretch(step, stretch, seed, rules, cpu_ms)
        ahead += [fmean(margins[1::2]) - fmean(margins[::2]) for margins in played.margins]
        if look(ahead).decision is not Decision.OPEN:
            break
    seen = look(ahead)
    return Measured(step, _at_the_end(ahead) if seen.decision is Decision.OPEN else seen, cpu_ms)


def _at_the_end(ahead: list[float]) -> Look:
    mean = mean_of(ahead)
    better, worse = mean.low > 0, mean.high < 0
    decision = Decision.BETTER if better else Decision.WORSE if worse else Decision.OPEN
    return Look(decision, len(ahead), mean.value, mean.low, mean.high)


def _stretch(step: Step, blocks: range, seed: str, rules: RuleSet, cpu_ms: list[float]) -> MatchRecord:
    secret = sha256(seed.encode()).digest()

    def open_seat(bot: int, lane: int) -> CallableSeat:
        number = (blocks.start * step.players + lane) * step.players + bot
        if bot % 2:
            return CallableSeat(_timed(answerer(step.upper, number), cpu_ms))
        return CallableSeat(answerer(step.lower, number))

    return play_match(
        players=step.players,
        blocks=len(blocks),
        rules=rules,
        seed_of=lambda block: block_seed(secret, "ladder", blocks[block]),
        open_seat=open_seat,
        names=[(step.lower, step.upper)[bot % 2] for bot in range(step.players)],
    )


def answerer(name: str, number: int) -> Answerer:
    """A fresh house bot; the one that plays by chance gets the number as its seed."""
    module = import_module(f"arena.bots.{name}")
    if name == "tenline":
        return module.answer  # type: ignore[no-any-return]  # uploads have no types
    return (module.Bot(number) if name == "random_legal" else module.Bot()).answer  # type: ignore[no-any-return]


def _timed(answer: Answerer, cpu_ms: list[float]) -> Answerer:
    def timed(message: dict[str, Any]) -> Mapping[str, Any]:
        started = time.thread_time()
        reply = answer(message)
        if message["type"] in ("phase", "draw", "play"):
            cpu_ms.append((time.thread_time() - started) * 1000)
        return reply

    return timed


def report(*, blocks: int, seed: str, jobs: int) -> Iterator[str]:
    """A line for each step; StepFails after the last of them when any did not hold."""
    failed: list[str] = []
    for measured in climb(blocks=blocks, seed=seed, jobs=jobs):
        yield told(measured)
        if measured.seen.decision is not Decision.BETTER:
            failed.append(
                f"{measured.step.upper} over {measured.step.lower}, {measured.step.players} players"
            )
    if failed:
        raise StepFails(f"not known to be better: {'; '.join(failed)}")


def told(measured: Measured) -> str:
    """A step in one line."""
    step, seen, cpu_ms = measured.step, measured.seen, sorted(measured.cpu_ms)
    cost = f"{fmean(cpu_ms):.3f} mean, {cpu_ms[len(cpu_ms) * 99 // 100]:.2f} p99, {cpu_ms[-1]:.1f} most"
    return (
        f"{step.upper} over {step.lower}, {step.players} players: {seen.difference:+.2f} "
        f"({seen.low:+.2f} … {seen.high:+.2f}) after {seen.blocks} blocks; CPU ms: {cost}"
    )
