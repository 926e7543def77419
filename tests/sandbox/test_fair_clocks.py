"""On a busy core a bot's clock tells what the bot did, not what the machine did."""

import os
import signal
import subprocess
import sys
from itertools import chain
from pathlib import Path
from statistics import median

import pytest

from sandbox.cores import pinned_to
from sandbox.limits import Limits
from sandbox.verdict import Reply
from tests.sandbox.bots import program
from tests.sandbox.containers import containers

pytestmark = [pytest.mark.docker, pytest.mark.alone]

CORE = min(os.sched_getaffinity(0))
# Long beside the time for which a scheduler lets one run who has slept, however quick the machine is.
WORKING = program("import sys\nfor line in sys.stdin:\n    print(sum(range(1_000_000)))\n")
LIMITS = Limits(cpu_bank_ms=60_000, move_wall_ms=60_000)
HOGS = 3
ROUNDS, MOVES = 3, 5


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


def cpu_of(answers):
    return median(answer.cpu_ms for answer in answers)


def used_ns(processes):
    """CPU time of processes of one thread."""
    files = (Path("/proc") / str(process.pid) / "schedstat" for process in processes)
    return sum(int(file.read_text().split()[0]) for file in files)


def test_three_busy_loops_on_its_core_cost_a_bot_nothing_but_wall_time(tmp_path, hogs):
    alone: list[list[Reply]] = []
    crowded: list[list[Reply]] = []
    used = used_ns(hogs)
    with containers(tmp_path / "slots") as sandbox, pinned_to(CORE):
        bot = sandbox.open(WORKING, limits=LIMITS, cpu=CORE)
        assert isinstance(bot.ask(b"warm up"), Reply)
        for _ in range(ROUNDS):
            alone.append([bot.ask(b"?") for _ in range(MOVES)])
            for hog in hogs:
                hog.send_signal(signal.SIGCONT)
            crowded.append([bot.ask(b"?") for _ in range(MOVES)])
            for hog in hogs:
                hog.send_signal(signal.SIGSTOP)

    assert all(isinstance(answer, Reply) for answer in chain(*alone, *crowded))
    # In the round that other machines on this host disturbed least: a clock that is unfair is so in each.
    assert min(cpu_of(after) / cpu_of(before) for before, after in zip(alone, crowded, strict=True)) <= 1.3
    # They did want the core, and got their part of it. How long that held it up depends on all other load.
    assert used_ns(hogs) - used > 1e5 * sum(answer.cpu_ms for answer in chain(*crowded))
