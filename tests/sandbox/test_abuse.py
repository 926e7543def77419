"""Each abuse bot in a real container: what it meets, what it is told, and that nothing is left of it."""

import json
import re
import time
from dataclasses import dataclass, replace

import pytest

from sandbox.upload import UploadRefused, read_upload
from sandbox.verdict import Reply, Verdict, Verdicted
from tests.sandbox.bots import ABUSE, abuse
from tests.sandbox.containers import (
    HONEST_WORK,
    PATIENT,
    SHORT_MOVE,
    SHORT_START,
    containers,
    left_over,
    session,
)

pytestmark = pytest.mark.docker

REQUESTS = [
    json.dumps({"type": "draw", "id": str(number), "hand": ["R1", "W"]}).encode() for number in range(1, 13)
]


@dataclass(frozen=True)
class Met:
    """The first fault, or the answers when there was none; and all that came on stderr."""

    answers: list[bytes]
    fault: Verdicted | None
    stderr: str


def meet(tmp_path, name, requests=3, pause=0.0, limits=PATIENT):
    root = tmp_path / "slots"
    with containers(root) as sandbox:
        bot = session(sandbox, abuse(name), limits)
        bot.time_left()  # started and handed over
        answers, stderr, fault = [], "", None
        for request in REQUESTS[:requests]:
            time.sleep(pause)
            met = bot.ask(request)
            stderr += met.stderr
            if isinstance(met, Verdicted):
                fault = met
                break
            answers.append(met.line)
    assert left_over(sandbox, root) == []
    return Met(answers, fault, stderr)


# The attempt fails: what stderr tells of it, and what it must not.
FAILS = {
    "fork_bomb": ("fork: .*Operation not permitted", "fork: $"),
    "thread_bomb": (r"threads: \d+ can't start new thread", r"threads: \d\d\d"),
    "disk_fill": (r"/tmp [78] MB .*No space left(.|\n)*/dev 0 MB .*(Permission|Read-only)", "FILLED"),
    "proc_snoop": (r"processes \['1'\]\nenvironment \['HOME', 'HOSTNAME', 'LANG', 'PATH', 'PYTHON", "TOLD"),
    "sockets": ("socket inet .*Operation not permitted", "CREATED"),
    "connect_out": ("engine's socket False\n192.0.2.1 80 .*Operation not permitted", "CONNECTED"),
    "setuid": ("setuid .*Operation not permitted", "BECAME"),
    "fifo_tamper": ("unlink .*Read-only", "DONE"),
    "descriptors": (r"descriptors \d\d .*Too many open files", r"descriptors \d\d\d"),
    "lock_channel": ("loader.py .*Operation not permitted", "LOCKED"),
}


@pytest.mark.parametrize("name", FAILS)
def test_an_attempt_on_the_machine_fails_and_the_bot_plays_on(tmp_path, name):
    tells, never = FAILS[name]

    met = meet(tmp_path, name)

    assert met.fault is None, met.fault
    assert [json.loads(answer)["id"] for answer in met.answers] == ["1", "2", "3"]
    assert re.search(tells, met.stderr), met.stderr
    assert not re.search(never, met.stderr), met.stderr


ENDS = {
    "memory_bomb": (Verdict.OUT_OF_MEMORY, "needed more than its 128 MB of memory"),
    "recursion": (Verdict.OUT_OF_MEMORY, "needed more than its 128 MB of memory"),
    "stdout_flood": (Verdict.OUTPUT_TOO_LONG, "line of more than 4096 bytes: .* It began: 'xxx"),
    "long_line": (Verdict.OUTPUT_TOO_LONG, 'line of more than 4096 bytes: .* It began: \'{"id": "2"'),
    "never_reads": (Verdict.TIMEOUT, "did not give its first answer within 2500 ms"),
    "never_answers": (Verdict.TIMEOUT, "did not give its first answer within 2500 ms"),
    "half_line": (Verdict.TIMEOUT, 'within 1000 ms. It wrote \'{"id": "2", "dr\' and no newline'),
    "lingers": (Verdict.TIMEOUT, "did not give an answer within 1000 ms"),
    "closes_stdout": (Verdict.STDOUT_CLOSED, "closed its stdout"),
    "exits": (Verdict.EXITED, "exit code 0 instead of answering. Answer every line"),
    "exception": (Verdict.EXITED, "exit code 1 instead of answering"),
    "exec_shell": (Verdict.EXITED, "exit code 1 instead of answering"),
    "syntax_error": (Verdict.START_FAILED, "exit code 1 before it answered its first line"),
    "segfault": (Verdict.CRASHED, r"crashed with SIGSEGV"),
    "abort": (Verdict.CRASHED, r"crashed with SIGSEGV \(or by abort\(\)\)"),
    "stderr_flood": (Verdict.STDERR_FLOOD, "more than 1048576 bytes to stderr"),
}


WAITED_FOR = {
    "never_reads": SHORT_START,
    "never_answers": SHORT_START,
    "half_line": SHORT_MOVE,
    "lingers": SHORT_MOVE,
}


@pytest.mark.parametrize("name", ENDS)
def test_a_bot_that_ends_or_must_be_ended_is_told_why(tmp_path, name):
    verdict, sentence = ENDS[name]

    met = meet(tmp_path, name, limits=WAITED_FOR.get(name, PATIENT))

    assert met.fault is not None
    assert met.fault.ended
    assert met.fault.verdict == verdict, met.fault
    assert re.search(sentence, met.fault.message), met.fault.message


LAST_LINES = {
    "exception": "IndexError: list index out of range",
    "exec_shell": "FileNotFoundError: .*No such file or directory",
    "syntax_error": "SyntaxError: ",
}


@pytest.mark.parametrize("name", LAST_LINES)
def test_the_end_of_its_traceback_is_in_what_its_author_alone_reads(tmp_path, name):
    met = meet(tmp_path, name)

    assert met.fault is not None
    assert re.search(LAST_LINES[name], str(met.fault.detail["last_line"]))
    assert not re.search(LAST_LINES[name], met.fault.message)


# The one bank is small; all that could end it before is not.
BANKS = {
    "sleeps": (Verdict.WALL_BANK, replace(PATIENT, cpu_bank_ms=300, cpu_per_move_ms=1), 0.0),
    "burns": (
        Verdict.CPU_BANK,
        replace(PATIENT, cpu_bank_ms=400, cpu_per_move_ms=1, wall_bank_factor=1_000),
        0.0,
    ),
    "thinks_out_of_turn": (
        Verdict.CPU_BANK,
        replace(PATIENT, cpu_bank_ms=30, cpu_per_move_ms=1, wall_bank_factor=1_000),
        0.2,
    ),
}


@pytest.mark.parametrize("name", BANKS)
def test_slow_bots_pay_from_their_banks(tmp_path, name):
    verdict, limits, pause = BANKS[name]

    met = meet(tmp_path, name, requests=12, pause=pause, limits=limits)

    assert met.fault is not None
    assert met.fault.verdict == verdict


UNASKED = {"line_flood": 0.3, "answers_early": 0.3, "answers_twice": 0.1}


@pytest.mark.parametrize("name", UNASKED)
def test_answers_nobody_asked_for_are_a_fault_that_does_not_end_the_bot(tmp_path, name):
    met = meet(tmp_path, name, requests=12, pause=UNASKED[name])

    assert met.fault is not None
    assert met.fault.verdict == Verdict.UNASKED_OUTPUT
    assert not met.fault.ended
    assert re.search(r"""wrote '{"id": .* without being asked""", met.fault.message)


# Whether a line is an answer is for the match to say: it comes as it was written.
AS_WRITTEN = {
    "invalid_utf8": b'{"id": 2, "draw": "\xff\xfe"}',
    "nul_bytes": b'\0\0{"id": 2, "draw": "stock"}\0',
    "duplicate_keys": b'{"id": 2, "draw": "stock", "draw": "discard"}',
    "nan": b'{"id": 2, "draw": NaN, "x": Infinity}',
    "wrong_shape": b'{"id": true, "draw": {"a": [1]}}',
    "byte_order_mark": b'\xef\xbb\xbf  {"id": 2, "draw": "stock"}  ',
    "debug_on_stdout": b"my hand is strong",
    "stale_reply": b'{"id": "1", "draw": "stock"}',
    "exec_python": b"hello",
}


@pytest.mark.parametrize("name", AS_WRITTEN)
def test_a_line_comes_as_the_bot_wrote_it(tmp_path, name):
    met = meet(tmp_path, name, requests=2)

    assert met.fault is None
    assert met.answers[1] == AS_WRITTEN[name]


# The one that computes with numpy is in test_numpy_image.
HONEST = ["honest", "honest_asyncio", "honest_threads", "honest_logger", "honest_library"]


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_bot_plays_all_its_moves(tmp_path, name):
    met = meet(tmp_path, name, requests=12, limits=HONEST_WORK)

    assert met.fault is None
    assert [json.loads(answer)["id"] for answer in met.answers] == [str(number) for number in range(1, 13)]


def test_every_bot_of_the_suite_is_in_a_table():
    tables = [set(FAILS), set(ENDS), set(BANKS), set(UNASKED), set(AS_WRITTEN), set(HONEST)]
    named = set().union(*tables)

    assert named | {"peer", "__init__"} == {path.stem for path in ABUSE.glob("*.py")}


def test_a_source_that_does_not_compile_is_refused_at_upload_already():
    with pytest.raises(UploadRefused, match=r"main\.py, line 3: invalid syntax"):
        read_upload(filename="bot.py", data=(ABUSE / "syntax_error.py").read_bytes())


def test_another_bots_game_goes_on_beside_a_bomb(tmp_path):
    with containers(tmp_path / "slots") as sandbox:
        bomb, honest = (session(sandbox, abuse(name), PATIENT, cpu=0) for name in ("memory_bomb", "honest"))
        met = [(bomb.ask(request), honest.ask(request)) for request in REQUESTS[:4]]

    assert met[-1][0].verdict == Verdict.OUT_OF_MEMORY
    assert all(isinstance(answer, Reply) for _, answer in met)
