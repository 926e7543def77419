"""Who started a container: the process, so that another can tell whether it still lives."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Owner:
    """A process of some machine. The start time tells it from a later process with its number."""

    place: str  # host name and process table: a container has its own of both
    pid: int
    started: int  # clock ticks since the machine booted

    @classmethod
    def me(cls) -> "Owner":
        pid = os.getpid()
        return cls(place=_place(), pid=pid, started=_started(pid) or 0)

    @classmethod
    def parse(cls, text: str) -> "Owner":
        """What `str` made. Raises ValueError."""
        place, pid, started = text.rsplit("|", 2)
        return cls(place=place, pid=int(pid), started=int(started))

    def __str__(self) -> str:
        return f"{self.place}|{self.pid}|{self.started}"

    def gone(self) -> bool:
        """It surely is over. Of a process elsewhere nobody here can say so: its deadline decides."""
        return self.place == _place() and _started(self.pid) != self.started


def _place() -> str:
    return f"{socket.gethostname()}|{(PROC / 'self/ns/pid').readlink()}"


def _started(pid: int) -> int | None:
    try:
        stat = (PROC / str(pid) / "stat").read_text()
    except OSError:
        return None
    # The second field is the program's name, in parentheses, and may hold anything.
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else int(fields[19])
