"""Measuring in turns: every row once a round, so that whatever else the machine does falls on all of them."""

import statistics
import time
from collections.abc import Callable, Mapping

#: Gives the seconds of one operation, measured anew.
Sample = Callable[[], float]

ROUNDS = 7


def cpu_seconds(run: Callable[[], object], *, operations: int) -> float:
    """CPU seconds of this process for one of the operations that a run does."""
    started = time.process_time()
    run()
    return (time.process_time() - started) / operations


def empty_call() -> float:
    """What calling a function that does nothing costs: the unit that makes machines comparable."""
    return cpu_seconds(_empty_calls, operations=_CALLS)


_CALLS = 20_000


def _nothing() -> None: ...


def _empty_calls() -> None:
    for _ in range(_CALLS):
        _nothing()


def rounds_of(samples: Mapping[str, Sample], rounds: int = ROUNDS) -> dict[str, list[float]]:
    """By row, what each round measured."""
    taken: dict[str, list[float]] = {name: [] for name in samples}
    for _ in range(rounds):
        for name, sample in samples.items():
            taken[name].append(sample())
    return taken


def ratio(over: list[float], under: list[float]) -> float:
    """The median over the rounds of one row's cost to another's."""
    return statistics.median(a / b for a, b in zip(over, under, strict=True))
