"""Asks for every kind of socket."""

import socket

import peer


KINDS = {
    "unix": (1, 1), "inet": (2, 1), "inet6": (10, 1), "raw": (2, 3, 1), "icmp": (2, 2, 1), "packet": (17, 3),
    "netlink": (16, 3), "alg": (38, 5), "vsock": (40, 1), "bluetooth": (31, 3), "can": (29, 3),
}  # fmt: skip


def misbehave(ask):
    for name, kind in KINDS.items():
        try:
            socket.socket(*kind).close()
            peer.note("socket", name, "CREATED")
        except OSError as error:
            peer.note("socket", name, error)


peer.play(misbehave)
