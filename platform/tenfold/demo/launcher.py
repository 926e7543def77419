"""Starts everything in order, waits for a signal, stops everything in reverse."""

import os
import shutil
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from tenfold.demo.bot_image import ensure_bot_image, remove_containers
from tenfold.demo.services import Service, services
from tenfold.embedded import EmbeddedError, postgres, valkey
from tenfold.embedded.child import Child
from tenfold.embedded.home import FolderLock, make_folder

READY_S = 90.0
POLL_S = 0.2


class StopAsked(Exception):
    """A signal asked for the end before the start was through."""


class Launcher:
    """One run of the demo: `run()` returns after a signal, when no process is left."""

    def __init__(self, *, root: Path, home: Path, port: int) -> None:
        self._root = root
        self._home = home
        self._port = port
        source = os.pathsep.join([str(root / "platform"), str(root)])
        self._environment = {**os.environ, "TENFOLD_HOME": str(home), "PYTHONPATH": source}
        self._stop = False
        self._undo = ExitStack()  # what stops each part, run in reverse
        self._services: list[Service] = []
        self._watched: list[Child] = []  # servers and services that run: the end of one is the end of all

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}/"

    def run(self) -> None:
        """Start all, say where the site is, and stay until SIGINT, SIGTERM or SIGHUP.

        Raises EmbeddedError, with everything stopped, when a part cannot start or ends by itself.
        """
        # SIGHUP: the terminal was closed.
        before = {
            name: signal.signal(name, self._asked) for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        }
        try:
            self._start()
            say(f"\n  Tenfold is ready: {self.address}")
            say("  Ctrl-C stops it; the next `make demo` goes on where it stopped.\n")
            self._watch()
        except StopAsked:
            pass
        finally:
            self._stop_all()
            for name, handler in before.items():
                signal.signal(name, handler)

    def _stop_all(self) -> None:
        begun = bool(self._services)  # else this was refused before anything ran
        if begun:
            say("Stopping …")
        self._undo.close()
        if begun:
            say("Stopped; nothing is left running.")

    def _asked(self, _number: int, _frame: FrameType | None) -> None:
        # Only a note: raising here could strand a process between its start and its entry in `_undo`, and two
        # signals at once would wait for each other at a lock, as an event has one.
        self._stop = True

    def _start(self) -> None:
        make_folder(self._home)
        lock = FolderLock(self._home / "demo.lock")
        lock.acquire()
        self._undo.callback(lock.release)
        refuse_busy_port(self._port)
        self._services = services(self._root, self._home, self._port)
        for service in self._services:
            if service.child.stop_leftover():
                say(f"Stopped the {service.child.name} that an earlier run had left behind.")
        self._start_servers()
        say(ensure_bot_image(os.environ, self._run_step, say))
        self._undo.callback(remove_containers)
        self._manage("Preparing the database", "migrate", "--no-input")
        self._manage("Entering the house bots, each through a trial match", "seed_demo")
        for service in self._services:
            self._undo.callback(service.child.stop)
            service.child.start(service.command, env=self._environment)
            self._watched.append(service.child)
        self._wait_until_ready()

    def _start_servers(self) -> None:
        for variable, make in (("DATABASE_URL", postgres.Server), ("BROKER_URL", valkey.Server)):
            if variable in os.environ:
                say(f"Using the server that {variable} names.")
                continue
            say(f"Starting {make.__module__.rpartition('.')[2]} in {self._home} …")
            server = make(self._home)
            self._undo.callback(server.stop)
            self._environment[variable] = server.start()
            self._watched.append(server.child)
            self._leave_if_asked()

    def _manage(self, what: str, *arguments: str) -> None:
        say(f"{what} …")
        if self._run_step(arguments[0], [sys.executable, self._root / "manage.py", *arguments]) != 0:
            step = Child(arguments[0], self._home)
            raise EmbeddedError(
                f"{what} failed; the last words of `manage.py {arguments[0]}`:\n{step.last_words()}"
            )

    def _run_step(self, name: str, command: Sequence[str | Path]) -> int:
        """Run a command to its end, its output in the logs; leaves early, stopping it, when asked to."""
        step = Child(name, self._home)
        step.stop_leftover()
        try:
            step.start(command, env=self._environment)
            while (status := step.status) is None:
                self._leave_if_asked()
                time.sleep(POLL_S / 4)
            return status
        finally:
            step.stop()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_S
        while not answers(f"{self.address}healthz"):
            self._leave_if_asked()
            self._refuse_dead()
            if time.monotonic() > deadline:
                raise EmbeddedError(
                    f"{self.address} did not answer within {READY_S:.0f} s. Logs: {self._home}/logs"
                )
            time.sleep(POLL_S)

    def _watch(self) -> None:
        while not self._stop:
            self._refuse_dead()
            time.sleep(POLL_S)

    def _leave_if_asked(self) -> None:
        if self._stop:
            raise StopAsked

    def _refuse_dead(self) -> None:
        for child in self._watched:
            if child.status is not None:
                raise EmbeddedError(_obituary(child))


def _obituary(child: Child) -> str:
    return (
        f"The {child.name} ended by itself (status {child.status}); its last words in {child.log}:\n"
        f"{child.last_words()}\nEverything else was stopped. `make demo` starts again with the data kept."
    )


def say(text: str) -> None:
    """Print for the person at the terminal, who may have closed it."""
    try:
        print(text, flush=True)  # noqa: T201 - this is the program's conversation
    except OSError:
        return


# What a demo leaves under its home. Named one by one: the home may be a folder that holds other things.
KEPT = (
    "beat-*", "demo.lock", "logs", "postgres", "run", "secret*", "static", "valkey",
)  # fmt: skip


def forget(home: Path) -> None:
    """Delete the data of a demo that is not running; raises EmbeddedError when it runs."""
    if not home.exists():
        say(f"There is no demo data in {home}.")
        return
    lock = FolderLock(home / "demo.lock")
    lock.acquire()
    for server in (postgres.Server(home), valkey.Server(home)):
        server.stop_leftover()
    for path in [path for pattern in KEPT for path in home.glob(pattern)]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    lock.release()
    if not any(home.iterdir()):
        home.rmdir()
    say(f"Forgot the demo data in {home}.")


def refuse_busy_port(port: int) -> None:
    try:
        with socket.create_server(("127.0.0.1", port)):
            return
    except OSError as error:
        raise EmbeddedError(
            f"Port {port} cannot be used ({os.strerror(error.errno or 0)}): another program may be "
            f"listening there. Choose another: make demo PORT={port + 1}"
        ) from error


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=2) as response:  # noqa: S310 - our own http address
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False
