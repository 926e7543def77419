"""Sets the clocks by which it is measured."""

import ctypes
import time

from kernel import trying

NOW = ctypes.create_string_buffer(256)

TRIES = {
    "clock_settime": lambda: time.clock_settime(time.CLOCK_REALTIME, 0),
    "settimeofday": trying("settimeofday", NOW, None),
    "adjtimex": trying("adjtimex", NOW),
    "clock_adjtime": trying("clock_adjtime", 0, NOW),
    "CPU time of another": lambda: time.clock_gettime((~4711 << 3) | 2),
}
