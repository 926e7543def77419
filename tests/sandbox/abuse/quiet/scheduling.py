"""Takes more of the processor than its share, or another one."""

import ctypes
import os

from kernel import call, trying

TRIES = {
    "another core": lambda: os.sched_setaffinity(0, {1}),
    "realtime": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
    "batch": lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
    "nice": lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
    "nicer": lambda: os.setpriority(os.PRIO_PROCESS, 0, 5),
    "sched_setattr": lambda: call("sched_setattr", 0, ctypes.create_string_buffer(56), 0),
    "ioprio": trying("ioprio_set", 1, 0, (1 << 13) | 0),
    "membarrier for all": trying("membarrier", 1, 0, 0),
    "membarrier": trying("membarrier", 2, 0, 0),
    "a timer of the kernel": trying("timer_create", 0, None, ctypes.create_string_buffer(8)),
    "timer slack": trying("prctl", 29, 1, 0, 0, 0),
}
