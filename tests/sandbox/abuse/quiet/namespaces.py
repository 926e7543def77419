"""Makes a place for itself where it would be root."""

import ctypes
import os

from kernel import trying

NEW_USER, NEW_NET, NEW_PID, THREAD = 0x10000000, 0x40000000, 0x20000000, 0x10000

TRIES = {
    "unshare a user": trying("unshare", NEW_USER),
    "unshare a network": trying("unshare", NEW_NET),
    "setns": lambda: trying("setns", os.open("/proc/self/ns/net", os.O_RDONLY), 0)(),
    "clone a user": trying("clone", NEW_USER | 17, None, None, None, None),
    "clone a thread of another user": trying("clone", NEW_USER | THREAD | 0x900, None, None, None, None),
    "fork": trying("clone", 17, None, None, None, None),
    "clone3": trying("clone3", ctypes.create_string_buffer(88), 88),
    "mount": trying("mount", b"none", b"/tmp", b"tmpfs", 0, None),
    "unmount": trying("umount2", b"/proc", 2),
    "open_tree": trying("open_tree", -100, b"/", 1),
    "chroot": lambda: os.chroot("/tmp"),
    "pivot_root": trying("pivot_root", b"/tmp", b"/tmp"),
    "capabilities": trying("capset", ctypes.create_string_buffer(8), ctypes.create_string_buffer(24)),
    "host name": trying("sethostname", b"x", 1),
}
