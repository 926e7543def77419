"""An engine that goes away and comes back: a process between us and the real one, which can be killed."""

import os
import subprocess
import sys
import time
from pathlib import Path

from sandbox.engine import DEFAULT

REAL = os.environ.get("DOCKER_HOST", DEFAULT)
# Passes on bytes between whoever connects to the first socket, and the second.
BETWEEN = """
import os, socket, sys, threading

def pass_on(source, target):
    while data := source.recv(65_536):
        target.sendall(data)
    target.shutdown(socket.SHUT_WR)

listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1] + ".new")
listener.listen()
os.rename(sys.argv[1] + ".new", sys.argv[1])  # who sees it is answered
while True:
    ours, _ = listener.accept()
    real = socket.socket(socket.AF_UNIX)
    real.connect(sys.argv[2])
    for ends in ((ours, real), (real, ours)):
        threading.Thread(target=pass_on, args=ends, daemon=True).start()
"""


class Engine:
    """The real engine under an `address` of its own, until it is `cut`."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "engine.sock"
        self._between: subprocess.Popen[bytes] | None = None
        self.restore()

    @property
    def address(self) -> str:
        return f"unix://{self._path}"

    def restore(self) -> None:
        real = REAL.removeprefix("unix://")
        self._between = subprocess.Popen(
            [sys.executable, "-c", BETWEEN, str(self._path), real], stderr=subprocess.DEVNULL
        )
        while not self._path.exists():
            time.sleep(0.01)

    def cut(self) -> None:
        """Nobody answers any more, and whoever was being answered is hung up on."""
        if self._between is None:
            return
        with self._between:
            self._between.kill()
        self._path.unlink()
        self._between = None
