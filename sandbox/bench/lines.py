"""One line there and back: sessions, pipes alone, and what the engine's daemon has of it."""

import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial

from sandbox.bench.daemon import daemon_cpu_ns
from sandbox.bench.peers import behind_pipes, docker_run
from sandbox.bench.turns import Sample, medians
from sandbox.cores import pinned_to
from sandbox.docker import DockerSandbox
from sandbox.limits import Limits
from sandbox.probe import ECHO
from sandbox.process import ProcessSandbox
from sandbox.session import Sandbox, Session
from sandbox.verdict import Reply

LINE = b"x" * 1023
# Nobody is to run out of time while it is measured.
LIMITS = Limits(cpu_bank_ms=600_000)
WINDOWS = 9


def ask(session: Session, line: bytes = LINE) -> None:
    answer = session.ask(line)
    if not isinstance(answer, Reply):
        msg = f"the program of the bench failed: {answer.message}"
        raise TypeError(msg)


def opened(stack: ExitStack, sandbox: Sandbox, cpu: int | None) -> Session:
    session = stack.enter_context(closing(sandbox.open(ECHO, limits=LIMITS, cpu=cpu)))
    ask(session)
    return session


def lines(image: str, cpu: int | None, count: int) -> dict[str, float]:
    """Seconds of: `container`, `child` (sessions), `pipes` (the container's, alone), `bare` (a child's)."""
    with ExitStack() as stack, pinned_to(cpu):
        docker = stack.enter_context(closing(DockerSandbox(image=image)))
        process = stack.enter_context(closing(ProcessSandbox()))
        sessions = {"container": opened(stack, docker, cpu), "child": opened(stack, process, cpu)}
        samples: dict[str, Sample] = {name: partial(ask, session) for name, session in sessions.items()}
        pipes = opened(stack, docker, cpu)._launched().running.channel  # noqa: SLF001 - below the session
        samples["pipes"] = lambda: pipes.exchange(LINE, lambda: 1.0)
        bare = stack.enter_context(behind_pipes(ECHO, cpu))
        samples["bare"] = lambda: bare.ask(LINE)
        return medians(samples, count)


def daemon_per_line(image: str, cpu: int, count: int) -> dict[str, float]:
    """Seconds of the daemon's CPU for a line: to a `container` of ours, and to one by `run -i`."""
    with ExitStack() as stack:
        docker = stack.enter_context(closing(DockerSandbox(image=image)))
        session = opened(stack, docker, cpu)
        peer = stack.enter_context(closing(docker_run(ECHO, image)))
        asks: dict[str, Callable[[], object]] = {
            "container": lambda: ask(session),
            "run -i": lambda: peer.ask(LINE),
        }
        return {
            name: statistics.median(_more(each, count) for _ in range(WINDOWS)) for name, each in asks.items()
        }


def _more(ask_once: Callable[[], object], count: int) -> float:
    """The daemon serves others as well, so what it uses in as long a time without us is taken off."""
    began, before = time.perf_counter(), daemon_cpu_ns()
    for _ in range(count):
        ask_once()
    took, used = time.perf_counter() - began, daemon_cpu_ns() - before
    before = daemon_cpu_ns()
    time.sleep(took)
    return (used - (daemon_cpu_ns() - before)) / count / 1e9
