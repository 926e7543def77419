"""The CPU time of the container engine's own processes."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
# As the kernel cuts names: 15 characters.
NAMES = {"dockerd", "containerd", "containerd-shim"}


def daemon_cpu_ns(proc: Path = PROC) -> int:
    """Of all threads together; zero when the daemon runs elsewhere."""
    return sum(map(_process_ns, _processes(proc)))


def _processes(proc: Path) -> Iterator[Path]:
    for process in proc.glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            if (process / "comm").read_text().strip() in NAMES:
                yield process


def _process_ns(process: Path) -> int:
    with suppress(OSError):  # as above: the shim of a container goes with it
        return sum(map(_thread_ns, (process / "task").iterdir()))
    return 0


def _thread_ns(thread: Path) -> int:
    with suppress(OSError):
        return int((thread / "schedstat").read_text().split()[0])
    return 0
