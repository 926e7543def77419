"""Asks how the machine is, which another bot can change by what it does."""

import ctypes
import os

from kernel import call

OWN = ("/proc/1/", "/proc/self/", "/proc/thread-self/", "/proc/net/")


def told(top):
    """The files under a folder that say anything, those of its own process left out."""
    found = []
    for folder, _, names in os.walk(top):
        for path in (os.path.join(folder, name) for name in names):
            if not (path.startswith(OWN) or os.path.islink(path)) and says_something(path):
                found.append(path)
    if found:
        return found
    raise FileNotFoundError(2, "nothing there tells anything")


def says_something(path):
    try:
        with open(path, "rb") as file:
            return bool(file.read(1))
    except OSError:
        return False


def terminals():
    return os.open("/dev/ptmx", os.O_RDWR)


TRIES = {
    "sysinfo": lambda: call("sysinfo", ctypes.create_string_buffer(128)),
    "load": lambda: os.getloadavg(),
    "/proc": lambda: told("/proc"),
    "/sys": lambda: told("/sys"),
    "/dev/pts": lambda: told("/dev/pts"),
    "a terminal": terminals,
    "kernel log": lambda: call("klogctl", 3, ctypes.create_string_buffer(64), 64),
}
