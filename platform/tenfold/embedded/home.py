"""A server's folder under the home: who holds it, its password, its port, and room on the disk."""

import fcntl
import os
import secrets
import shutil
import socket
from pathlib import Path
from typing import IO

from tenfold.embedded.child import EmbeddedError

LEAST_FREE_BYTES = 200_000_000


class FolderLock:
    """Held by one process at a time and let go by the kernel when that process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Take the lock; raises EmbeddedError naming the process that holds it."""
        file = self._path.open("a+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as held:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            file.close()
            raise EmbeddedError(
                f"{self._path.parent} is in use by another Tenfold (process {holder}). "
                "Stop that one first, or set TENFOLD_HOME to another folder."
            ) from held
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        self._file = file

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def make_folder(home: Path) -> None:
    """Make the home, refusing one that cannot be written or has no room left."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        probe = home / ".write-check"
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as error:
        raise EmbeddedError(
            f"The data folder {home} cannot be written ({error.strerror}). "
            "Make it writable, or set TENFOLD_HOME to another folder."
        ) from error
    free = shutil.disk_usage(home).free
    if free < LEAST_FREE_BYTES:
        raise EmbeddedError(
            f"The disk of {home} has {free // 1_000_000} MB left; "
            f"Tenfold needs {LEAST_FREE_BYTES // 1_000_000} MB. "
            "Free some space, or set TENFOLD_HOME to a folder on another disk."
        )


def kept_secret(path: Path) -> str:
    """Read the secret kept at `path`, made at random the first time and readable by its owner alone."""
    if not path.exists() or not path.read_text().strip():
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(24) + "\n")
    return path.read_text().strip()


def kept_port(path: Path) -> int:
    """Give the loopback port used last time if it is free, else a free one, kept for the next time.

    A steady port lets a shell opened beside a running site reach its servers.
    """
    try:
        wanted = int(path.read_text())
    except (FileNotFoundError, ValueError):
        wanted = 0
    port = _free_port(wanted) or _free_port(0)
    assert port is not None, "the kernel always has some free port"
    path.write_text(f"{port}\n")
    return port


def _free_port(wanted: int) -> int | None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            return None
        name: tuple[str, int] = probe.getsockname()
        return name[1]
