"""A match process notices that it should stop."""

import os
import subprocess
import sys

from tenfold.matches import stopping

# A main process that forks one for matches and is killed; the fork tells what it sees then.
KILLED = """
import os, signal, time
from tenfold.matches import stopping
main = os.getpid()
if os.fork() == 0:
    stopping.heed_main_process()
    before = stopping.asked()
    os.kill(main, signal.SIGKILL)
    while os.getppid() == main:
        time.sleep(0.01)
    print(before, stopping.asked(), flush=True)
else:
    time.sleep(60)
"""


def test_a_process_stops_when_its_main_process_was_killed():
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, check=False,
                          env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})  # fmt: skip

    assert done.stdout.split() == ["False", "True"]


def test_a_process_without_a_main_process_goes_on():
    assert not stopping.asked()
