"""Opens what /proc holds of its own process: some of it tells which pages other containers use too, some of it
decides who goes first when the machine is short of memory.
"""

import os
import threading
import time

SLEEPER = threading.Thread(target=time.sleep, args=(3600,), daemon=True)
SLEEPER.start()
READ = (
    "smaps", "smaps_rollup", "pagemap", "numa_maps", "maps", "mem", "environ", "status", "stat", "mountinfo",
    "cgroup", "fdinfo/0", "task/1/smaps", "net/unix", "net/softnet_stat", "net/sockstat", "schedstat", "io",
)  # fmt: skip
WRITTEN = ("oom_score_adj", "oom_adj", "comm", "clear_refs", "mem", "coredump_filter")


def opening(path, flags):
    return lambda: os.open(path, flags)


TRIES = (
    {f"reading {name}": opening(f"/proc/self/{name}", os.O_RDONLY) for name in READ}
    | {f"writing {name}": opening(f"/proc/self/{name}", os.O_WRONLY) for name in WRITTEN}
    | {f"a thread's {name}": opening(f"/proc/{SLEEPER.native_id}/{name}", os.O_RDONLY) for name in READ[:4]}
    | {"a thread's oom_score_adj": opening(f"/proc/{SLEEPER.native_id}/oom_score_adj", os.O_WRONLY)}
)
