"""System calls by name, for those that Python has no function for."""

import ctypes
import os

LIBRARY = ctypes.CDLL(None, use_errno=True)
LIBRARY.mmap.restype = ctypes.c_void_p
LIBRARY.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]

# Of those that the C library has no function for either: the number on x86-64, and on 64-bit ARM.
NUMBERS = {
    "add_key": (248, 217), "bpf": (321, 280), "cachestat": (451, 451), "capset": (126, 91), "clone": (56, 220),
    "clone3": (435, 435), "futex": (202, 98), "futex_wait": (455, 455), "io_setup": (206, 0),
    "io_uring_setup": (425, 425), "ioprio_set": (251, 30), "kcmp": (312, 272), "keyctl": (250, 219),
    "kexec_load": (246, 104), "landlock_create_ruleset": (444, 444), "membarrier": (324, 283),
    "memfd_secret": (447, 447), "move_pages": (279, 239), "open_tree": (428, 428), "perf_event_open": (298, 241),
    "pidfd_open": (434, 434), "pivot_root": (155, 41), "process_madvise": (440, 440), "ptrace": (101, 117),
    "quotactl": (179, 60), "request_key": (249, 218), "rt_sigqueueinfo": (129, 138), "sched_setattr": (314, 274),
    "seccomp": (317, 277), "tkill": (200, 130), "timer_create": (222, 107), "userfaultfd": (323, 282),
}  # fmt: skip


def checked(result):
    if result in (-1, (1 << 64) - 1):  # the latter as an address
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def call(name, *args):
    """A system call; raises OSError."""
    if name in NUMBERS:
        return checked(LIBRARY.syscall(NUMBERS[name][os.uname().machine == "aarch64"], *args))
    return checked(getattr(LIBRARY, name)(*args))


def trying(name, *args):
    """The same, to be made later."""
    return lambda: call(name, *args)


def mapped(path, *, size=4096, flags=1):
    """The address of a file's first bytes, shared with whoever else maps them."""
    fd = os.open(path, os.O_RDONLY)
    try:
        return checked(LIBRARY.mmap(None, size, 1, flags, fd, 0))
    finally:
        os.close(fd)
