"""Every verdict, on plain processes: what tells them apart is the same code for containers."""

import re
import select
import time
from concurrent.futures import Future
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from sandbox.limits import Limits
from sandbox.process import ProcessSandbox
from sandbox.session import Session
from sandbox.verdict import Reply, SandboxError, Verdict, Verdicted
from tests.sandbox.bots import ECHO, program, then
from tests.sandbox.containers import PATIENT

# Far from each other, so that on a machine under load a program still meets the limit it is after.
QUICK = Limits(move_wall_ms=1_000, start_wall_ms=30_000)  # for what is waited for in vain
LITTLE_CPU = Limits(cpu_bank_ms=150, cpu_per_move_ms=10, wall_bank_factor=200, move_wall_ms=30_000)


@pytest.fixture
def sandbox():
    made = ProcessSandbox()
    yield made
    made.close()


def fault(sandbox, bot, limits=PATIENT):
    """What the second request meets."""
    session = sandbox.open(bot, limits=limits)
    first = session.ask(b"first")
    assert isinstance(first, Reply), first
    met = session.ask(b"second")
    assert isinstance(met, Verdicted), met
    return met


ENDS = {
    "sleeps": (then("time.sleep(30)"), Verdict.TIMEOUT, "did not give an answer within 1000 ms."),
    "spins": (then("while True: pass"), Verdict.CPU_BANK, "CPU bank of 150 ms a game and 10 ms a request"),
    "half": (
        then("print('half', end=''); time.sleep(30)"),
        Verdict.TIMEOUT,
        "It wrote 'half' and no newline",
    ),
    "long": (then("print('x' * 5000)"), Verdict.OUTPUT_TOO_LONG, "more than 4096 bytes: .* began: 'xxx"),
    "endless": (then("while True: print('x', end='')"), Verdict.OUTPUT_TOO_LONG, "more than 4096 bytes"),
    "blank": (then("print('\\n' * 5000)"), Verdict.OUTPUT_TOO_LONG, "more than 4096 bytes"),
    "exits": (then("sys.exit(0)"), Verdict.EXITED, "exit code 0 .* Answer every line until stdin ends"),
    "raises": (then("[][1]"), Verdict.EXITED, "exit code 1 instead of answering"),
    "says": (then("sys.exit('no idea')"), Verdict.EXITED, "exit code 1 instead of answering"),
    "aborts": (then("os.abort()"), Verdict.CRASHED, "crashed with SIGABRT"),
    "faults": (then("import ctypes; ctypes.string_at(0)"), Verdict.CRASHED, "crashed with SIGSEGV"),
    "hoards": (then("bytearray(1 << 30)"), Verdict.OUT_OF_MEMORY, "more than its 128 MB of memory"),
    "closes": (then("os.close(1); time.sleep(30)"), Verdict.STDOUT_CLOSED, "closed its stdout"),
    "logs": (then("while True: os.write(2, b'e' * 9999)"), Verdict.STDERR_FLOOD, "more than 1048576 bytes"),
    "lingers": (
        then("import threading; threading.Thread(target=time.sleep, args=(30,)).start(); sys.exit()"),
        Verdict.TIMEOUT,
        "within 1000 ms",
    ),
}


@pytest.mark.parametrize("name", ENDS)
def test_what_a_program_does_ends_in_a_verdict_its_author_understands(sandbox, name):
    bot, verdict, sentence = ENDS[name]

    met = fault(sandbox, bot, {Verdict.CPU_BANK: LITTLE_CPU, Verdict.TIMEOUT: QUICK}.get(verdict, PATIENT))

    assert met.verdict == verdict
    assert met.ended
    assert re.search(sentence, met.message), met.message


def test_a_program_that_sleeps_on_every_move_spends_its_wall_bank(sandbox):
    limits = Limits(cpu_bank_ms=100, cpu_per_move_ms=1, move_wall_ms=5_000)
    session = sandbox.open(
        program("import sys, time\nfor line in sys.stdin:\n    time.sleep(0.12)\n    print(1)"), limits=limits
    )

    answers = [session.ask(b"?") for _ in range(6)]

    assert answers[-1].verdict == Verdict.WALL_BANK
    assert "slept too long" in answers[-1].message


def test_thinking_between_requests_is_charged_too(sandbox):
    spin = "import threading\ndef spin():\n    while True: pass\n"
    bot = program(
        spin + "import sys\nprint(sys.stdin.readline().strip())\n"
        "threading.Thread(target=spin, daemon=True).start()\nfor line in sys.stdin: print(1)\n"
    )

    session = sandbox.open(bot, limits=LITTLE_CPU)
    session.ask(b"first")
    for _ in range(50):  # each answer in time; how much a thread burns meanwhile is the machine's to say
        time.sleep(0.2)
        met = session.ask(b"next")
        if isinstance(met, Verdicted):
            break

    assert met.verdict == Verdict.CPU_BANK


def test_a_request_that_does_not_fit_the_pipe_of_a_program_that_reads_nothing_is_not_read(sandbox):
    bot = program("import sys, time\nprint(sys.stdin.readline().strip()); time.sleep(30)")
    session = sandbox.open(bot, limits=QUICK)
    session.ask(b"first")

    met = session.ask(b"x" * 300_000)

    assert met.verdict == Verdict.NOT_READING
    assert "did not read its stdin" in met.message


def test_a_closed_stdin_is_not_reading(sandbox):
    bot = program("import os, time\nline = input(); os.close(0); print(line); time.sleep(30)")

    met = fault(sandbox, bot)

    assert met.verdict == Verdict.NOT_READING
    assert "closed its stdin" in met.message


def test_output_that_nobody_asked_for_is_a_fault_that_ends_nothing(sandbox):
    # In one piece, so that the rest is there when the answer is.
    bot = program("import os, sys\nfor line in sys.stdin:\n    os.write(1, line.encode() + b'and more\\n')")

    met = fault(sandbox, bot)

    assert met.verdict == Verdict.UNASKED_OUTPUT
    assert not met.ended
    assert "wrote 'and more' without being asked" in met.message


def test_who_thinks_too_long_between_requests_is_ended_for_it_whatever_it_wrote(sandbox):
    bot = program("import os\nos.write(1, input().encode() + b'\\nand more\\n')\nwhile True: pass")
    session = sandbox.open(bot, limits=LITTLE_CPU)
    session.ask(b"first")
    clock = session._launched().clock
    while clock.cpu_ms() < 2 * LITTLE_CPU.cpu_bank_ms:  # by far, not by the part of a millisecond
        time.sleep(0.02)

    met = session.ask(b"second")

    assert (met.verdict, met.ended) == (Verdict.CPU_BANK, True)


def test_the_next_request_after_unasked_output_is_answered(sandbox):
    bot = program("import sys\nprint('hello!')\nfor line in sys.stdin:\n    print(line.strip())")
    session = sandbox.open(bot, limits=PATIENT)
    channel = session._launched().running.channel
    # It may have come together with the loader's last word, and lie in our buffer already.
    assert channel._received or select.select([channel._stdout], [], [], 30)[0]

    answers = [session.ask(b"one"), session.ask(b"two")]

    assert isinstance(answers[0], Verdicted)
    assert answers[1].line == b"two"


def test_blank_lines_and_line_ends_of_other_systems_are_forgiven(sandbox):
    bot = program("import sys\nfor line in sys.stdin:\n    print('\\r\\n\\nyes\\r')")
    session = sandbox.open(bot, limits=PATIENT)

    assert [session.ask(b"?").line for _ in range(2)] == [b"yes", b"yes"]


@pytest.mark.parametrize("source", ["def f(:", "import nowhere", "raise SystemExit(3)"])
def test_a_program_that_ends_before_its_first_answer_failed_to_start(sandbox, source):
    met = sandbox.open(program(source), limits=PATIENT).ask(b"hello")

    assert met.verdict == Verdict.START_FAILED
    assert "before it answered its first line" in met.message


def test_a_start_that_takes_too_much_cpu_failed(sandbox):
    limits = Limits(start_cpu_ms=100, start_wall_ms=15_000)

    met = sandbox.open(program("while True: pass"), limits=limits).ask(b"hello")

    assert met.verdict == Verdict.START_FAILED
    assert "more than 100 ms of CPU before its first answer" in met.message


def test_a_program_that_never_answers_times_out_at_its_start(sandbox):
    limits = Limits(start_wall_ms=200)

    met = sandbox.open(program("import time; time.sleep(30)"), limits=limits).ask(b"hello")

    assert met.verdict == Verdict.TIMEOUT
    assert "its first answer within 200 ms" in met.message


def test_a_traceback_shows_the_authors_lines_and_nothing_of_ours(sandbox):
    helper = "def deal():\n    return 1 / 0  # here\n"
    bot = program("import helper\n\nhelper.deal()\n", helper=helper)

    met = sandbox.open(bot, limits=PATIENT).ask(b"hello")

    assert 'main.py", line 3, in <module>' in met.stderr
    assert "return 1 / 0  # here" in met.stderr
    assert "loader" not in met.stderr


def test_stderr_comes_with_the_answer_it_was_written_for(sandbox):
    bot = program(
        "import sys\nfor line in sys.stdin:\n    print('saw', line.strip(), file=sys.stderr)\n    print(1)"
    )
    session = sandbox.open(bot, limits=PATIENT)

    assert [session.ask(word).stderr for word in (b"one", b"two")] == ["saw one\n", "saw two\n"]


def test_of_a_long_log_the_end_is_kept(sandbox):
    limits = replace(PATIENT, stderr_tail_bytes=10)

    met = fault(sandbox, then("os.write(2, b'x\\n' * 50 + b'the end'); sys.exit(1)"), limits)

    assert met.stderr == "x\nx\nthe end"  # ten bytes, and the first line whole


# The flood is twice the limit: of one that barely passes it, the end may be read after the program's.
@pytest.mark.parametrize("size", [100_000, 2 << 20], ids=["long", "a flood"])
def test_of_a_long_exception_the_author_reads_its_name(sandbox, size):
    met = fault(sandbox, then(f"raise ValueError('x' * {size})"))

    assert met.verdict == (Verdict.EXITED if size < 2 << 20 else Verdict.STDERR_FLOOD)
    assert met.detail["last_line"].startswith("ValueError: xxx")


def test_control_characters_do_not_leave_the_sandbox(sandbox):
    met = fault(sandbox, then("os.write(2, b'\\x1b[31mred\\x00\\xff\\tblue'); sys.exit(1)"))

    assert met.stderr == "[31mred\ufffd\tblue"


def test_the_dossier_of_a_fault_holds_exit_code_and_what_came(sandbox):
    met = fault(sandbox, then("print('half', end=''); sys.exit(7)"))

    assert met.detail["exit_code"] == 7
    assert met.detail["raw"] == "'half'"


def test_the_last_line_of_a_traceback_is_its_authors_alone(sandbox):
    met = fault(sandbox, then("raise KeyError('7' * 500)"))

    assert met.detail["last_line"] == "KeyError: '" + "7" * 289
    assert "KeyError" not in met.message


def test_a_program_that_ran_into_a_limit_had_no_last_words(sandbox):
    met = fault(sandbox, then("print('thinking', file=sys.stderr); time.sleep(30)"), QUICK)

    assert met.detail["last_line"] is None


def test_a_program_that_is_over_stays_at_its_verdict(sandbox):
    session = sandbox.open(program("raise SystemExit(3)"), limits=PATIENT)

    assert session.ask(b"one") == session.ask(b"two")


def test_a_new_game_fills_the_banks(sandbox):
    bot = program("import sys, time\nfor line in sys.stdin:\n    time.sleep(0.2)\n    print(1)")
    session = sandbox.open(bot, limits=QUICK)
    full = session.time_left()
    session.ask(b"start")
    session.ask(b"move")

    spent = session.time_left()
    session.start_game()

    assert spent.wall_ms < full.wall_ms
    assert session.time_left().wall_ms == full.wall_ms == 3 * (2_000 + 20)


def test_the_start_is_not_charged_to_the_bank(sandbox):
    # Some hundred milliseconds, beside which what it uses to wait for the next request is nothing.
    session = sandbox.open(program("sum(range(10**7))\nprint(input()); input()"), limits=QUICK)
    session.ask(b"start")

    assert session.time_left().cpu_ms >= 1_980


def test_two_lines_cannot_be_asked_at_once(sandbox):
    with pytest.raises(ValueError, match="ask one line"):
        sandbox.open(ECHO, limits=PATIENT).ask(b"one\ntwo")


def test_a_program_closed_twice_while_it_starts_is_discarded_once():
    launch: Future[Any] = Future()
    discarded = []
    session = Session(launch, QUICK)

    session.close()
    session.close()
    launch.set_result(SimpleNamespace(running=SimpleNamespace(discard=lambda: discarded.append(1))))

    assert discarded == [1]


def test_a_closed_session_cannot_be_asked(sandbox):
    session = sandbox.open(ECHO, limits=PATIENT)
    session.close()

    with pytest.raises(SandboxError, match="closed: open another"):
        session.ask(b"?")
