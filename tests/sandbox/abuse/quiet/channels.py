"""Ways to send a bit to a bot in another container: what the sender does, and what the receiver looks at.

"send …" leaves its effect in place; "read …" must come to the same before and after.
"""

import ctypes
import os
import socket
import sys
import threading
import time

from kernel import LIBRARY, call, mapped

KEPT = []
WAIT, WAKE, SECONDS = 0, 1, 2
PAGE = mapped(sys.executable)


def kept(made):
    KEPT.append(made)


def content(path):
    with open(path) as file:
        return file.read(2_000)


def sleepers():
    for _ in range(8):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()


class Span(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long)]


def waits_on_the_image():
    """Sleeps until somebody wakes whoever sleeps on this page of a file that all containers have."""
    value = ctypes.c_uint32.from_address(PAGE).value
    began = time.monotonic()
    call("futex", ctypes.c_void_p(PAGE), WAIT, value, ctypes.byref(Span(SECONDS, 0)), None, 0)
    return time.monotonic() - began


def wakes_on_the_image():
    return call("futex", ctypes.c_void_p(PAGE), WAKE, 10, None, None, 0)


def full_pipes():
    for _ in range(12):
        read, write = os.pipe()
        os.set_blocking(write, False)
        os.write(write, bytes(1 << 16))
        kept((read, write))


def room_of_a_pipe():
    read, write = os.pipe()
    os.set_blocking(write, False)
    room = os.write(write, bytes(1 << 20))
    os.close(read)
    os.close(write)
    return room


def used(path):
    """Reads a file that no Python has open, and its folder."""
    os.listdir(os.path.dirname(path))
    return len(content(path))


def last_used(path):
    return [os.stat(name).st_atime_ns for name in (path, os.path.dirname(path), "/proc", "/dev/null", "/io")]


def queued():
    return [line for line in content("/proc/self/status").splitlines() if line.startswith("SigQ")]


QUIET_FILE = os.path.join(os.path.dirname(os.__file__), "this.py")
COUNTS = "/proc/sys/fs/file-nr"

TRIES = {
    "send open files": lambda: kept([open("/dev/null") for _ in range(12)]),
    "read open files": lambda: content(COUNTS),
    "send threads": sleepers,
    "read threads": lambda: call("sysinfo", ctypes.create_string_buffer(128)),
    "send terminals": lambda: kept(os.open("/dev/ptmx", os.O_RDWR)),
    "read terminals": lambda: content("/proc/sys/kernel/pty/nr"),
    "send event numbers": lambda: kept([os.eventfd(0) for _ in range(4)]),
    "read event numbers": lambda: content(f"/proc/self/fdinfo/{os.eventfd(0)}"),
    "send sockets": lambda: kept([socket.socketpair() for _ in range(4)]),
    "read sockets": lambda: kept(socket.socketpair()) or KEPT[-1][0].getsockopt(socket.SOL_SOCKET, 57, 8),
    "send sockets of a network": lambda: kept([socket.socketpair() for _ in range(4)]),
    "read sockets of a network": lambda: content("/proc/net/unix").count("\n"),
    "send pipes": full_pipes,
    "read pipes": room_of_a_pipe,
    "send use of a file": lambda: used(QUIET_FILE),
    "read use of a file": lambda: last_used(QUIET_FILE),
    "send signals": lambda: call("rt_sigqueueinfo", 1, 34, ctypes.create_string_buffer(128)),
    "read signals": queued,
    "send load": lambda: sum(range(3_000_000)),
    "read load": lambda: [content(path) for path in ("/proc/loadavg", "/proc/stat", "/proc/schedstat")],
    "send memory": lambda: kept(bytearray(os.urandom(1) * (24 << 20))),
    "read memory": lambda: [content(path) for path in ("/proc/meminfo", "/proc/vmstat", "/proc/zoneinfo")],
    "send files": lambda: content("/proc/self/status") and kept(open("/tmp/R12", "w")),
    "read files": lambda: [sorted(os.listdir(path)) for path in ("/tmp", "/io", "/dev", "/dev/mqueue")],
    "wait on the image": waits_on_the_image,
    "wake on the image": wakes_on_the_image,
}
