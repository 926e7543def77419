"""A container's stdin, stdout and stderr by way of the engine, for engines that our named pipes do not reach.

Each line then crosses the engine's daemon, which takes about ten times as long and the daemon's CPU besides.
"""

import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

import docker

from sandbox.channel import Channel
from sandbox.limits import Limits

CHUNK = 65_536
HEADER = 8  # which stream, three zeros, how many bytes
ENDS = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}


class Attached:
    """As `sandbox.pipes.Pipes`: pipes of our own, and threads between them and the engine's connection."""

    def __init__(self, client: docker.APIClient, identity: str, limits: Limits) -> None:
        """Attach to a container that is not started yet."""
        self._stream = client.attach_socket(identity, params=ENDS)
        self._socket: socket.socket = self._stream._sock  # noqa: SLF001 - the client has no other way
        self._socket.settimeout(None)
        its_stdin, stdin = os.pipe()
        stdout, its_stdout = os.pipe()
        stderr, its_stderr = os.pipe()
        self.channel = Channel(stdin=stdin, stdout=stdout, stderr=stderr, limits=limits)
        _in_background(lambda: self._send(its_stdin))
        _in_background(lambda: self._receive({1: its_stdout, 2: its_stderr}))

    def alone(self) -> None:
        """The container's ends are its own from the start."""

    def close(self) -> None:
        self.channel.close()  # which ends both threads
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def _send(self, its_stdin: int) -> None:
        with suppress(OSError):
            while data := os.read(its_stdin, CHUNK):
                self._socket.sendall(data)
        os.close(its_stdin)

    def _receive(self, streams: dict[int, int]) -> None:
        with suppress(OSError, EOFError):
            while True:
                header = self._exactly(HEADER)
                left = int.from_bytes(header[4:], "big")
                while left:
                    data = self._exactly(min(left, CHUNK))
                    left -= len(data)
                    _write(streams[header[0]], data)
        for stream in streams.values():
            os.close(stream)
        self._socket.close()
        self._stream.close()  # only then does the socket truly close

    def _exactly(self, size: int) -> bytes:
        parts = []
        while size:
            part = self._socket.recv(size)
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


def _write(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]


def _in_background(do: Callable[[], None]) -> None:
    threading.Thread(target=do, name="sandbox-attached", daemon=True).start()
