"""Deletes, replaces, opens the wrong way and resizes its pipes, and writes to the loader."""

import fcntl
import os

import peer


TRIES = {
    "unlink": lambda: os.unlink("/io/in"),
    "rename": lambda: os.rename("/io/out", "/io/x"),
    "mkfifo": lambda: os.mkfifo("/io/evil"),
    "symlink": lambda: os.symlink("/etc", "/io/s"),
    "chmod": lambda: os.chmod("/io/in", 0o777),
    "in for writing": lambda: os.open("/io/in", os.O_WRONLY | os.O_NONBLOCK),
    "out for reading": lambda: os.open("/io/out", os.O_RDONLY | os.O_NONBLOCK),
    "pipe size": lambda: fcntl.fcntl(1, 1031, 1 << 20),
    "loader": lambda: open("/opt/tenfold/loader.py", "a"),
}


def misbehave(ask):
    for name, attempt in TRIES.items():
        try:
            peer.note(name, "DONE", attempt())
        except OSError as error:
            peer.note(name, error)


peer.play(misbehave)
