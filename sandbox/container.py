"""The whole description of a bot's container. Fixed: no field of it comes from a user."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import docker
from docker.types import LogConfig, Mount, Ulimit

from sandbox.limits import Limits

SECCOMP = Path(__file__).parent / "image" / "seccomp.json"
PIPES_INSIDE = "/io"
SCRATCH_INSIDE = "/tmp"  # noqa: S108 - a path inside the container
PROGRAM_INSIDE = f"{SCRATCH_INSIDE}/bot"

# Docker's own list, and what tells a bot of the load that another bot makes, of locks, or of the machine.
MASKED = (
    "/proc/acpi", "/proc/asound", "/proc/buddyinfo", "/proc/cmdline", "/proc/diskstats",
    "/proc/interrupts", "/proc/kallsyms", "/proc/kcore", "/proc/keys", "/proc/key-users",
    "/proc/latency_stats", "/proc/loadavg", "/proc/locks", "/proc/meminfo", "/proc/modules",
    "/proc/pagetypeinfo", "/proc/pressure", "/proc/sched_debug", "/proc/schedstat", "/proc/scsi",
    "/proc/slabinfo", "/proc/softirqs", "/proc/stat", "/proc/swaps", "/proc/timer_list",
    "/proc/timer_stats", "/proc/uptime", "/proc/version", "/proc/vmstat", "/proc/zoneinfo",
    "/sys/class/dmi", "/sys/devices/virtual/powercap", "/sys/devices/virtual/dmi", "/sys/firmware",
    "/sys/fs/cgroup", "/sys/kernel",
    # Shared by containers that borrow one network after the other: when it was read would tell the next.
    "/etc/hosts", "/etc/hostname", "/etc/resolv.conf",
)  # fmt: skip
READ_ONLY = ("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger")


@dataclass(frozen=True, slots=True)
class Spec:
    """What differs between two containers."""

    image: str
    pipes: Path
    uid: int
    limits: Limits
    cpu: int | None
    labels: Mapping[str, str]
    runtime: str | None
    network_of: str | None = None  # a container whose empty network namespace it joins; None: one of its own

    def create(self, client: docker.APIClient) -> str:
        """Make the container, not started; its id."""
        made = client.create_container(
            image=self.image,
            command=[PROGRAM_INSIDE, PIPES_INSIDE],
            hostname=None if self.network_of else "bot",  # that comes with the namespace
            user=f"{self.uid}:{self.uid}",
            labels=dict(self.labels),
            host_config=self._host_config(client),
        )
        return str(made["Id"])

    def _host_config(self, client: docker.APIClient) -> Any:  # noqa: ANN401 - the client's own dictionary
        limits = self.limits
        config = client.create_host_config(
            network_mode=f"container:{self.network_of}" if self.network_of else "none",
            ipc_mode="none",
            read_only=True,
            tmpfs={SCRATCH_INSIDE: f"rw,noexec,nosuid,nodev,size={limits.scratch_bytes},nr_inodes=1k"},
            mounts=[Mount(PIPES_INSIDE, str(self.pipes), type="bind", read_only=True)],
            cap_drop=["ALL"],
            security_opt=["no-new-privileges:true", f"seccomp={SECCOMP_PROFILE}"],
            mem_limit=limits.memory_bytes,
            memswap_limit=limits.memory_bytes,  # memory and swap together: so no swap
            pids_limit=limits.pids,
            # A core of its own, and no CPU quota: a quota stops the bot for up to 50 ms at a time.
            cpuset_cpus=None if self.cpu is None else str(self.cpu),
            oom_score_adj=1000,
            ulimits=self._ulimits(),
            # Docker would read all that the bot prints; the pipes bring it to us.
            log_config=LogConfig(type="none"),
            runtime=self.runtime,
        )
        config["MaskedPaths"] = list(MASKED)
        config["ReadonlyPaths"] = list(READ_ONLY)
        return config

    def _ulimits(self) -> list[Ulimit]:
        most = {
            "nofile": self.limits.open_files,
            "fsize": self.limits.file_bytes,
            "core": 0,
            "msgqueue": 0,
            "memlock": 0,
        }
        return [Ulimit(name=name, soft=value, hard=value) for name, value in most.items()]


# As one line, and read once: Docker wants the profile itself, not a path.
SECCOMP_PROFILE = json.dumps(json.loads(SECCOMP.read_text()))
