"""The same bots without a sandbox, to measure beside: behind plain pipes, and behind `docker run -i`.

Neither has clocks, caps or verdicts: a line is written, and a line is read, as one would write it in an hour.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence

from sandbox.container import PROGRAM_INSIDE
from sandbox.process import LOADER
from sandbox.program import Program


class Peer:
    """A program behind the pipes of a child process, handed over as in a sandbox."""

    def __init__(
        self, command: Sequence[str], program: Program, env: Mapping[str, str] | None = None
    ) -> None:
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._stdin, self._stdout = self._child.stdin, self._child.stdout
        self._expect(b"ready\n")
        self._stdin.write(program.packed())
        self._stdin.flush()
        self._expect(b"received\n")

    @property
    def pid(self) -> int:
        return self._child.pid

    def ask(self, line: bytes) -> bytes:
        self._stdin.write(line + b"\n")
        self._stdin.flush()
        return self._stdout.readline()

    def close(self) -> None:
        """The end of its input is the end of the loader's program, and of a container with it."""
        self._stdin.close()
        self._stdout.close()
        self._child.wait()

    def _expect(self, line: bytes) -> None:
        came = self._stdout.readline()
        if came != line:
            self._child.kill()
            msg = f"the loader wrote {came!r} where {line!r} was due"
            raise RuntimeError(msg)


@contextlib.contextmanager
def behind_pipes(program: Program, cpu: int | None) -> Iterator[Peer]:
    """A child process of this one."""
    environment = {"PATH": os.defpath, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
    with tempfile.TemporaryDirectory(prefix="tenfold-bench-") as folder:
        command = [sys.executable, "-u", "-s", "-B", str(LOADER), folder]
        with contextlib.closing(Peer(command, program, environment)) as peer:
            if cpu is not None:
                os.sched_setaffinity(peer.pid, {cpu})
            yield peer


def docker_run(program: Program, image: str) -> Peer:
    """A container behind `docker run -i`: client, daemon and shim pass lines on, and the daemon logs them."""
    return Peer(
        ["docker", "run", "--rm", "-i", "--network=none", "--tmpfs=/tmp", image, PROGRAM_INSIDE], program
    )
