"""The processes of a small Tenfold: web, worker, beat."""

import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from tenfold.embedded.child import Child, dies_with_parent


@dataclass(frozen=True)
class Service:
    child: Child
    command: list[str | Path]


def services(root: Path, home: Path, port: int) -> list[Service]:
    """Describe the services in the order of starting; they stop in the reverse."""
    source = root / "platform"
    python = [sys.executable, "-m"]
    # Quiet: its banner ends it where the disk is full, which what it logs does not.
    celery = [*python, "celery", "--quiet", f"--workdir={source}", "-A", "tenfold"]
    granian = [
        *python, "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port),
        "--workers", "1", "--blocking-threads", "8", f"--working-dir={source}", "tenfold.wsgi:application",
    ]  # fmt: skip
    worker = [sys.executable, str(root / "manage.py"), "work"]
    beat = [*celery, "beat", "--pidfile="]  # none: the folder's lock keeps a second one out
    return [
        _service("web", home, signal.SIGTERM, granian),
        _service("worker", home, signal.SIGTERM, worker),
        _service("beat", home, signal.SIGTERM, beat),
    ]


def _service(name: str, home: Path, stop_signal: signal.Signals, command: list[str]) -> Service:
    child = Child(name, home, stop_signal=stop_signal)
    return Service(child, [*dies_with_parent(stop_signal), *command])
