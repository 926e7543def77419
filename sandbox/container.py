"""The whole description of a bot's container. Fixed: no field of it comes from a user."""

import hashlib
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

# All that the kernel tells there of the machine instead of the one process: two bots could send each other
# bits by whatever one of them changes and the other reads, down to the number of open files. The names of all
# kernels that we know of; one that a kernel does not have is passed over.
OF_THE_MACHINE = (
    "acpi", "asound", "bootconfig", "buddyinfo", "bus", "cgroups", "cmdline", "config.gz", "consoles",
    "cpuinfo", "crypto", "devices", "diskstats", "dma", "driver", "dynamic_debug", "execdomains", "fb",
    "filesystems", "fs", "interrupts", "iomem", "ioports", "ipmi", "irq", "kallsyms", "kcore", "key-users",
    "keys", "kmsg", "kpagecgroup", "kpagecount", "kpageflags", "latency_stats", "loadavg", "locks", "mdstat",
    "meminfo", "misc", "modules", "mtrr", "pagetypeinfo", "partitions", "pressure", "sched_debug",
    "schedstat", "scsi", "slabinfo", "softirqs", "spl", "stat", "swaps", "sys", "sysrq-trigger", "sysvipc",
    "timer_list", "timer_stats", "tty", "uptime", "version", "version_signature", "vmallocinfo", "vmstat",
    "zoneinfo",
)  # fmt: skip
MASKED = (
    *(f"/proc/{name}" for name in OF_THE_MACHINE),
    "/sys",
    # Terminals are counted for the whole machine, and queues of messages are a place to leave one.
    "/dev/pts", "/dev/mqueue",
    # Shared by containers that borrow one network after the other: when it was read would tell the next.
    "/etc/hosts", "/etc/hostname", "/etc/resolv.conf",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spec:
    """What differs between two containers."""

    image: str
    pipes: Path | None  # None: it is attached to instead
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
            command=[PROGRAM_INSIDE, PIPES_INSIDE if self.pipes else "-"],
            stdin_open=self.pipes is None,
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
            mounts=[Mount(PIPES_INSIDE, str(self.pipes), type="bind", read_only=True)] if self.pipes else [],
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
        config["ReadonlyPaths"] = []  # what is masked cannot be written to either
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
SECCOMP_SHA256 = hashlib.sha256(SECCOMP_PROFILE.encode()).hexdigest()
