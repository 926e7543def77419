"""An arena seat made of a sandbox session: the one place where the game and the sandbox meet."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from arena.protocol import TimeLimits
from arena.seat import Answer, Fault, FaultKind, SeatError, TimeLeft
from sandbox.limits import Limits
from sandbox.session import Session
from sandbox.verdict import Reply, SandboxError, Verdicted


class SandboxSeat:
    """A bot at a table, running in a sandbox. What fails on our side comes out as `SeatError`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def start_game(self) -> None:
        with ours():
            self._session.start_game()

    def time_left(self) -> TimeLeft:
        with ours():
            left = self._session.time_left()
        return TimeLeft(cpu_ms=left.cpu_ms, wall_ms=left.wall_ms)

    def ask(self, line: bytes) -> Answer | Fault:
        with ours():
            came = self._session.ask(line)
        match came:
            case Reply():
                return Answer(line=came.line, cpu_ms=came.cpu_ms, wall_ms=came.wall_ms, stderr=came.stderr)
            case Verdicted():
                return _fault(came)
            case _:
                assert_never(came)

    def peak_bytes(self) -> int | None:
        """The most memory the bot held at once so far; None when that is not known."""
        with ours():
            return self._session.peak_bytes()

    def close(self) -> None:
        with ours():
            self._session.close()


def told(limits: Limits) -> TimeLimits:
    """What a bot hears of the time that the sandbox will hold it to."""
    return TimeLimits(
        cpu_bank_ms=limits.cpu_bank_ms,
        cpu_per_move_ms=limits.cpu_per_move_ms,
        wall_bank_ms=limits.cpu_bank_ms * limits.wall_bank_factor,
        move_wall_ms=limits.move_wall_ms,
    )


def _fault(came: Verdicted) -> Fault:
    if not came.verdict.bots_fault:
        raise SeatError(came.message)
    return Fault(
        kind=FaultKind(came.verdict.value),
        message=came.message,
        ended=came.ended,
        cpu_ms=came.cpu_ms,
        wall_ms=came.wall_ms,
        stderr=came.stderr,
        detail=came.detail,
    )


@contextmanager
def ours() -> Iterator[None]:
    """Turn a failure of the sandbox into one of the seat."""
    try:
        yield
    except SandboxError as error:
        raise SeatError(str(error)) from error
