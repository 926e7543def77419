"""A conversation with one program."""

from collections.abc import Mapping
from typing import Protocol

from sandbox.limits import Limits
from sandbox.program import Program
from sandbox.verdict import Reply, TimeLeft, Verdicted


class Conversation(Protocol):
    """What `Session` offers."""

    def start_game(self) -> None: ...

    def time_left(self) -> TimeLeft: ...

    def ask(self, line: bytes) -> Reply | Verdicted: ...

    def close(self) -> None: ...


class Sandbox(Protocol):
    """Somewhere to run programs."""

    name: str

    def open(
        self,
        program: Program,
        *,
        limits: Limits,
        cpu: int | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> Conversation: ...

    def close(self) -> None: ...
