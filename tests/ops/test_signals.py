"""What starts a site's parts, or a worker's, ends when it is told to, however often it is told at once.

A shell, make and whoever ends them each pass a signal on, so that it often comes twice.
"""

import subprocess
import sys

import pytest

# From outside: threads of one process take turns, and so never meet a handler at its work.
BURST = """
import os, signal, subprocess, sys
from pathlib import Path

signal.signal(signal.SIGTERM, lambda *_: None)  # for those that come when all is over

def burst():
    subprocess.Popen(["sh", "-c", f"while kill -TERM {os.getpid()}; do :; done 2>/dev/null"])
"""
DEMO = """
from tenfold.demo.launcher import Launcher

launcher = Launcher(root=Path(), home=Path(sys.argv[1]), port=1)
launcher._start = burst
launcher.run()
"""
WORKER = """
import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tenfold.settings"
django.setup()
from tenfold.matches.management.commands import work

work.NODES, work.machine.keep = (), burst
work.Command().handle()
"""


@pytest.mark.parametrize("part", [DEMO, WORKER])
def test_signals_that_come_at_once_are_one(part, tmp_path):
    run = [sys.executable, "-c", BURST + part + "os._exit(7)", str(tmp_path)]

    assert subprocess.run(run, timeout=60, check=False).returncode == 7
