"""On a busy core a bot's clock tells what the bot did, not what the machine did."""

import os
import signal
import subprocess
import sys
from statistics import median

import pytest

from sandbox.cores import pinned_to
from sandbox.limits import Limits
from sandbox.verdict import Reply
from tests.sandbox.bots import program
from tests.sandbox.containers import containers

pytestmark = [pytest.mark.docker, pytest.mark.alone]

CORE = min(os.sched_getaffinity(0))
WORKING = program("import sys\nfor line in sys.stdin:\n    print(sum(range(100_000)))\n")
HOGS = 3
ROUNDS, MOVES = 6, 8


@pytest.fixture
def hogs():
    """Processes that want all of the core, for as long as they are not stopped."""
    started = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(HOGS)]
    for hog in started:
        os.sched_setaffinity(hog.pid, {CORE})
        hog.send_signal(signal.SIGSTOP)
    yield started
    for hog in started:
        with hog:
            hog.kill()


def test_three_busy_loops_on_its_core_cost_a_bot_nothing_but_wall_time(tmp_path, hogs):
    alone, crowded = [], []
    with containers(tmp_path / "slots") as sandbox, pinned_to(CORE):
        bot = sandbox.open(WORKING, limits=Limits(), cpu=CORE)
        assert isinstance(bot.ask(b"warm up"), Reply)
        for _ in range(ROUNDS):
            alone += [bot.ask(b"?") for _ in range(MOVES)]
            for hog in hogs:
                hog.send_signal(signal.SIGCONT)
            crowded += [bot.ask(b"?") for _ in range(MOVES)]
            for hog in hogs:
                hog.send_signal(signal.SIGSTOP)

    assert all(isinstance(answer, Reply) for answer in alone + crowded)
    cpu, wall = (
        median(getattr(answer, name) for answer in crowded)
        / median(getattr(answer, name) for answer in alone)
        for name in ("cpu_ms", "wall_ms")
    )
    assert cpu <= 1.3
    assert wall > 1.2  # the hogs did hold it up
