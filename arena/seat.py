"""What a match needs of a bot: somebody who is asked a line and answers with a line, or is at fault.

A match runs with scripted seats, callables in this process, plain processes or containers alike, since
it knows nothing but this protocol.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class FaultKind(StrEnum):
    """Everything a bot can be blamed for. What is our own fault is a `SeatError`, never one of these."""

    # Found by whoever runs the bot.
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
    # Found by the match, which alone can read a reply.
    BAD_REPLY = "bad_reply"
    WRONG_ID = "wrong_id"
    ILLEGAL_MOVE = "illegal_move"


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What a bot may still spend in the running game, in milliseconds."""

    cpu_ms: int
    wall_ms: int


@dataclass(frozen=True, slots=True)
class Answer:
    """One line of a bot, without its line break, and what it cost.

    `stderr` is what the bot wrote there since the last ask.
    """

    line: bytes
    cpu_ms: float = 0.0
    wall_ms: float = 0.0
    stderr: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a bot gave no answer. `message` is a sentence for its author.

    `ended` says that the bot's process is over, so that asking again is pointless. `detail` holds what is
    known beyond the sentence, such as `exit_code`, `signal`, `memory_peak_bytes`, or `raw`: what came.
    """

    kind: FaultKind
    message: str
    ended: bool
    cpu_ms: float = 0.0
    wall_ms: float = 0.0
    stderr: str = ""
    detail: Mapping[str, str | int | float | None] = field(default_factory=dict)


class SeatError(Exception):
    """Our fault, not the bot's: the running attempt of the match is worthless and must be made again."""


class Seat(Protocol):
    """One bot, running, for as long as one lane of a match lasts."""

    def start_game(self) -> None:
        """Give the bot a fresh bank of time."""

    def time_left(self) -> TimeLeft:
        """Tell what the bot may still spend in this game."""

    def ask(self, line: bytes) -> Answer | Fault:
        """Send one line (without line break) and wait for one line back; `SeatError` when we fail."""

    def close(self) -> None:
        """End the bot and free all it held; harmless when called again."""
