"""A demo as a person starts it: a process of its own, in a folder of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class Demo:
    home: Path
    port: int = field(default_factory=free_port)
    settings: dict[str, str] = field(default_factory=lambda: {"SANDBOX": "process"})
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "not started"
        return self._process

    @property
    def said(self) -> Path:
        return self.home.with_suffix(".said")

    def start(self, *, terminal: int | None = None) -> "Demo":
        """Start it; with a `terminal`, as its foreground program."""
        kept = {
            name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "BROKER_URL"}
        }
        self.home.mkdir(exist_ok=True)
        in_front = ["setsid", "--ctty"] if terminal is not None else []
        with self.said.open("wb") as said:
            self._process = subprocess.Popen(
                [*in_front, sys.executable, "-m", "tenfold.demo", "start", "--port", str(self.port)],
                env=kept
                | self.settings
                | {"TENFOLD_HOME": str(self.home), "PYTHONPATH": f"{ROOT}:{ROOT}/platform"},
                stdin=terminal if terminal is not None else subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=terminal is None,
            )
        return self

    def text(self) -> str:
        return self.said.read_text()

    def ready(self) -> "Demo":
        deadline = time.monotonic() + PATIENCE_S
        while "Tenfold is ready" not in self.text():
            assert self.process.poll() is None, self.text()
            assert time.monotonic() < deadline, self.text()
            time.sleep(0.1)
        return self

    def get(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE_S) as response:
            return response.read().decode()

    def started(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(how)
        return self.process.wait(timeout=PATIENCE_S)

    def make_sure_it_is_over(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.end(signal.SIGTERM)


def left(processes: list[psutil.Process], within_s: float = PATIENCE_S) -> list[str]:
    """Those that still run when the time is up."""
    deadline = time.monotonic() + within_s
    while (alive := [process for process in processes if runs(process)]) and time.monotonic() < deadline:
        time.sleep(0.1)
    return [" ".join(process.cmdline()) for process in alive]


def runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
