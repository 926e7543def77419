"""The process that reads uploads: what it has, what it may take, and what its end does to author and us."""

import os
import random
import subprocess
import sys
from unittest.mock import Mock

import pytest

from sandbox import upload
from sandbox.archive import UNPACKED_BYTES
from sandbox.reader import ANSWER_BYTES
from sandbox.upload import read_upload, unpack
from sandbox.verdict import SandboxError
from tests.sandbox.test_hostile_uploads import at_most
from tests.sandbox.test_upload import HONEST, bot_with, refusal

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limits")
GAVE_UP = "Python gave up reading and compiling the upload"
# As the reader begins, and then does something else than to read.
LIMITED = "import sys; sys.path.append(sys.argv[1]); from sandbox.reader import *; limit_self(); "


def child_that(monkeypatch, does: str, *, begins: str = LIMITED) -> None:
    """From now on the reading of an upload is this."""
    monkeypatch.setattr(upload, "COMMAND", [*upload.COMMAND[:-2], begins + does, upload.COMMAND[-1]])


@pytest.fixture
def started(monkeypatch):
    """How the children of this test are started."""
    run = Mock(wraps=subprocess.run)
    monkeypatch.setattr(subprocess, "run", run)
    return run


@pytest.mark.parametrize(("filename", "data"), [("bot.py", HONEST), ("bot.zip", bot_with(("a.py", b"")))])
def test_an_upload_is_unpacked_and_compiled_by_one_child(started, filename, data):
    read_upload(filename=filename, data=data)

    assert started.call_count == 1


def test_the_child_that_reads_uploads_is_told_nothing_of_ours(started):
    read_upload(filename="bot.py", data=HONEST)

    assert started.call_args.kwargs["env"] == {}


@LINUX
def test_the_child_has_three_descriptors_and_none_of_ours(monkeypatch):
    ours = os.open(os.devnull, os.O_RDONLY)
    os.set_inheritable(ours, True)
    child_that(monkeypatch, "sys.exit(' '.join(sorted(os.listdir('/proc/self/fd'))))")

    with pytest.raises(SandboxError, match=r"failed: 0 1 2 3$"):  # the fourth lists them
        read_upload(filename="bot.py", data=HONEST)
    os.close(ours)


@LINUX
@pytest.mark.parametrize(
    "does",
    [
        "x = bytearray(MEMORY_BYTES)",
        "[open('/dev/null') for _ in range(OPEN_FILES)]",
        "os.write(1, bytes(ANSWER_BYTES)); os.write(1, b'x')",
    ],
    ids=["memory", "files", "answer"],
)
def test_the_child_can_take_no_more_than_it_may(monkeypatch, does):
    child_that(monkeypatch, f"\ntry:\n    {does}\nexcept (MemoryError, OSError):\n    sys.exit('no more')")

    with pytest.raises(SandboxError, match="no more"):
        read_upload(filename="bot.py", data=HONEST)


DEATHS = {
    "killed": "os.kill(os.getpid(), 9)",
    "out of its CPU time": "import resource as r; r.setrlimit(r.RLIMIT_CPU, (0, 0))\nwhile True: pass",
    "crashed": "os.kill(os.getpid(), 11)",
    "in the middle of its answer": "os.write(1, b'{'); os.kill(os.getpid(), 9)",
}


@LINUX
@pytest.mark.parametrize("name", DEATHS)
def test_a_child_that_dies_of_an_upload_gives_its_author_a_sentence(monkeypatch, name):
    child_that(monkeypatch, DEATHS[name])

    assert GAVE_UP in refusal(HONEST, "bot.py")


@pytest.mark.parametrize("error", ["MemoryError", "RecursionError"])
def test_a_child_that_runs_out_gives_its_author_a_sentence(monkeypatch, error):
    broken = f"\ndef broken(*_, **__): raise {error}\nsandbox.reader.answer = broken\nmain()"
    child_that(monkeypatch, f"import sandbox.reader{broken}")

    assert GAVE_UP in refusal(HONEST, "bot.py")


def test_a_child_without_end_is_ended_and_gives_its_author_a_sentence(monkeypatch):
    monkeypatch.setattr(upload, "SECONDS", 0.2)
    child_that(monkeypatch, "import time; time.sleep(600)", begins="")

    assert "could not be read and compiled within 0 s: make it simpler" in refusal(HONEST, "bot.py")


OURS = {
    "that cannot be started": ["/nowhere/python"],
    "that fails": [sys.executable, "-c", "import nowhere"],
    "that says nothing": [sys.executable, "-c", ""],
    "that says what is no answer": [sys.executable, "-c", "print('[]')"],
    "that says more than it has": [sys.executable, "-c", 'print(\'{"files": [["main.py", 5]]}\')'],
    "that leaves out the main file": [sys.executable, "-c", "print('{\"files\": []}')"],
}


@pytest.mark.parametrize("child", OURS)
def test_a_child_that_fails_by_our_fault_is_not_blamed_on_the_upload(monkeypatch, child):
    monkeypatch.setattr(upload, "COMMAND", OURS[child])

    with pytest.raises(SandboxError, match="the child that reads uploads"):
        unpack(filename="bot.zip", data=bot_with())


def test_an_answer_without_end_is_cut_where_the_longest_ends(monkeypatch):
    more = f"import sys; sys.stdout.buffer.write(bytes({4 * ANSWER_BYTES}))"  # without the limit to its files
    monkeypatch.setattr(upload, "COMMAND", [sys.executable, "-c", more])

    with at_most(2 * ANSWER_BYTES), pytest.raises(SandboxError):
        unpack(filename="bot.zip", data=bot_with())


def test_the_largest_zip_that_is_taken_costs_us_what_is_in_it_twice():
    noise, zeros = random.Random(7).randbytes(100_000), bytes(900_000)
    data = bot_with(("noise", noise), *((f"{number}", zeros) for number in range(5)))

    with at_most(2 * UNPACKED_BYTES + (2 << 20)):
        assert len(read_upload(filename="bot.zip", data=data).files) == 7
