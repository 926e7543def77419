"""The engine's ends of a container's named pipes."""

import os
import stat
from pathlib import Path

from sandbox.channel import Channel
from sandbox.limits import Limits


class Pipes:
    """Opens the pipes before the container has; `alone` once it has opened them too.

    Opening a pipe that nobody holds fails or reads as ended, so we hold the container's ends as well, until
    its first byte shows that it holds them. Dropping ours then makes a hang-up mean something.
    """

    def __init__(self, folder: Path, limits: Limits) -> None:
        opened: list[int] = []
        try:
            # Open for both, `in` has a reader, ours, and can be opened for writing.
            for name, mode in (
                ("in", os.O_RDWR),
                ("in", os.O_WRONLY),
                ("out", os.O_RDONLY),
                ("err", os.O_RDONLY),
                ("out", os.O_WRONLY),
                ("err", os.O_WRONLY),
            ):
                opened.append(_open(folder / name, mode))
        except OSError:
            for fd in opened:
                os.close(fd)
            raise
        reader, stdin, stdout, stderr, *writers = opened
        self._extra = [reader, *writers]
        self.channel = Channel(stdin=stdin, stdout=stdout, stderr=stderr, limits=limits)

    def alone(self) -> None:
        for fd in self._extra:
            os.close(fd)
        self._extra = []

    def close(self) -> None:
        self.alone()
        self.channel.close()


def _open(path: Path, mode: int) -> int:
    fd = os.open(path, mode | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    if not stat.S_ISFIFO(os.fstat(fd).st_mode):
        os.close(fd)
        msg = f"{path} is no named pipe"
        raise OSError(msg)
    return fd
