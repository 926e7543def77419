"""Makes what the kernel keeps outside of any limit of a bot, or what has often been a way into it."""

import ctypes
import os

from kernel import LIBRARY, checked, mapped, trying

BLANK = ctypes.create_string_buffer(256)


def huge_page():
    return checked(LIBRARY.mmap(None, 2 << 20, 3, 0x40022, -1, 0))


TRIES = {
    "io_uring": trying("io_uring_setup", 8, BLANK),
    "bpf": trying("bpf", 5, BLANK, 128),
    "memfd": lambda: os.memfd_create("x"),
    "secret memory": trying("memfd_secret", 0),
    "aio": trying("io_setup", 1, BLANK),
    "eventfd": lambda: os.eventfd(0),
    "timerfd": trying("timerfd_create", 0, 0),
    "signalfd": trying("signalfd", -1, BLANK, 0),
    "pidfd": trying("pidfd_open", os.getpid(), 0),
    "huge page": huge_page,
    "key": trying("add_key", b"user", b"x", b"y", 1, -3),
    "keyring": trying("keyctl", 0, -3, 0, 0, 0),
    "key from the kernel": trying("request_key", b"user", b"x", None, 0),
    "own filter": trying("seccomp", 1, 0, None),
    "kexec": trying("kexec_load", 0, 0, None, 0),
    "a number there is not": lambda: checked(LIBRARY.syscall(1_000)),
    "a number above all": lambda: checked(LIBRARY.syscall((1 << 30) - 1)),
    "personality": trying("personality", 0x0040000),
}
