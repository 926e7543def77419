"""Reads what /proc and /sys tell of the machine and of others."""

import os

import peer


SECRETS = (
    "/proc/keys", "/proc/kallsyms", "/proc/kcore", "/proc/sched_debug", "/proc/timer_list", "/proc/loadavg",
    "/proc/stat", "/proc/meminfo", "/proc/locks", "/proc/uptime", "/proc/cmdline", "/proc/version",
    "/sys/class/dmi/id/product_name", "/sys/firmware/dmi", "/sys/fs/cgroup/memory/memory.limit_in_bytes",
)  # fmt: skip


def misbehave(ask):
    for path in SECRETS:
        try:
            with open(path, errors="replace") as file:
                told = file.read(160)
        except OSError as error:
            peer.note(path, error)
        else:
            peer.note(path, "TOLD " + repr(told) if told else "nothing")
    peer.note("processes", [name for name in os.listdir("/proc") if name.isdigit()])
    peer.note("environment", sorted(os.environ))


peer.play(misbehave)
