"""From asking for a bot to its first answer."""

import statistics
import time
from contextlib import closing

from sandbox.bench.lines import ask
from sandbox.docker import DockerSandbox
from sandbox.limits import Limits
from sandbox.probe import ECHO
from sandbox.session import Sandbox
from sandbox.warm import Warm

FULL_S = 60


def starts(image: str, count: int) -> dict[str, float]:
    """Seconds of one bot from a container that was `waiting`, and in one that is `made` for it."""
    with (
        closing(DockerSandbox(image=image, warm=Warm(1))) as kept,
        closing(DockerSandbox(image=image)) as bare,
    ):
        assert kept.pool is not None
        taken: dict[str, list[float]] = {"waiting": [], "made": []}
        for _ in range(count):
            taken["made"].append(_first_answer(bare))
            if not kept.pool.wait_full(FULL_S):
                msg = f"no container was ready within {FULL_S} s"
                raise RuntimeError(msg)
            taken["waiting"].append(_first_answer(kept))
    return {name: statistics.median(each) for name, each in taken.items()}


def _first_answer(sandbox: Sandbox) -> float:
    began = time.perf_counter()
    with closing(sandbox.open(ECHO, limits=Limits())) as session:
        ask(session)
        return time.perf_counter() - began
