"""Measures the sandbox against plain processes: `python -m sandbox.bench`.

Both kinds take turns, so that other load on the machine falls on both; what counts is the ratio of medians.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Mapping, Sequence

from sandbox.cores import pinned_to
from sandbox.docker import DockerSandbox
from sandbox.limits import Limits
from sandbox.probe import ECHO, Unavailable, docker_available
from sandbox.process import ProcessSandbox
from sandbox.session import Sandbox, Session
from sandbox.verdict import Reply

LINE = b"x" * 1023
LIMITS = Limits(cpu_bank_ms=600_000)


def ask(session: Session) -> float:
    """Seconds for one line there and one back."""
    started = time.perf_counter()
    answer = session.ask(LINE)
    taken = time.perf_counter() - started
    if not isinstance(answer, Reply):
        msg = f"the echo program failed: {answer.message}"
        raise TypeError(msg)
    return taken


def round_trips(sandboxes: Sequence[Sandbox], cpu: int | None, count: int) -> dict[str, float]:
    with pinned_to(cpu):
        sessions = {sandbox.name: sandbox.open(ECHO, limits=LIMITS, cpu=cpu) for sandbox in sandboxes}
        for session in sessions.values():
            ask(session)
        taken: dict[str, list[float]] = {name: [] for name in sessions}
        for _ in range(count):
            for name, session in sessions.items():
                taken[name].append(ask(session))
        for session in sessions.values():
            session.close()
    return {name: statistics.median(each) for name, each in taken.items()}


def starts(sandboxes: Sequence[Sandbox], table: int, count: int) -> dict[str, float]:
    """Seconds until all programs of a table have answered their first line, opened side by side."""
    taken: dict[str, list[float]] = {sandbox.name: [] for sandbox in sandboxes}
    for _ in range(count):
        for sandbox in sandboxes:
            started = time.perf_counter()
            sessions = [sandbox.open(ECHO, limits=LIMITS) for _ in range(table)]
            for session in sessions:
                ask(session)
            taken[sandbox.name].append(time.perf_counter() - started)
            for session in sessions:
                session.close()
    return {name: statistics.median(each) for name, each in taken.items()}


def row(what: str, taken: Mapping[str, float], unit: float, name: str) -> str:
    process, container = taken["process"] / unit, taken["docker"] / unit
    return (
        f"{what:34} {process:9.1f} {name} {container:9.1f} {name}"
        f" {container / process:7.2f} {container - process:+9.1f} {name}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m sandbox.bench", description=__doc__)
    parser.add_argument("--lines", type=int, default=3000, help="lines for each kind (default: %(default)s)")
    parser.add_argument("--starts", type=int, default=7, help="starts of each kind (default: %(default)s)")
    wanted = parser.parse_args()
    found = docker_available()
    if isinstance(found, Unavailable):
        sys.exit(f"nothing to compare with: {found.reason}")
    sandboxes: list[Sandbox] = [ProcessSandbox(), DockerSandbox()]
    rows = [f"{'median of':34} {'process':>12} {'container':>12} {'ratio':>7} {'more':>12}"]
    try:
        for what, cpu in (("1 KB there and back, one core", 0), ("1 KB there and back, any core", None)):
            rows.append(row(what, round_trips(sandboxes, cpu, wanted.lines), 1e-6, "µs"))
        rows += [
            row(f"start of {table}", starts(sandboxes, table, wanted.starts), 1e-3, "ms")
            for table in (1, 2, 4)
        ]
    finally:
        for sandbox in sandboxes:
            sandbox.close()
    print("\n".join(rows))  # noqa: T201 - a command
    return 0


if __name__ == "__main__":
    sys.exit(main())
