"""What cannot write a word still starts: a full disk ends nothing that a supervisor has just brought back."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from celery import Celery

from tenfold.demo.services import services
from tenfold.embedded import valkey
from tenfold.matches.management.commands.work import Node

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60


@contextmanager
def mute(command: Sequence[str | Path], *, home: Path, broker: str) -> Iterator[Callable[[], bool]]:
    """The command with nowhere to write to; what is yielded tells whether it runs."""
    environment = {**os.environ, "TENFOLD_HOME": str(home), "BROKER_URL": broker}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    with Path("/dev/full").open("w") as full:
        process = subprocess.Popen(command, env=environment, stdout=full, stderr=full)
    try:
        yield lambda: process.poll() is None
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def came(true: Callable[[], object], runs: Callable[[], bool]) -> bool:
    """Whether it came true while the process ran."""
    deadline = time.monotonic() + PATIENCE_S
    while runs() and time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.2)
    return False


@pytest.fixture
def broker(tmp_path):
    server = valkey.Server(tmp_path)
    yield server.start()
    server.stop()


def test_beat_ticks(tmp_path, broker):
    beat = next(each.command for each in services(ROOT, tmp_path, 1) if each.child.name == "beat")
    with mute(beat, home=tmp_path, broker=broker) as runs:
        assert came((tmp_path / "beat-alive").exists, runs)


def test_a_worker_answers(tmp_path, broker):
    node = Node("mute", "housekeeping", ("--concurrency", "1"))
    with (
        Celery(broker=broker, set_as_current=False) as app,
        mute(node.command(), home=tmp_path, broker=broker) as runs,
    ):
        assert came(lambda: app.control.ping(timeout=0.5), runs)
