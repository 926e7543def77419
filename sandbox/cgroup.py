"""What the kernel counts for a container: CPU, memory, refused processes; control groups version 1 and 2.

Read while the container lives: its group goes with its last process.
"""

import contextlib
from dataclasses import dataclass
from pathlib import Path

from sandbox.verdict import SandboxError

ROOT = Path("/sys/fs/cgroup")


@dataclass(frozen=True, slots=True)
class Cgroup:
    """The files to read for one process's group."""

    cpu: Path  # v1: nanoseconds; v2: lines of which `usage_usec` counts
    memory_peak: Path
    pids_events: Path

    @classmethod
    def of(cls, pid: int, *, proc: Path = Path("/proc"), root: Path = ROOT) -> "Cgroup":
        """The group of a process of this host.

        Raises SandboxError when the host's process table or control groups are not ours to see.
        """
        try:
            lines = (proc / str(pid) / "cgroup").read_text().splitlines()
            found = cls._from_lines(lines, root)
            found.cpu_ns()
        except OSError as error:
            msg = (
                f"cannot read the CPU time of process {pid}: {error}. A worker inside a container needs"
                " the host's process table and control groups (docker run --pid=host --cgroupns=host)."
            )
            raise SandboxError(msg) from None
        return found

    @classmethod
    def _from_lines(cls, lines: list[str], root: Path) -> "Cgroup":
        paths: dict[str, str] = {}
        for line in lines:
            _, controllers, path = line.split(":", 2)
            paths |= dict.fromkeys(controllers.split(","), path.lstrip("/"))
        if "cpuacct" in paths:
            return cls(
                cpu=root / "cpuacct" / paths["cpuacct"] / "cpuacct.usage",
                memory_peak=root / "memory" / paths.get("memory", "") / "memory.max_usage_in_bytes",
                pids_events=root / "pids" / paths.get("pids", "") / "pids.events",
            )
        group = root / paths[""]
        return cls(
            cpu=group / "cpu.stat", memory_peak=group / "memory.peak", pids_events=group / "pids.events"
        )

    def cpu_ns(self) -> int:
        """CPU time of everything in the group. Raises OSError when the group is gone."""
        text = self.cpu.read_text()
        if not text.startswith("usage_usec"):
            return int(text)
        return int(text.split(maxsplit=2)[1]) * 1000

    def peak_bytes(self) -> int | None:
        """The most memory it held at once; None when the kernel does not say."""
        with contextlib.suppress(OSError, ValueError):
            return int(self.memory_peak.read_text())
        return None

    def refused_pids(self) -> int | None:
        """How often a process or thread more than allowed was refused."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            return int(self.pids_events.read_text().split()[1])
        return None
