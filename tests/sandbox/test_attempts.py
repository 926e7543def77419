"""Attempts on the kernel that must end in an error, hundreds of them in one container; and the way from one
container to another, by which two bots could tell each other their cards."""

import ctypes
import json

import pytest

from sandbox.program import Program
from sandbox.verdict import Reply
from tests.sandbox.bots import ABUSE
from tests.sandbox.containers import PATIENT, containers, left_over, session

pytestmark = pytest.mark.docker

QUIET = ABUSE / "quiet"
NO_ATTEMPTS = {"__init__", "main", "kernel", "channels"}

# The words by which the sandbox refuses. An attempt that fails with any other would not have been refused.
REFUSALS = {
    "Operation not permitted",
    "Permission denied",
    "Read-only file system",
    "No such file or directory",
    "Function not implemented",
}
NOTHING = "refused: nothing there tells anything"
NOT_RAISED = "failed: ValueError('not allowed to raise maximum limit')"  # how Python words the same refusal
OTHERWISE = {
    ("clocks", "CPU time of another"): "refused: Invalid argument",  # there is no other
    ("file_tricks", "many files"): "refused: No space left on device",
    ("file_tricks", "sparse"): "refused: File too large",
    ("machine", "load"): "refused: Load averages are unobtainable",
    ("machine", "/proc"): NOTHING,
    ("machine", "/sys"): NOTHING,
    ("machine", "/dev/pts"): NOTHING,
    ("messages", "datagram to a name"): "refused: Connection refused",  # nobody can have such a name
    ("other_processes", "larger files"): NOT_RAISED,
    ("other_processes", "more descriptors"): NOT_RAISED,
    ("sockets", "descriptors in flight"): "refused: Too many references: cannot splice",
}


def the_bot():
    return Program({path.name: path.read_bytes() for path in QUIET.glob("*.py")})


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """Two bots that try what they are told to, in containers of their own on one core."""
    root = tmp_path_factory.mktemp("attempts") / "slots"
    with containers(root) as sandbox:
        yield [session(sandbox, the_bot(), PATIENT, cpu=0) for _ in range(2)]
    assert left_over(sandbox, root) == []


def went(bot, attempts, **more):
    answer = bot.ask(json.dumps({"id": 1, "attempts": attempts, **more}).encode())
    assert isinstance(answer, Reply), answer
    return json.loads(answer.line)["went"]


def by_itself(bot, name):
    return went(bot, "channels", only=name)[name]


def refused(attempts, name, how):
    if (attempts, name) in OTHERWISE:
        return how == OTHERWISE[attempts, name]
    return how.startswith("refused: ") and how.removeprefix("refused: ") in REFUSALS


def landlock():
    """Whether this kernel has what the loader shuts /proc with."""
    return ctypes.CDLL(None).syscall(444, None, 0, 1) > 0


@pytest.mark.parametrize("attempts", sorted({path.stem for path in QUIET.glob("*.py")} - NO_ATTEMPTS))
def test_every_attempt_is_refused_and_the_bot_plays_on(pair, attempts):
    if attempts == "own_process" and not landlock():
        pytest.skip("this kernel has no Landlock, so what /proc tells of a process cannot be shut to it")

    came = went(pair[0], attempts)

    allowed = {name: how for name, how in came.items() if not refused(attempts, name, how)}
    assert len(came) > 3
    assert allowed == {}


CHANNELS = [
    "open files", "threads", "terminals", "event numbers", "sockets", "sockets of a network", "pipes",
    "use of a file", "signals", "load", "memory", "files",
]  # fmt: skip


@pytest.mark.parametrize("channel", CHANNELS)
def test_what_one_bot_does_changes_nothing_that_another_sees(pair, channel):
    sender, receiver = pair
    before = by_itself(receiver, f"read {channel}")

    by_itself(sender, f"send {channel}")

    assert by_itself(receiver, f"read {channel}") == before
    assert not before.startswith("failed")


def test_a_bot_that_sleeps_on_a_page_of_the_image_is_not_woken_by_another(pair):
    """Both ends of it are refused, with a word that makes the C library look again instead of giving up."""
    sleeper, waker = pair

    assert by_itself(sleeper, "wait on the image") == "refused: Resource temporarily unavailable"
    assert by_itself(waker, "wake on the image") == "refused: Resource temporarily unavailable"


def test_every_channel_has_a_sender_and_a_receiver():
    source = (QUIET / "channels.py").read_text()

    assert source.count('    "send ') == source.count('    "read ') == len(CHANNELS)
