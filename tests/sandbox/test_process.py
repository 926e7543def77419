import os
import sys
import tempfile
import time
from pathlib import Path

import pytest

from sandbox.limits import Limits
from sandbox.process import ProcessSandbox
from sandbox.program import Program
from sandbox.verdict import Reply, SandboxError, Verdict
from tests.sandbox.bots import ECHO, program, then


@pytest.fixture
def sandbox(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = ProcessSandbox()
    yield made
    made.close()


def answers(sandbox, bot, *lines, limits=None):
    session = sandbox.open(bot, limits=limits or Limits())
    return [session.ask(line) for line in lines]


def says(what, before="", **others):
    """Answers one line with the value of an expression."""
    return program(f"{before}\ninput()\nprint({what})\n", **others)


def is_running(pid):
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_a_program_answers_each_line_with_one(sandbox):
    replies = answers(sandbox, ECHO, b"one", b"two")

    assert [reply.line for reply in replies] == [b"one", b"two"]


def test_files_beside_main_can_be_imported_and_read(sandbox):
    told = "helper.WORD, open('helper.py').read()[:4], __name__, __file__[-7:]"

    (reply,) = answers(sandbox, says(told, "import helper", helper="WORD = 'hearts'"), b"?")

    assert isinstance(reply, Reply)
    assert reply.line == b"hearts WORD __main__ main.py"


def test_what_the_main_module_defines_can_be_pickled(sandbox):
    bot = says("type(pickle.loads(pickle.dumps(Card()))).__name__", "import pickle\nclass Card: pass")

    (reply,) = answers(sandbox, bot, b"?")

    assert reply.line == b"Card"


def test_hashes_are_the_same_in_every_run(sandbox):
    bot = says("hash('hearts')")

    assert answers(sandbox, bot, b"?")[0].line == answers(sandbox, bot, b"?")[0].line


def test_nothing_of_our_environment_reaches_the_program(sandbox, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "do not tell")

    (reply,) = answers(sandbox, says("sorted(os.environ)", "import os"), b"?")

    assert b"SECRET_KEY" not in reply.line


def test_limits_of_the_process_are_set(sandbox):
    names = ("DATA", "FSIZE", "NOFILE", "CORE")
    told = f"[r.getrlimit(getattr(r, 'RLIMIT_' + name))[1] for name in {names}]"
    bot = says(told, "import resource as r")

    (reply,) = answers(sandbox, bot, b"?", limits=Limits(memory_bytes=64 << 20))

    assert reply.line == str([64 << 20, 16 << 20, 64, 0]).encode()


def test_a_program_runs_on_the_core_it_is_given(sandbox):
    core = min(os.sched_getaffinity(0))
    bot = says("os.sched_getaffinity(0)", "import os")

    assert sandbox.open(bot, limits=Limits(), cpu=core).ask(b"?").line == f"{{{core}}}".encode()


def test_closing_takes_the_folder_and_the_children_with_it(sandbox, tmp_path):
    session = sandbox.open(
        says("subprocess.Popen(['sleep', '60']).pid", "import subprocess"), limits=Limits()
    )
    child = int(session.ask(b"?").line)
    assert is_running(child)

    session.close()
    session.close()

    assert list(tmp_path.iterdir()) == []
    for _ in range(3_000):
        if not is_running(child):
            break
        time.sleep(0.02)
    assert not is_running(child)


def test_closing_the_sandbox_closes_its_sessions(sandbox, tmp_path):
    sandbox.open(ECHO, limits=Limits()).ask(b"?")

    sandbox.close()

    assert list(tmp_path.iterdir()) == []


def test_a_python_that_cannot_be_started_is_our_failure(sandbox, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    before = len(list(Path("/proc/self/fd").iterdir()))

    with pytest.raises(SandboxError, match="/nowhere/python"):
        answers(sandbox, ECHO, b"?")

    assert list(tmp_path.iterdir()) == []
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_loader_that_fails_is_our_failure_and_quoted(sandbox, tmp_path, monkeypatch):
    broken = tmp_path.parent / "loader.py"
    broken.write_text("raise SystemExit('no disk')")
    monkeypatch.setattr("sandbox.process.LOADER", broken)

    with pytest.raises(SandboxError, match=r"loader ended before it had the program.*no disk"):
        answers(sandbox, ECHO, b"?")

    assert list(tmp_path.iterdir()) == []


def test_a_program_whose_files_cannot_be_written_is_our_failure(sandbox):
    bot = Program({"main.py": b"", "noise": bytes(200)})

    with pytest.raises(SandboxError, match="File too large"):
        answers(sandbox, bot, b"?", limits=Limits(file_bytes=100))


def test_leaving_no_memory_ends_in_the_same_verdict_as_in_a_container(sandbox):
    (met,) = answers(sandbox, program("bytearray(1 << 30)"), b"?")

    assert met.verdict == Verdict.OUT_OF_MEMORY


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_the_most_memory_a_program_held_is_known_while_it_runs(sandbox):
    session = sandbox.open(then("bytearray(30_000_000)\nprint(1)\nsys.stdin.readline()"), limits=Limits())
    session.ask(b"one")
    before = session.peak_bytes()
    session.ask(b"two")

    assert session.peak_bytes() - before == pytest.approx(30_000_000, abs=2_000_000)
