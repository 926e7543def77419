"""Connects outside, to addresses where nobody is or should be."""

import os
import socket

import peer


PLACES = (("192.0.2.1", 80), ("127.0.0.1", 2375), ("127.0.0.1", 6379))


def misbehave(ask):
    peer.note("engine's socket", os.path.exists("/var/run/docker.sock"))
    for host, port in PLACES:
        try:
            socket.create_connection((host, port), timeout=0.3)
            peer.note(host, port, "CONNECTED")
        except OSError as error:
            peer.note(host, port, error)


peer.play(misbehave)
