"""The one place where the game and the sandbox meet."""

from contextlib import closing
from dataclasses import fields

import pytest

from arena.protocol import TimeLimits
from arena.seat import Answer, Fault, FaultKind, SeatError
from sandbox.limits import Limits
from sandbox.process import ProcessSandbox
from sandbox.verdict import Reply, SandboxError, TimeLeft, Verdict, Verdicted
from tenfold.seats import SandboxSeat, told
from tests.sandbox.bots import ECHO


class Scripted:
    """A session that says what it is told to."""

    def __init__(self, says: Reply | Verdicted | Exception) -> None:
        self.says = says

    def _say(self) -> Reply | Verdicted:
        if isinstance(self.says, Exception):
            raise self.says
        return self.says

    def ask(self, line: bytes) -> Reply | Verdicted:
        return self._say()

    def start_game(self) -> None:
        self._say()

    def time_left(self) -> TimeLeft:
        self._say()
        return TimeLeft(cpu_ms=1, wall_ms=2)

    def close(self) -> None: ...


def a_seat(says: Reply | Verdicted | Exception) -> SandboxSeat:
    return SandboxSeat(Scripted(says))  # type: ignore[arg-type]  # a session by shape


def test_bots_are_told_the_limits_that_they_are_held_to():
    with closing(ProcessSandbox()) as sandbox:
        session = sandbox.open(ECHO, limits=Limits())
        session.ask(b"hello")
        session.start_game()
        left, limits = session.time_left(), told(Limits())

    most = limits.cpu_bank_ms + limits.cpu_per_move_ms
    assert most - 100 < left.cpu_ms <= most
    assert left.wall_ms == limits.wall_bank_ms + 3 * limits.cpu_per_move_ms
    assert limits == TimeLimits()


def test_a_reply_becomes_an_answer():
    reply = Reply(b"{}", cpu_ms=1.5, wall_ms=2.5, stderr="hm")

    assert a_seat(reply).ask(b"{}") == Answer(b"{}", cpu_ms=1.5, wall_ms=2.5, stderr="hm")


@pytest.mark.parametrize("verdict", [verdict for verdict in Verdict if verdict.bots_fault])
def test_every_fault_of_a_bot_becomes_the_fault_of_the_same_name(verdict):
    fault = a_seat(Verdicted(verdict, "it did", ended=True, detail={"signal": 9})).ask(b"{}")

    assert isinstance(fault, Fault)
    assert (fault.kind, fault.message, fault.ended) == (FaultKind(verdict.value), "it did", True)
    assert fault.detail == {"signal": 9}


def test_a_failure_of_ours_never_becomes_a_fault():
    with pytest.raises(SeatError, match="it broke"):
        a_seat(Verdicted(Verdict.SANDBOX_ERROR, "it broke", ended=True)).ask(b"{}")


@pytest.mark.parametrize("doing", [lambda s: s.ask(b"{}"), lambda s: s.start_game(), lambda s: s.time_left()])
def test_what_the_sandbox_raises_is_ours(doing):
    with pytest.raises(SeatError, match="no engine"):
        doing(a_seat(SandboxError("no engine")))


def test_a_fault_has_no_field_that_the_sandbox_does_not_give():
    given = {field.name for field in fields(Verdicted)} - {"verdict"} | {"kind"}

    assert {field.name for field in fields(Fault)} == given
