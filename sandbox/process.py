"""Programs as plain processes with resource limits. This is no sandbox.

A program run here can read your files, use your network and start processes of its own. It serves an author
who plays on their own machine and a demo of bots that come with the product; the limits only catch accidents.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path

from sandbox.channel import Channel
from sandbox.diagnosis import Ending
from sandbox.limits import Limits
from sandbox.program import Program
from sandbox.session import Launched, Session, await_ready, hand_over
from sandbox.verdict import SandboxError

LOADER = Path(__file__).parent / "image" / "loader.py"

# What a process held of memory at most, in KiB. What is resident counts; the limit is on what it asked for.
_PEAK = re.compile(r"^VmHWM:\s+([0-9]+) kB$", re.MULTILINE)


class ProcessSandbox:
    """Runs each program as a child process of this one, in a folder of its own."""

    name = "process"

    def __init__(self) -> None:
        self._opened: list[Session] = []

    def open(
        self,
        program: Program,
        *,
        limits: Limits,
        cpu: int | None = None,
        labels: Mapping[str, str] | None = None,  # noqa: ARG002 - a process cannot carry any
    ) -> Session:
        """See `sandbox.session.Sandbox.open`. Starting a process is quick, so nothing runs beside it."""
        launch: Future[Launched] = Future()
        try:
            process = Process(limits, cpu)
            await_ready(process)
            launch.set_result(hand_over(process, program, limits))
        except (SandboxError, OSError) as error:
            launch.set_exception(error if isinstance(error, SandboxError) else SandboxError(str(error)))
        session = Session(launch, limits)
        self._opened = [*(other for other in self._opened if not other.closed), session]
        return session

    def close(self) -> None:
        for session in self._opened:
            session.close()
        self._opened.clear()


class Process:
    """One child with the loader in it; see `sandbox.session.Running`."""

    def __init__(self, limits: Limits, cpu: int | None) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="tenfold-bot-"))
        its_stdin, stdin = os.pipe()
        stdout, its_stdout = os.pipe()
        stderr, its_stderr = os.pipe()
        self.channel = Channel(stdin=stdin, stdout=stdout, stderr=stderr, limits=limits)
        try:
            self._child = _spawn(self._folder, its_stdin, its_stdout, its_stderr)
        except OSError:
            self._forget()
            raise
        finally:
            for fd in (its_stdin, its_stdout, its_stderr):
                os.close(fd)
        _limit(self._child.pid, limits, cpu)
        self._cpu_seen_ns = 0
        self._discarded = False

    def alive(self) -> bool:
        return self._child.poll() is None

    def ready(self) -> None:
        """Its pipes were its own from the start."""

    def cpu_ns(self) -> int:
        try:
            self._cpu_seen_ns = max(self._cpu_seen_ns, _process_cpu_ns(self._child.pid))
        except OSError:  # it is over
            return self._cpu_seen_ns
        return self._cpu_seen_ns

    def peak_bytes(self) -> int | None:
        with contextlib.suppress(OSError):  # it is over, or the system has no such file
            status = Path(f"/proc/{self._child.pid}/status").read_text()
            if peak := _PEAK.search(status):
                return int(peak[1]) * 1024
        return None

    def end(self, *, grace_s: float) -> Ending:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(grace_s)
        killed = self.alive()
        self._kill()
        code = self._child.wait()
        if killed:
            return Ending(killed=True)
        if code < 0:
            return Ending(killed=False, signal=-code)
        return Ending(killed=False, exit_code=code)

    def discard(self) -> None:
        if self._discarded:
            return
        self._discarded = True
        self._kill()
        self._child.wait()
        self._forget()

    def _forget(self) -> None:
        self.channel.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _kill(self) -> None:
        """The whole group, so that children of the program go with it."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)


def _spawn(folder: Path, stdin: int, stdout: int, stderr: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-u", "-s", "-B", str(LOADER), str(folder)],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        cwd=folder,
        env=_environment(folder),
        start_new_session=True,
    )


def _environment(folder: Path) -> dict[str, str]:
    return {
        "PATH": os.defpath,
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "LANG": "C.UTF-8",
        "PYTHONUTF8": "1",
        "PYTHONHASHSEED": "0",
    }


def _process_cpu_ns(pid: int) -> int:
    """The CPU clock of another process, which Linux numbers like this (clock_getcpuclockid(3))."""
    if sys.platform != "linux":
        # Elsewhere a process's clock cannot be read this cheaply: wall time is charged instead.
        return time.monotonic_ns()
    return time.clock_gettime_ns((~pid << 3) | 2)


def _limit(pid: int, limits: Limits, cpu: int | None) -> None:
    """Set from outside while the loader waits, so that no code of ours runs between fork and exec."""
    if sys.platform != "linux":
        return
    import resource  # noqa: PLC0415 - not on every platform

    sizes = {
        resource.RLIMIT_DATA: limits.memory_bytes,
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in sizes.items():
        resource.prlimit(pid, kind, (most, most))
    if cpu is not None:
        os.sched_setaffinity(pid, {cpu})
