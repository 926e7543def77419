"""Connects outside; only if no interface but the loopback is there."""

import os
import socket

import peer


PLACES = (("192.0.2.1", 80), ("127.0.0.1", 2375), ("127.0.0.1", 6379))


def misbehave(ask):
    interfaces = os.listdir("/sys/class/net")
    peer.note("interfaces", interfaces, "engine's socket", os.path.exists("/var/run/docker.sock"))
    for host, port in PLACES if interfaces == ["lo"] else ():
        try:
            socket.create_connection((host, port), timeout=0.3)
            peer.note(host, port, "CONNECTED")
        except OSError as error:
            peer.note(host, port, error)


peer.play(misbehave)
