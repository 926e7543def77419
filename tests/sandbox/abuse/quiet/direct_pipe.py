"""Moves pages between descriptors, or makes a descriptor read past the cache."""

import ctypes
import fcntl
import os
import sys

from kernel import trying

IMAGE = os.open(sys.executable, os.O_RDONLY)
READ, WRITE = os.pipe()

TRIES = {
    "splice": trying("splice", IMAGE, None, WRITE, None, ctypes.c_size_t(10), 0),
    "tee": trying("tee", READ, 1, ctypes.c_size_t(10), 0),
    "vmsplice": trying("vmsplice", WRITE, ctypes.create_string_buffer(16), ctypes.c_size_t(1), 0),
    "sendfile": lambda: os.sendfile(WRITE, IMAGE, 0, 10),
    "copy_file_range": lambda: os.copy_file_range(IMAGE, os.open("/tmp/copied", os.O_RDWR | os.O_CREAT), 10),
    "O_DIRECT afterwards": lambda: fcntl.fcntl(IMAGE, fcntl.F_SETFL, os.O_DIRECT),
    "pipe size": lambda: fcntl.fcntl(WRITE, 1031, 1 << 20),
    "lease": lambda: fcntl.fcntl(IMAGE, fcntl.F_SETLEASE, fcntl.F_RDLCK),
    "watch of a folder": lambda: fcntl.fcntl(os.open("/", os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS),
    "owner of signals": lambda: fcntl.fcntl(READ, fcntl.F_SETOWN, os.getpid()),
}
