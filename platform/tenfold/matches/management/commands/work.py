"""`manage.py work`: the worker of one machine, which is two Celery nodes under one roof."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from django.core.management.base import BaseCommand, CommandError

from tenfold.embedded.child import dies_with_parent

SOURCE = Path(__file__).resolve().parents[4]
LOOK_S = 0.2


@dataclass(frozen=True, slots=True)
class Node:
    """A Celery worker with queues and processes of its own."""

    name: str
    queues: str
    options: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)

    def command(self) -> list[str]:
        celery = [sys.executable, "-m", "celery", f"--workdir={SOURCE}", "-A", "tenfold", "worker"]
        quiet = ["--without-gossip", "--without-mingle", "--loglevel", "info"]
        return [*celery, "-n", f"{self.name}@%h", "-Q", self.queues, *self.options, *quiet]


# A match takes a core for minutes. Were there one pool for all, a round would keep authors waiting for their
# trials, and the sweep from the matches of the dead.
NODES = (
    Node("matches", "matches"),
    Node("trials", "trial,housekeeping", ("--concurrency", "2"), {"PIN_CORES": "false"}),
)


class Command(BaseCommand):
    help = "Run this machine's worker: matches on its cores, and beside them trials and housekeeping."

    def handle(self, **_: object) -> None:
        running = {node.name: _started(node) for node in NODES}
        told: list[int] = []

        def stop(signum: int, _frame: FrameType | None) -> None:
            told.append(signum)

        for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
            signal.signal(signum, stop)
        while not told and all(process.poll() is None for process in running.values()):
            time.sleep(LOOK_S)
        ended = [name for name, process in running.items() if process.poll() is not None]
        for process in running.values():
            process.terminate()  # Celery then hands its matches back and ends
        for process in running.values():
            process.wait()
        if ended and not told:
            raise CommandError(f"The node {' and '.join(ended)} ended by itself; its last words stand above.")


def _started(node: Node) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*dies_with_parent(signal.SIGTERM), *node.command()],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **node.environment},
        start_new_session=True,  # a terminal's Ctrl-C comes to us, who pass it on in the right words
    )
