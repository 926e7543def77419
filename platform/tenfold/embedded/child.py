"""One process of ours: started in a session of its own, stopped whole, found again after a crash."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil


class EmbeddedError(Exception):
    """A server or service could not do its work; the message says why and what to do."""


def dies_with_parent(stop_signal: signal.Signals, *further: str) -> list[str]:
    """Give the command prefix under which the kernel sends `stop_signal` when the parent dies.

    It covers a `kill -9` of the parent. Where `setpriv` is missing (macOS) the prefix is empty, and
    such orphans are stopped at the next start instead (`Child.stop_leftover`).
    """
    setpriv = shutil.which("setpriv") if sys.platform == "linux" else None
    if setpriv is None:
        return []
    return [setpriv, f"--pdeathsig={stop_signal.name.removeprefix('SIG')}", *further, "--"]


@dataclass
class Child:
    """A named process with its log and its record under `home`."""

    name: str
    home: Path
    stop_signal: signal.Signals = signal.SIGTERM
    grace_s: float = 10.0
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False, repr=False)

    @property
    def log(self) -> Path:
        return self.home / "logs" / f"{self.name}.log"

    @property
    def record(self) -> Path:
        return self.home / "run" / f"{self.name}.pid"

    @property
    def status(self) -> int | None:
        """The exit status, or None while it runs."""
        assert self._process is not None, f"{self.name} was never started"
        return self._process.poll()

    def start(self, command: Sequence[str | Path], *, env: Mapping[str, str] | None = None) -> None:
        """Start the command; its output goes to `log`.

        A session of its own keeps the terminal's Ctrl-C from it, so that we decide the order of stopping.
        """
        for folder in (self.log.parent, self.record.parent):
            folder.mkdir(parents=True, exist_ok=True)
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                list(map(str, command)),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=dict(env) if env is not None else None,
                start_new_session=True,
            )
        pid = self._process.pid
        self.record.write_text(f"{pid} {psutil.Process(pid).create_time()}\n")

    def stop(self) -> None:
        """Stop it and all it started: first kindly, after `grace_s` by force."""
        if self._process is not None:
            _stop_tree(self._process.pid, self.stop_signal, self.grace_s)
            self._process.wait()
            self._process = None
            self.record.unlink(missing_ok=True)

    def stop_leftover(self) -> bool:
        """Stop what an earlier, killed parent left running under this record; tell whether there was one."""
        try:
            pid, created = self.record.read_text().split()
            # A process id is used again sooner or later; with its time of birth it names one process.
            ours = bool(psutil.Process(int(pid)).create_time() == float(created))
        except (FileNotFoundError, ValueError, psutil.NoSuchProcess):
            ours = False
        if ours:
            _stop_tree(int(pid), self.stop_signal, self.grace_s)
        self.record.unlink(missing_ok=True)
        return ours

    def last_words(self, lines: int = 8) -> str:
        """The end of the log, for a sentence about why it died."""
        try:
            text = self.log.read_text(errors="replace")
        except FileNotFoundError:
            return ""
        return "\n".join(text.splitlines()[-lines:])


def _stop_tree(pid: int, stop_signal: signal.Signals, grace_s: float) -> None:
    """Ask the process to end; afterwards nothing it started may be left, so those are killed."""
    try:
        root = psutil.Process(pid)
        tree = [root, *root.children(recursive=True)]
    except psutil.NoSuchProcess:
        return
    try:
        os.kill(pid, stop_signal)
    except ProcessLookupError:
        return
    try:
        root.wait(timeout=grace_s)
    except psutil.TimeoutExpired:
        tree = [root, *root.children(recursive=True)]
    for process in tree:
        try:
            process.kill()  # checks the time of birth, so a reused id is left alone
        except psutil.NoSuchProcess:
            continue
    psutil.wait_procs(tree, timeout=grace_s)
