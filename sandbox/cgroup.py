"""What the kernel counts for a container: CPU, memory, refused processes; control groups version 1 and 2.

Read while the container lives: its group goes with its last process.
"""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from sandbox.verdict import SandboxError

ROOT = Path("/sys/fs/cgroup")


@dataclass(frozen=True, slots=True)
class Files:
    """Where one group's counters lie."""

    cpu: Path  # version 1: nanoseconds; version 2: lines of which `usage_usec` counts
    memory_peak: Path
    pids_events: Path

    @classmethod
    def of(cls, pid: int, *, proc: Path = Path("/proc"), root: Path = ROOT) -> "Files":
        """The group of a process of this host. Raises OSError."""
        paths: dict[str, str] = {}
        for line in (proc / str(pid) / "cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            paths |= dict.fromkeys(controllers.split(","), path.lstrip("/"))
        if "cpuacct" in paths:
            return cls(
                cpu=root / "cpuacct" / paths["cpuacct"] / "cpuacct.usage",
                memory_peak=root / "memory" / paths.get("memory", "") / "memory.max_usage_in_bytes",
                pids_events=root / "pids" / paths.get("pids", "") / "pids.events",
            )
        group = root / paths.get("", "")
        return cls(group / "cpu.stat", group / "memory.peak", group / "pids.events")


class Cgroup:
    """The group of one process of this host.

    Raises SandboxError when the host's process table or control groups are not ours to see.
    """

    def __init__(self, pid: int, *, proc: Path = Path("/proc"), root: Path = ROOT) -> None:
        try:
            self._files = Files.of(pid, proc=proc, root=root)
            # Kept open: the clock is read several times for each line, and opening costs ten readings.
            self._cpu = os.open(self._files.cpu, os.O_RDONLY)
            self._cpu_seen_ns = 0
        except OSError as error:
            msg = (
                f"cannot read the CPU time of process {pid}: {error}. A worker inside a container needs"
                " the host's process table and control groups (docker run --pid=host --cgroupns=host)"
            )
            raise SandboxError(msg) from error

    def close(self) -> None:
        os.close(self._cpu)

    def cpu_ns(self) -> int:
        """CPU time of everything in the group; its last value once the group is gone."""
        try:
            text = os.pread(self._cpu, 128, 0)
            if text.startswith(b"usage_usec"):
                self._cpu_seen_ns = int(text.split(maxsplit=2)[1]) * 1000
            else:
                self._cpu_seen_ns = int(text)
        except (OSError, ValueError):
            return self._cpu_seen_ns
        return self._cpu_seen_ns

    def peak_bytes(self) -> int | None:
        """The most memory it held at once; None when the kernel does not say."""
        with contextlib.suppress(OSError, ValueError):
            return int(self._files.memory_peak.read_text())
        return None

    def refused_pids(self) -> int | None:
        """How often a process or thread more than allowed was refused."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            return int(self._files.pids_events.read_text().split()[1])
        return None
