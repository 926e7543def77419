"""Bots whose lines go through the engine, where named pipes do not reach: the same verdicts, more slowly."""

import pytest

from sandbox.verdict import Reply, Verdict
from sandbox.warm import Warm
from tests.sandbox.bots import ECHO, abuse, program, then
from tests.sandbox.containers import PATIENT, SHORT_START, containers, left_over, session
from tests.sandbox.test_attempts import landlock, refused, the_bot, went

pytestmark = pytest.mark.docker


@pytest.fixture
def sandbox(tmp_path):
    root = tmp_path / "slots"
    with containers(root, attach=True) as made:
        yield made
    assert left_over(made, root) == []


def test_lines_go_there_and_back_whatever_their_length(sandbox):
    bot = session(sandbox, ECHO)

    for line in (b"short", b"x" * 4_000, b"again"):
        assert bot.ask(line).line == line


def test_what_a_bot_says_on_stderr_comes_with_its_answer(sandbox):
    bot = session(sandbox, program("import sys\ninput()\nprint('thinking', file=sys.stderr)\nprint('done')"))

    answer = bot.ask(b"?")

    assert (answer.line, answer.cpu_ms > 0) == (b"done", True)
    assert "thinking" in answer.stderr + bot.ask(b"?").stderr


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("exception", Verdict.EXITED),
        ("segfault", Verdict.CRASHED),
        ("memory_bomb", Verdict.OUT_OF_MEMORY),
        ("stdout_flood", Verdict.OUTPUT_TOO_LONG),
        ("stderr_flood", Verdict.STDERR_FLOOD),
        ("never_answers", Verdict.TIMEOUT),
    ],
)
def test_a_bot_meets_the_same_verdicts(sandbox, name, verdict):
    bot = session(sandbox, abuse(name), SHORT_START if verdict == Verdict.TIMEOUT else PATIENT)

    met = [bot.ask(b'{"id": %d, "type": "draw"}' % number) for number in range(3)]

    assert met[-1].verdict == verdict, met


def test_a_bot_that_ends_hangs_up(sandbox):
    bot = session(sandbox, then("sys.exit(3)"))

    assert isinstance(bot.ask(b"?"), Reply)
    assert bot.ask(b"?").detail["exit_code"] == 3


def test_proc_is_shut_where_the_engine_passes_lines_on(sandbox):
    if not landlock():
        pytest.skip("this kernel has no Landlock, so what /proc tells of a process cannot be shut to it")
    bot = session(sandbox, the_bot())

    came = went(bot, "own_process")

    assert len(came) > 20
    assert {name: how for name, how in came.items() if not refused("own_process", name, how)} == {}


def test_containers_can_wait_there_too(tmp_path):
    root = tmp_path / "slots"
    with containers(root, attach=True, warm=Warm(1, labels={"test": str(root)})) as sandbox:
        assert sandbox.pool.wait_full(60)
        assert sandbox.open(ECHO, limits=PATIENT).ask(b"?").line == b"?"

    assert left_over(sandbox, root) == []
