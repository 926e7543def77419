"""What the tests on a real engine share: a sandbox of their own, and what is left of it."""

import contextlib
from dataclasses import replace
from pathlib import Path

from sandbox.docker import LABEL, DockerSandbox
from sandbox.engine import connect
from sandbox.limits import Limits
from sandbox.program import Program
from sandbox.running import Container
from sandbox.session import Session

# For all that is to happen, and takes a while on a busy machine.
PATIENT = Limits(cpu_bank_ms=20_000, move_wall_ms=30_000, start_wall_ms=30_000)
# Of CPU time, what every bot has. How long it waits for its core depends on all other load.
HONEST_WORK = Limits(move_wall_ms=60_000, start_wall_ms=60_000, wall_bank_factor=100)
# For what is to be waited for in vain: a first answer, or a later one.
SHORT_START = replace(PATIENT, start_wall_ms=2_500)
SHORT_MOVE = replace(PATIENT, move_wall_ms=1_000)


@contextlib.contextmanager
def containers(root: Path, **how):
    made = DockerSandbox(root=root, **how)
    try:
        yield made
    finally:
        made.close()


def session(sandbox: DockerSandbox, bot: Program, limits: Limits = PATIENT, **how):
    return sandbox.open(bot, limits=limits, labels={"test": str(id(sandbox))}, **how)


def listed(**filters):
    """The containers of bots, running or not, with these labels."""
    client = connect()
    wanted = [LABEL, *(f"{name}={value}" for name, value in filters.items())]
    found = client.containers(all=True, filters={"label": wanted})
    client.close()
    return found


def left_over(sandbox: DockerSandbox, root: Path) -> list[str]:
    """Containers and pipes that a closed sandbox did not take with it."""
    return [found["Id"] for found in listed(**{"tenfold.test": id(sandbox)})] + [
        str(path) for path in root.iterdir()
    ]


def traces(sandbox: DockerSandbox, bot: Session) -> list[Path]:
    """Where the machine has a running container: its control groups, with its processes, and its files."""
    running = bot._launched().running
    assert isinstance(running, Container)
    seen = sandbox._client.inspect_container(running.identity)
    groups = (Path("/proc") / str(seen["State"]["Pid"]) / "cgroup").read_text().splitlines()
    layers = (seen.get("GraphDriver") or {}).get("Data") or {}  # not every engine tells where they are
    paths = [Path(layers["MergedDir"])] if "MergedDir" in layers else []
    for _, controllers, path in (line.split(":", 2) for line in groups):
        paths.append(Path("/sys/fs/cgroup") / controllers.removeprefix("name=") / path.lstrip("/"))
    return [path for path in paths if path.exists()]
