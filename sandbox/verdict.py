"""How an exchange with a program ends: its answer, its fault, or our own failure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    """What the sandbox can find, without knowing what the lines mean."""

    TIMEOUT = "timeout"
    CPU_BANK = "cpu_bank"
    WALL_BANK = "wall_bank"
    NOT_READING = "not_reading"
    OUTPUT_TOO_LONG = "output_too_long"
    UNASKED_OUTPUT = "unasked_output"
    EXITED = "exited"
    CRASHED = "crashed"
    OUT_OF_MEMORY = "out_of_memory"
    STDOUT_CLOSED = "stdout_closed"
    STDERR_FLOOD = "stderr_flood"
    START_FAILED = "start_failed"
    SANDBOX_ERROR = "sandbox_error"

    @property
    def bots_fault(self) -> bool:
        """False for `sandbox_error` alone: that attempt is repeated and never rated."""
        return self is not Verdict.SANDBOX_ERROR


class SandboxError(Exception):
    """Ours, not the program's: the engine is gone, a container would not start, a clock cannot be read."""

    verdict = Verdict.SANDBOX_ERROR


@dataclass(frozen=True, slots=True)
class Reply:
    """One line the program answered, without its newline, and what it cost."""

    line: bytes
    cpu_ms: float  # all CPU since the answer before, whoever's turn it was
    wall_ms: float  # from the request to this line
    stderr: str  # written since the answer before, its last 16 KB


@dataclass(frozen=True, slots=True)
class Verdicted:
    """A fault instead of an answer.

    `message` is a sentence for the program's author that others may read too; `stderr` and `detail` are the
    author's alone.
    """

    verdict: Verdict
    message: str
    ended: bool  # the program is over; true of every verdict but `unasked_output`
    cpu_ms: float = 0.0
    wall_ms: float = 0.0
    stderr: str = ""
    # Of: exit_code, signal, memory_peak_bytes, pids_refused, raw (what came, quoted), last_line (on stderr).
    detail: Mapping[str, str | int | float | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What the banks hold for the next answer."""

    cpu_ms: int
    wall_ms: int
