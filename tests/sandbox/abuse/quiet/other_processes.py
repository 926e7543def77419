"""Reaches for processes, its own first, then all others, and its limits."""

import ctypes
import os
import resource
import signal

from kernel import trying


TRIES = {
    "kill all": lambda: os.kill(-1, signal.SIGKILL),
    "kill its group": lambda: os.kill(0, signal.SIGKILL),
    "stop itself": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "tkill": trying("tkill", 1, 9),
    "queue a signal": trying("rt_sigqueueinfo", 1, 9, ctypes.create_string_buffer(128)),
    "ptrace": trying("ptrace", 0, 0, None, None),
    "read memory": trying("process_vm_readv", 1, None, 0, None, 0, 0),
    "more descriptors": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096)),
    "larger files": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 40, 1 << 40)),
    "a subreaper": trying("prctl", 36, 1, 0, 0, 0),
    "a session": os.setsid,
    "die with its parent": trying("prctl", 1, 0, 0, 0, 0),
    "reboot": trying("reboot", 0xFEE1DEAD, 672274793, 0x01234567, None),
}
