import pytest

from sandbox.diagnosis import Ending, of_own_accord, readable, signal_behind, signal_name
from sandbox.limits import Limits
from sandbox.verdict import Verdict


def judged(ending, stderr="", starting=False):
    return of_own_accord(ending, stderr=stderr, limits=Limits(), starting=starting)


def test_what_we_killed_did_not_end_by_itself():
    assert judged(Ending(killed=True, memory_peak_bytes=1), "MemoryError") is None


def test_memory_comes_before_the_signal_it_was_killed_by():
    verdict, message = judged(
        Ending(killed=False, exit_code=137, signal=9, out_of_memory=True), starting=True
    )

    assert verdict == Verdict.OUT_OF_MEMORY
    assert "SIGKILL" not in message


def test_a_signal_comes_before_the_exit_code_it_leaves():
    verdict, message = judged(Ending(killed=False, exit_code=136, signal=8))

    assert verdict == Verdict.CRASHED
    assert message == "The bot's process crashed with SIGFPE."


@pytest.mark.parametrize(("starting", "verdict"), [(True, Verdict.START_FAILED), (False, Verdict.EXITED)])
def test_leaving_before_the_first_answer_is_a_failed_start(starting, verdict):
    assert judged(Ending(killed=False, exit_code=1), starting=starting)[0] == verdict


@pytest.mark.parametrize("ending", [Ending(False, exit_code=1), Ending(False, exit_code=139, signal=11)])
@pytest.mark.parametrize("starting", [True, False])
def test_what_everybody_may_read_holds_nothing_of_stderr(ending, starting):
    assert "key 7" not in judged(ending, "Traceback\n  x\nKeyError: key 7\n", starting)[1]


@pytest.mark.parametrize(
    ("code", "number"), [(0, None), (1, None), (128, None), (137, 9), (192, 64), (193, None), (255, None)]
)
def test_an_exit_code_stands_for_a_signal_where_there_is_one(code, number):
    assert signal_behind(code) == number


REFUSED = "The sandbox refused it something: a bot may start up to 15 threads"
REFUSALS = [
    "Traceback\nPermissionError: [Errno 1] Operation not permitted",
    "Traceback\nRuntimeError: can't start new thread",
    'File "/usr/lib/python3.11/multiprocessing/synchronize.py"\nFileNotFoundError: [Errno 2] No such file',
]


@pytest.mark.parametrize("stderr", REFUSALS)
@pytest.mark.parametrize("starting", [True, False])
def test_a_bot_that_was_refused_something_is_told_what_is_allowed(stderr, starting):
    assert REFUSED in judged(Ending(killed=False, exit_code=1), stderr, starting)[1]


def test_a_bot_that_was_refused_nothing_is_not_told_so():
    assert REFUSED not in judged(Ending(killed=False, exit_code=1), "ValueError: process")[1]


def test_an_unknown_signal_keeps_its_number():
    assert signal_name(99) == "signal 99"


def test_bytes_become_text_without_control_characters():
    assert readable(b"a\x1b[2J\x00\x9b\xff\r\n\tb \xe2\x80\xae") == "a[2J\ufffd\ufffd\n\tb "
