"""What a pair of sockets is good for beside talking to itself."""

import array
import socket

ONE, OTHER = socket.socketpair()
PASSED = []


def in_flight():
    """Hides descriptors in a queue, where they do not count as open; as many as it can."""
    while True:
        PASSED.append(ONE.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0] * 50))]))
        assert len(PASSED) < 50, "descriptors in flight are not counted"


TRIES = {
    "cookie": lambda: ONE.getsockopt(socket.SOL_SOCKET, 57, 8),
    "memory": lambda: ONE.getsockopt(socket.SOL_SOCKET, 55, 36),
    "larger buffers": lambda: ONE.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 28),
    "out of band": lambda: ONE.send(b"x", socket.MSG_OOB),
    "out of band, as a message": lambda: ONE.sendmsg([b"x"], [], socket.MSG_OOB),
    "descriptors in flight": in_flight,
    "another family": lambda: socket.socketpair(socket.AF_INET),
    "listening": lambda: ONE.listen(),
    "a stranger's end": lambda: ONE.accept(),
}
