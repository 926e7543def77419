"""Drops, loads or looks at pages of the image, which all containers share, to send bits by what is cached."""

import ctypes
import os
import sys

from kernel import call, mapped, trying

IMAGE = os.open(sys.executable, os.O_RDONLY)
PAGE = ctypes.c_void_p(mapped(sys.executable))
SIZE = ctypes.c_size_t(4096)

TRIES = {
    "drop by posix_fadvise": lambda: os.posix_fadvise(IMAGE, 0, 0, os.POSIX_FADV_DONTNEED),
    "load by posix_fadvise": lambda: os.posix_fadvise(IMAGE, 0, 0, os.POSIX_FADV_WILLNEED),
    "readahead": trying("readahead", IMAGE, ctypes.c_long(0), SIZE),
    "mincore": lambda: call("mincore", PAGE, SIZE, ctypes.create_string_buffer(1)),
    "cachestat": lambda: call("cachestat", IMAGE, ctypes.create_string_buffer(16), ctypes.create_string_buffer(40), 0),
    "sync_file_range": trying("sync_file_range", IMAGE, ctypes.c_long(0), ctypes.c_long(0), 4),
    "MADV_COLD": trying("madvise", PAGE, SIZE, 20),
    "MADV_PAGEOUT": trying("madvise", PAGE, SIZE, 21),
    "MADV_MERGEABLE": trying("madvise", PAGE, SIZE, 12),
    "process_madvise": trying("process_madvise", 0, None, 0, 21, 0),
    "move_pages": trying("move_pages", 0, 1, ctypes.byref(PAGE), None, ctypes.create_string_buffer(4), 0),
    "MPOL_MF_STRICT": trying("syscall", 237 if os.uname().machine != "aarch64" else 235, PAGE, SIZE, 0, None, 0, 1),
    "mlock": trying("mlock", PAGE, SIZE),
    "O_DIRECT": lambda: os.open(sys.executable, os.O_RDONLY | os.O_DIRECT),
}
