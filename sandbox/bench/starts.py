"""From asking for a bot to its first answer."""

import statistics
import time
from contextlib import closing

from sandbox.bench.lines import ask
from sandbox.cores import pinned_to
from sandbox.docker import DockerSandbox
from sandbox.limits import Limits
from sandbox.probe import ECHO
from sandbox.running import Container
from sandbox.session import Sandbox
from sandbox.warm import Pool, Warm

FULL_S = 60
# Until the container before is removed, which takes a tenth of a second of the engine.
REMOVAL_S = 0.3


def starts(image: str, cpu: int, count: int) -> dict[str, float]:
    """Seconds of one bot from a container that was `waiting`, and in one that is `made` for it."""
    warm = Warm(1, cpu=cpu)
    with closing(DockerSandbox(image=image, warm=warm)) as kept, closing(DockerSandbox(image=image)) as bare:
        assert kept.pool is not None
        taken: dict[str, list[float]] = {"waiting": [], "made": []}
        for _ in range(count):
            taken["made"].append(_first_answer(bare, cpu))
            wait_full(kept.pool)
            taken["waiting"].append(_first_answer(kept, cpu))
    return {name: statistics.median(each) for name, each in taken.items()}


def wait_full(pool: Pool[Container]) -> None:
    """Until all wait, and the engine has done with those before."""
    if not pool.wait_full(FULL_S):
        msg = f"no container was ready within {FULL_S} s"
        raise RuntimeError(msg)
    time.sleep(REMOVAL_S)


def _first_answer(sandbox: Sandbox, cpu: int) -> float:
    with pinned_to(cpu):
        began = time.perf_counter()
        with closing(sandbox.open(ECHO, limits=Limits(), cpu=cpu)) as session:
            ask(session)
            return time.perf_counter() - began
