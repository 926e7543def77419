"""Locks files that other bots see too, to send them bits."""

import fcntl
import sys

import peer


SHARED = ("/proc/self/ns/user", "/proc/self/ns/time", "/opt/tenfold/loader.py", sys.executable, "/etc/hosts")


def misbehave(ask):
    for path in SHARED:
        try:
            fcntl.flock(open(path), fcntl.LOCK_EX | fcntl.LOCK_NB)
            peer.note(path, "LOCKED")
        except OSError as error:
            peer.note(path, error)


peer.play(misbehave)
