"""Says why a program is over, in words its author understands."""

import signal
import unicodedata
from dataclasses import dataclass

from sandbox.limits import MEBIBYTE, Limits
from sandbox.verdict import Verdict

LAST_SIGNAL = 64
# How a traceback ends when the sandbox refused the program something.
REFUSED = ("PermissionError: [Errno 1]", "RuntimeError: can't start new thread")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process ended. `killed` is True when we ended it, and then it has no exit code of its own."""

    killed: bool
    exit_code: int | None = None
    signal: int | None = None
    out_of_memory: bool = False
    memory_peak_bytes: int | None = None
    pids_refused: int | None = None

    def detail(self) -> dict[str, str | int | float | None]:
        return {
            "exit_code": self.exit_code,
            "signal": self.signal,
            "memory_peak_bytes": self.memory_peak_bytes,
            "pids_refused": self.pids_refused,
        }


def of_own_accord(
    ending: Ending, *, stderr: str, limits: Limits, starting: bool
) -> tuple[Verdict, str] | None:
    """The verdict on a program that ended by itself, or None when it lived until we killed it.

    The sentence may be read by anybody; so of stderr, which is its author's alone, nothing stands in it.
    The order matters: a process out of memory is killed by a signal, and a signal leaves an exit code too.
    """
    if ending.killed:
        return None
    if ending.out_of_memory or last_line(stderr).startswith("MemoryError"):
        most = limits.memory_bytes // MEBIBYTE
        return Verdict.OUT_OF_MEMORY, f"The bot needed more than its {most} MB of memory: keep less of it."
    if ending.signal is not None:
        return Verdict.CRASHED, f"The bot's process crashed with {signal_name(ending.signal)}."
    code = ending.exit_code
    if starting:
        msg = f"The bot ended with exit code {code} before it answered its first line."
        return Verdict.START_FAILED, _advised(msg, code, stderr, limits)
    msg = f"The bot ended with exit code {code} instead of answering."
    return Verdict.EXITED, _advised(msg, code, stderr, limits)


def _advised(msg: str, code: int | None, stderr: str, limits: Limits) -> str:
    """The sentence, with another that says what to do, where that is known."""
    if last_line(stderr).startswith(REFUSED) or "/multiprocessing/" in stderr:
        return (
            f"{msg} The sandbox refused it something: a bot may start up to {limits.pids - 1} threads and"
            " write files in /tmp; processes, sockets and all else are not for bots."
        )
    return msg if code else f"{msg} Answer every line until stdin ends."


def last_line(stderr: str) -> str:
    lines = stderr.strip().splitlines()
    return lines[-1].strip() if lines else ""


def signal_behind(exit_code: int) -> int | None:
    """Docker says a signal as 128 and its number; above all signals are `sys.exit(-1)` and its like."""
    return exit_code - 128 if 128 < exit_code <= 128 + LAST_SIGNAL else None


def signal_name(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
    # A container's first process cannot be aborted by signal; the C library then faults on purpose.
    return f"{name} (or by abort())" if name == "SIGSEGV" else name


def readable(raw: bytes) -> str:
    """Bytes of a program as text without control characters: a log may hold escapes for a terminal."""
    if not raw:
        return ""
    text = raw.decode("utf-8", "replace")
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char)[0] != "C")
