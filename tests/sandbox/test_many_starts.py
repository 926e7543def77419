"""Many programs one after the other in one sandbox, a few of which crash: nothing may gather.

Forty by default; TENFOLD_STARTS=1000 makes it a thousand, which takes minutes.
"""

import gc
import os
import threading
from contextlib import closing
from pathlib import Path

import pytest

from sandbox.limits import Limits
from sandbox.verdict import Reply, Verdict
from sandbox.warm import Warm
from tests.sandbox.bots import ECHO, then
from tests.sandbox.containers import containers, listed, traces

pytestmark = [pytest.mark.docker, pytest.mark.slow]

STARTS = int(os.environ.get("TENFOLD_STARTS", "40"))
CRASHES_EVERY = 10
SETTLED_AFTER = 20  # by then pools, caches and threads have their size
MOST_GROWTH_BYTES = 8 << 20


def held() -> tuple[int, int]:
    """The descriptors and threads of this process."""
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()


def memory_bytes() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def test_a_row_of_starts_leaves_nothing_and_costs_no_memory(tmp_path):
    root, (files, threads), places, settled = tmp_path / "slots", held(), [], 0

    with containers(root, warm=Warm(3, labels={"test": str(root)})) as sandbox:
        for number in range(STARTS):
            crashes = number % CRASHES_EVERY == CRASHES_EVERY - 1
            with closing(sandbox.open(then("os._exit(3)") if crashes else ECHO, limits=Limits())) as bot:
                assert isinstance(bot.ask(b"first"), Reply)
                places += traces(sandbox, bot)
                met = bot.ask(b"second")
            assert met.verdict == Verdict.EXITED if crashes else met.line == b"second"
            settled = settled if number > SETTLED_AFTER else memory_bytes()
        grown = memory_bytes() - settled

    assert listed(**{"tenfold.test": root}) == []
    assert list(root.iterdir()) == []
    assert places
    assert [path for path in places if path.exists()] == []
    # Of an earlier test a thread may have been on its way out.
    now_files, now_threads = held()
    assert now_files <= files
    assert now_threads <= threads
    assert grown < MOST_GROWTH_BYTES
