"""A conversation with one program, the same for every kind of sandbox."""

import contextlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from sandbox.channel import Channel, Patience, ProgramError, quoted
from sandbox.clock import Clock
from sandbox.diagnosis import Ending, last_line, of_own_accord, readable
from sandbox.limits import Limits
from sandbox.program import Program
from sandbox.verdict import Reply, SandboxError, TimeLeft, Verdict, Verdicted

if TYPE_CHECKING:
    from concurrent.futures import Future

# From the engine's "started" to the loader's "ready": ours, so generous on a machine under load.
READY_S = 30.0
# A pipe closes a moment before the process that held it is over.
LAST_BREATH_S = 1.0
LOOK_AGAIN_S = 0.25
RAW_SHOWN = 400
LAST_LINE_SHOWN = 300


class Running(Protocol):
    """A started process whose loader waits for source, or will; one program each, never a second."""

    channel: Channel

    def alive(self) -> bool: ...

    def ready(self) -> None:
        """Its first byte has come: from now on a closed pipe is the program's doing."""
        ...

    def cpu_ns(self) -> int:
        """CPU time of everything in it, in ns; its last value once the process is over."""
        ...

    def peak_bytes(self) -> int | None:
        """The most memory it held at once so far; None when nobody measures that, or it is over."""
        ...

    def end(self, *, grace_s: float) -> Ending:
        """Wait that long for it to end by itself, then end it; how it went."""
        ...

    def discard(self) -> None:
        """Leave nothing of it; may go on in the background."""
        ...


@dataclass(frozen=True, slots=True)
class Launched:
    """A process that has been handed its program."""

    running: Running
    clock: Clock


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
    ) -> "Session":
        """Start a program; returns at once, and several started one after the other start side by side.

        `cpu` pins it to that core. What goes wrong while starting is raised by the first `ask`.
        """
        ...

    def close(self) -> None:
        """Leave nothing behind; waits until that is done."""
        ...


def await_ready(running: Running) -> None:
    """Wait for a started process to wait for source. Raises SandboxError; the process is discarded then."""
    with _ours_until_handed_over(running):
        running.channel.receive(_until_dead(running))  # the loader's "ready"
        running.ready()


def hand_over(running: Running, program: Program, limits: Limits) -> Launched:
    """Give a waiting process its program. Raises SandboxError; the process is discarded then."""
    with _ours_until_handed_over(running):
        clock = Clock(limits, running.cpu_ns)
        running.channel.send(program.packed(), _until_dead(running))
        running.channel.receive(_until_dead(running))  # the loader's "received"
        return Launched(running, clock)


@contextlib.contextmanager
def _ours_until_handed_over(running: Running) -> Iterator[None]:
    """Until it has its program it runs only what is ours, so what goes wrong is ours as well."""
    try:
        yield
    except ProgramError as fault:
        last_words = _last_words(running)
        running.discard()
        msg = f"the loader ended before it had the program: {fault.message} {last_words}"
        raise SandboxError(msg) from fault
    except SandboxError:
        running.discard()
        raise


class Session:
    """Asks one program; use from one thread.

    `launch` is a program being started: any thread pool's future, or a finished one.
    """

    def __init__(self, launch: "Future[Launched]", limits: Limits) -> None:
        self._launch = launch
        self._ready: Launched | None = None
        self._limits = limits
        self._over: Verdicted | None = None
        self._answered = False
        self.closed = False

    def start_game(self) -> None:
        """Fill both banks."""
        self._launched().clock.refill()

    def time_left(self) -> TimeLeft:
        """What the banks hold for the next answer."""
        return self._launched().clock.left()

    def ask(self, line: bytes) -> Reply | Verdicted:
        """Send one line, without newline, and wait for the one that answers it.

        Raises SandboxError when the failure is ours. A program that is over stays at its verdict.
        """
        if b"\n" in line:
            raise ValueError("ask one line, without its newline")
        if self._over:
            return self._over
        launched = self._launched()
        channel, clock = launched.running.channel, launched.clock
        clock.begin()
        try:
            if came := channel.unasked():
                clock.check()  # what it did meanwhile costs it, although nothing is asked now
                return self._unasked(channel, came)
            answer = channel.exchange(line, clock.patience)
            cpu_ms, wall_ms = clock.settle()
        except ProgramError as fault:
            self._over = self._end(launched, fault)
            return self._over
        self._answered = True
        return Reply(answer, cpu_ms, wall_ms, readable(channel.take_stderr()))

    def peak_bytes(self) -> int | None:
        """The most memory the program held at once so far; None when that is not known."""
        return self._launched().running.peak_bytes()

    def close(self) -> None:
        """Give the program back to its sandbox; may be called twice, and before it has started."""
        if not self.closed:  # two threads might discard it at once: the starter's and ours
            self.closed = True
            self._launch.add_done_callback(_discard)

    def _launched(self) -> Launched:
        if self.closed:
            raise SandboxError("the session is closed: open another")
        if self._ready is None:
            self._ready = self._launch.result()
        return self._ready

    def _unasked(self, channel: Channel, came: bytes) -> Verdicted:
        msg = (
            f"The bot wrote {quoted(came)} without being asked: answer each line with exactly one line,"
            " and print debugging output to stderr."
        )
        stderr = readable(channel.take_stderr())
        detail = {"raw": quoted(came, RAW_SHOWN)}
        return Verdicted(Verdict.UNASKED_OUTPUT, msg, ended=False, stderr=stderr, detail=detail)

    def _end(self, launched: Launched, fault: ProgramError) -> Verdicted:
        running, clock = launched.running, launched.clock
        cpu_ms, wall_ms = clock.cpu_ms(), clock.wall_ms()
        ending = running.end(grace_s=LAST_BREATH_S if fault.hung_up else 0.0)
        stderr = _last_words(running)
        # A limit it ran into stands; only behind a closed pipe may be an end of its own.
        by_itself = fault.hung_up and of_own_accord(
            ending, stderr=stderr, limits=self._limits, starting=not self._answered
        )
        verdict, message = by_itself or self._worded(running.channel, fault)
        raw = fault.raw or running.channel.half_line
        # Of a traceback it is what an author looks for first; a flood may be one that has no end.
        telling = by_itself or verdict == Verdict.STDERR_FLOOD
        detail = ending.detail() | {
            "raw": quoted(raw, RAW_SHOWN) if raw else None,
            "last_line": (last_line(stderr)[:LAST_LINE_SHOWN] or None) if telling else None,
        }
        return Verdicted(
            verdict, message, ended=True, cpu_ms=cpu_ms, wall_ms=wall_ms, stderr=stderr, detail=detail
        )

    def _worded(self, channel: Channel, fault: ProgramError) -> tuple[Verdict, str]:
        slow = fault.verdict in {Verdict.TIMEOUT, Verdict.WALL_BANK}
        if slow and channel.behind:
            return Verdict.NOT_READING, "The bot did not read its stdin: read a line for every answer."
        if slow and channel.half_line:
            half = quoted(channel.half_line)
            return fault.verdict, f"{fault.message} It wrote {half} and no newline: end each answer with one."
        return fault.verdict, fault.message


def _last_words(running: Running) -> str:
    running.channel.drain_stderr()
    return readable(running.channel.take_stderr())


def _discard(launch: "Future[Launched]") -> None:
    if not launch.cancelled() and launch.exception() is None:
        launch.result().running.discard()


def _until_dead(running: Running) -> Patience:
    """Patience with a loader, which is ours: when it fails, so did we."""
    began = time.monotonic()
    looked = began

    def patience() -> float:
        nonlocal looked
        now = time.monotonic()
        # Asking whether a container lives takes longer than handing it a program: not at once, then.
        if now - looked < LOOK_AGAIN_S:
            return looked + LOOK_AGAIN_S - now
        looked = now
        if not running.alive():
            msg = f"the loader ended before it had the program. {last_line(_last_words(running))}"
            raise SandboxError(msg)
        if now - began > READY_S:
            msg = f"the loader was not ready within {READY_S:.0f} s: is the machine overloaded?"
            raise SandboxError(msg)
        return LOOK_AGAIN_S

    return patience
