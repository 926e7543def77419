"""Another engine, measured by a process of its own environment; it is never a dependency of ours."""

import subprocess
from pathlib import Path

SCRIPTS = {
    name: Path(__file__).parent / "peers" / script
    for name, script in {"rlcard": "rlcard_gin_rummy.py", "openspiel": "openspiel_hearts.py"}.items()
}


class PeerMissing(Exception):
    """The peer cannot be measured here; the message says what to do."""


class Peer:
    """A script that prints the seconds of a step, measured anew, for every line it is sent."""

    def __init__(self, name: str, python: Path, script: Path) -> None:
        self._name = name
        if not python.exists():
            raise PeerMissing(f"{name} is to be run by {python}, which is not there: run `make bench-peers`")
        self._process = subprocess.Popen(
            [python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def sample(self) -> float:
        """Seconds a step."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write("\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the missing answer tells the same
        line = self._process.stdout.readline()
        if not line:
            raise PeerMissing(f"{self._name} ended with {self._process.wait()}: run `make bench-peers`")
        return float(line)

    def close(self) -> None:
        with self._process:
            self._process.kill()
