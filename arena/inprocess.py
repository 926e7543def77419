"""Seats without a process: a callable of this interpreter, and a scripted peer for tests of the protocol."""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from arena.seat import Answer, Fault, FaultKind, TimeLeft

Answerer = Callable[[dict[str, Any]], Mapping[str, Any]]
# What a scripted peer may say: fields of a reply beside the id, a raw line, or that it is at fault.
Said = Mapping[str, Any] | bytes | Fault | Exception

NO_LIMIT = TimeLeft(cpu_ms=2000, wall_ms=6000)


class CallableSeat:
    """A bot that is a function from message to reply, trusted and without limits.

    What it raises is its crash, as it would be in a process of its own.
    """

    def __init__(self, answer: Answerer) -> None:
        self._answer = answer
        self.closed = False

    def start_game(self) -> None:
        """Nothing is metered."""

    def time_left(self) -> TimeLeft:
        return NO_LIMIT

    def ask(self, line: bytes) -> Answer | Fault:
        before = time.perf_counter()
        try:
            reply = json.dumps(self._answer(json.loads(line))).encode()
        except Exception as error:  # noqa: BLE001 - a bot may raise anything, and that is its fault
            return Fault(FaultKind.CRASHED, f"{type(error).__name__}: {error}", ended=True)
        spent = (time.perf_counter() - before) * 1000
        return Answer(reply, cpu_ms=spent, wall_ms=spent)

    def close(self) -> None:
        self.closed = True


class ScriptedSeat:
    """Expects messages of given types in a given order and says what the script has for each.

    Replies given as fields get the request's id. When the script is through, `then` answers on; without it
    any further message is an AssertionError, as is a message of another type than the script expects.
    """

    def __init__(
        self, script: Iterable[tuple[str, Said]], then: Callable[[dict[str, Any]], Said] | None = None
    ) -> None:
        self._script = list(script)
        self._then = then
        self.heard: list[dict[str, Any]] = []
        self.games = 0
        self.closed = False

    def start_game(self) -> None:
        self.games += 1

    def time_left(self) -> TimeLeft:
        return NO_LIMIT

    def ask(self, line: bytes) -> Answer | Fault:
        message = json.loads(line)
        self.heard.append(message)
        said = self._said(message)
        if isinstance(said, Exception):
            raise said
        if isinstance(said, Fault):
            return said
        return Answer(said if isinstance(said, bytes) else json.dumps({"id": message["id"], **said}).encode())

    def _said(self, message: dict[str, Any]) -> Said:
        if not self._script:
            assert self._then is not None, f"the script is through, but came {message}"
            return self._then(message)
        expected, said = self._script.pop(0)
        assert message["type"] == expected, f"the script expects {expected}, but came {message}"
        return said

    def close(self) -> None:
        self.closed = True
