"""`manage.py work`: the worker of one machine, which is a Celery node for each queue under one roof."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import structlog
from django.core.management.base import BaseCommand

from tenfold.embedded.child import dies_with_parent
from tenfold.matches import machine

log = structlog.get_logger(__name__)

SOURCE = Path(__file__).resolve().parents[4]
LOOK_S = 0.2
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 30.0


@dataclass(frozen=True, slots=True)
class Node:
    """A Celery worker with queues and processes of its own."""

    name: str
    queues: str
    options: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)

    def command(self) -> list[str]:
        celery = [sys.executable, "-m", "celery", "--quiet", f"--workdir={SOURCE}", "-A", "tenfold", "worker"]
        quiet = ["--without-gossip", "--without-mingle", "--loglevel", "info"]
        return [*celery, "-n", f"{self.name}@%h", "-Q", self.queues, *self.options, *quiet]


SHARES_CORES = {"PIN_CORES": "false"}
# A match takes a core for minutes. Were there one pool for all, a round would keep authors waiting for their
# trials and people at tables for their bots, matches that were asked for would keep out all of them, and the
# sweep would wait for the dead.
NODES = (
    Node("matches", "matches"),
    Node("trials", "trial", ("--concurrency", "2"), SHARES_CORES),
    Node("drafts", "drafts", ("--concurrency", "2"), SHARES_CORES),
    Node("requested", "requested", ("--concurrency", "1"), SHARES_CORES),
    Node("tables", "tables", ("--concurrency", "2"), SHARES_CORES),
    Node("housekeeping", "housekeeping", ("--concurrency", "1"), SHARES_CORES),
)


class Command(BaseCommand):
    help = "Run this machine's worker: rated matches on its cores, and beside them all else that is queued."

    def handle(self, **_: object) -> None:
        told = False

        def stop(_signum: int, _frame: FrameType | None) -> None:
            nonlocal told
            told = True  # no event: at its lock two signals at once would wait for each other

        for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
            signal.signal(signum, stop)
        running = [Running(node) for node in NODES]
        threading.Thread(target=machine.keep, name="machine", daemon=True).start()
        while not told:
            for node in running:
                node.tend()
            time.sleep(LOOK_S)
        for node in running:
            node.process.terminate()  # Celery then hands its matches back and ends
        for node in running:
            node.process.wait()


class Running:
    """A node that is started anew when it ends by itself, as Celery does at some errors of its broker.

    The other one goes on meanwhile.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self._pause_s = FIRST_PAUSE_S
        self._again_at: float | None = None
        self._start()

    def tend(self) -> None:
        """Start it anew if it has ended, after a pause that grows as long as it does not stay."""
        now = time.monotonic()
        if self._again_at is None and (status := self.process.poll()) is not None:
            stayed = now - self._started > LONGEST_PAUSE_S
            self._pause_s = FIRST_PAUSE_S if stayed else min(self._pause_s * 2, LONGEST_PAUSE_S)
            self._again_at = now + self._pause_s
            log.error("node ended by itself", node=self._node.name, status=status, again_in_s=self._pause_s)
        elif self._again_at is not None and now >= self._again_at:
            self._start()

    def _start(self) -> None:
        self.process = subprocess.Popen(
            [*dies_with_parent(signal.SIGTERM), *self._node.command()],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                **self._node.environment,
            },
            start_new_session=True,  # a terminal's Ctrl-C comes to us, who pass it on in the right words
        )
        self._started = time.monotonic()
        self._again_at = None
