"""`make demo`, as real processes: starting, stopping, being killed, going on."""

import os
import pty
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

import psutil
import pytest

from tests.ops.demo import PATIENCE_S, Demo, left

pytestmark = [pytest.mark.slow, pytest.mark.alone]


@dataclass(frozen=True)
class FirstRun:
    demo: Demo
    processes: list[psutil.Process]
    front_page: str
    status: int


@pytest.fixture(scope="module")
def first_run(tmp_path_factory):
    """A demo that was started once, looked at, and ended by Ctrl-C."""
    demo = Demo(tmp_path_factory.mktemp("first") / "home")
    try:
        demo.start().ready()
        return FirstRun(demo, demo.started(), demo.get("/"), demo.end(signal.SIGINT))
    finally:
        demo.make_sure_it_is_over()


@pytest.fixture
def demo(first_run, tmp_path):
    """The same one's next run, in a folder that is this test's own."""
    # With owners and modes: PostgreSQL insists on both.
    subprocess.run(["cp", "-a", first_run.demo.home, tmp_path / "home"], check=True)
    demo = Demo(tmp_path / "home")
    yield demo
    demo.make_sure_it_is_over()


def matches_finished(demo: Demo) -> int:
    return demo.get("/api/v1/matches").count('"state":"finished"')


def test_the_first_run_says_where_the_site_is_and_how_the_bots_run(first_run):
    assert f"Tenfold is ready: http://127.0.0.1:{first_run.demo.port}/" in first_run.demo.text()
    assert "Bots run as plain processes, as SANDBOX=process asks" in first_run.demo.text()
    assert "Tenfold" in first_run.front_page


def test_ctrl_c_ends_all_that_was_started(first_run):
    assert first_run.status == 0
    assert len(first_run.processes) > 5
    assert left(first_run.processes) == []
    assert "nothing is left running" in first_run.demo.text()


def test_the_next_run_goes_on_with_the_league(demo):
    demo.start().ready()
    played = matches_finished(demo)
    deadline = time.monotonic() + PATIENCE_S
    while matches_finished(demo) <= played:
        assert time.monotonic() < deadline, f"no further match was played within {PATIENCE_S} s"
        time.sleep(0.5)
    assert demo.get("/api/v1/competitions").count('"slug":"house-league"') == 1


def test_closing_the_terminal_ends_everything(demo):
    ours, theirs = pty.openpty()
    demo.start(terminal=theirs).ready()
    os.close(theirs)
    processes = demo.started()
    os.close(ours)
    assert demo.process.wait(timeout=PATIENCE_S) == 0
    assert left(processes) == []


@pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere the next start cleans up, which is tested below"
)
def test_a_killed_demo_leaves_nothing_and_its_folder_starts_again(demo):
    demo.start().ready()
    processes = demo.started()
    demo.end(signal.SIGKILL)
    assert left(processes) == []
    demo.start().ready()


def test_a_signal_during_the_start_is_heeded(demo):
    demo.start()
    while "Preparing the database" not in demo.text():
        assert demo.process.poll() is None, demo.text()
        time.sleep(0.05)
    processes = demo.started()
    assert demo.end(signal.SIGTERM) == 0
    assert left(processes) == []
    assert "Tenfold is ready" not in demo.text()


@pytest.mark.parametrize("name", ["worker", "valkey", "postgres"])
def test_a_part_that_dies_ends_the_demo_with_its_last_words(demo, name):
    demo.start().ready()
    part = int((demo.home / "run" / f"{name}.pid").read_text().split()[0])
    processes = demo.started()
    os.kill(part, signal.SIGKILL)
    assert demo.process.wait(timeout=PATIENCE_S) == 1
    assert f"The {name} ended by itself" in demo.text()
    assert left(processes) == []
