"""Opens its own pipes the wrong way round, by each name that they have."""

import os

TRIES = {
    "stdin for writing": lambda: os.open("/proc/self/fd/0", os.O_WRONLY | os.O_NONBLOCK),
    "stdin for both": lambda: os.open("/io/in", os.O_RDWR | os.O_NONBLOCK),
    "stdout for reading": lambda: os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK),
    "stdout for both": lambda: os.open("/io/out", os.O_RDWR | os.O_NONBLOCK),
    "stderr for reading": lambda: os.open("/dev/stderr", os.O_RDONLY | os.O_NONBLOCK),
    "an engine's pipe": lambda: os.open("/io/../io/in", os.O_WRONLY | os.O_NONBLOCK),
    "removal": lambda: os.unlink("/io/err"),
    "another in its place": lambda: os.rename("/io/out", "/io/in"),
}
