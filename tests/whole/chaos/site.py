"""A whole Tenfold of two worker machines, whose parts are killed and brought back."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg
import redis

from tenfold.demo.services import services
from tenfold.embedded import postgres, valkey
from tenfold.embedded.child import Child
from tests.whole.league import ROOT, League, free_port

LEASE_S = 4
PATIENCE_S = 150  # on a machine with much else to do
SERVERS = ("postgres", "valkey")
CLOCK_OFF = Path(__file__).parent / "clock_off"


@dataclass
class Site(League):
    """Web, beat and two workers; PostgreSQL and Valkey as durable as in production."""

    servers: dict[str, Any] = field(default_factory=dict)
    own: dict[str, dict[str, str]] = field(default_factory=dict)  # of the environment of one child alone
    stopped: set[str] = field(default_factory=set)  # on purpose

    @property
    def data(self) -> Path:
        """The data folder of all that runs on the first machine but PostgreSQL."""
        return self.home / "data"

    def start(self, name: str) -> None:
        """Start a server or a service, as often as it was killed."""
        if name in self.servers:
            self.servers[name].start()
        else:
            child: Child = self.children[name]
            _keep_log(child)
            child.start(self.commands[name], env=self.environment | self.own.get(name, {}))
        self.stopped.discard(name)

    def stop(self, name: str) -> None:
        """As an init system does: kindly, then by force."""
        self.stopped.add(name)
        (self.servers.get(name) or self.children[name]).stop()

    def kill(self, name: str) -> None:
        """kill -9 of the main process alone; what it started is left to itself."""
        self.stopped.add(name)
        process = self._child(name)._process
        process.kill()
        process.wait(timeout=PATIENCE_S)

    def kill_whole(self, name: str) -> None:
        """kill -9 of all its processes, as when a machine goes away; the root last, or the others hear."""
        self.stopped.add(name)
        root = self.process(name)
        for process in [*root.children(recursive=True), root]:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self._child(name)._process.wait(timeout=PATIENCE_S)

    def bring_back(self, name: str) -> None:
        """What a supervisor does with something that has ended."""
        self.stop(name)
        self.start(name)

    def process(self, name: str) -> psutil.Process:
        return psutil.Process(self._child(name)._process.pid)

    def _child(self, name: str) -> Any:
        return self.servers[name].child if name in self.servers else self.children[name]

    def rows(self, query: str, *values: object) -> list[tuple]:
        """Straight from the database, past everything that is tested here."""
        with psycopg.connect(self.environment["DATABASE_URL"], connect_timeout=60) as connection:
            return connection.execute(query, values).fetchall()

    def broker(self) -> redis.Redis:
        return redis.Redis.from_url(self.environment["BROKER_URL"], socket_timeout=60)

    def wait_until(self, true: Callable[[], object], what: str, *, seconds: float = PATIENCE_S) -> None:
        """Wait, while nothing ends but what was stopped."""
        deadline = time.monotonic() + seconds
        while not true():
            self.assert_nothing_ended_by_itself()
            assert time.monotonic() < deadline, (
                f"Waited {seconds} s in vain until {what}. See the logs in {self.home}."
            )
            time.sleep(0.1)

    def assert_nothing_ended_by_itself(self) -> None:
        for name, child in self.children.items():
            ended = name not in self.stopped and child.status is not None
            assert not ended, f"{name} ended by itself:\n{child.last_words(60)}"


@contextmanager
def running_site(home: Path, *, sandbox: str, shift_s: int) -> Iterator[Site]:
    """Start everything; stop everything. The clock of worker-b is off by `shift_s`."""
    site = Site(home, free_port(), {**os.environ, "SANDBOX": sandbox, "LEASE_SECONDS": str(LEASE_S)})
    with ExitStack() as undo:
        for folder in ("data/tmp", "b", "b/tmp", "postgres"):
            (home / folder).mkdir(parents=True)
        site.environment |= {
            "TENFOLD_HOME": str(site.data),
            "TMPDIR": str(site.data / "tmp"),
            "PIN_CORES": "false",
        }
        site.environment["WARM_POOL"] = "2"
        for name, variable, make in (
            ("postgres", "DATABASE_URL", postgres.Server(home / "postgres")),
            ("valkey", "BROKER_URL", valkey.Server(site.data)),
        ):
            undo.callback(make.stop)
            site.servers[name] = make
            site.environment[variable] = make.start()
        _describe(site, shift_s)
        site.manage("migrate", "--no-input", "--verbosity=0")
        for name in ("web", "worker-a", "worker-b", "beat"):
            undo.callback(site.children[name].stop)
            site.start(name)
        site.wait_until(site.answers, "the web answers")
        yield site


def _describe(site: Site, shift_s: int) -> None:
    """What is to be run. The two workers share nothing but the servers' addresses and the Docker engine."""
    b, servers = site.home / "b", site.home / "postgres"
    for service in services(ROOT, site.data, site.port):
        if service.child.name == "worker":
            _add(site, "worker-a", site.data, [*machine("worker-a", b, servers), *service.command])
            _add(site, "worker-b", b, [*machine("worker-b", site.data, servers), *service.command])
        else:
            _add(site, service.child.name, site.data, service.command)
    _add(site, "beat-2", b, site.commands["beat"])
    site.stopped.add("beat-2")
    elsewhere = {"TENFOLD_HOME": str(b), "TMPDIR": str(b / "tmp")}
    path = os.pathsep.join([str(CLOCK_OFF), os.environ.get("PYTHONPATH", "")])
    site.own |= {
        "worker-b": {**elsewhere, "PYTHONPATH": path, "CLOCK_OFF_S": str(shift_s)},
        "beat-2": elsewhere,
    }


def _add(site: Site, name: str, home: Path, command: list[str | Path]) -> None:
    site.children[name] = Child(name, home, grace_s=60)
    site.commands[name] = command


def machine(name: str, *others: Path) -> list[str | Path]:
    """The prefix of a command that runs as on a machine of its own: a name, and no sight of others' folders.

    The folders of its own keep their place: the engine, outside, has to find the pipes to the bots there.
    """
    hide = 'while [ "$1" != -- ]; do mount -t tmpfs hidden "$1" || exit; shift; done; shift'
    return [
        "unshare",
        "--mount",
        "--uts",
        "sh",
        "-c",
        f'hostname "$0"; {hide}; exec "$@"',
        name,
        *others,
        "--",
    ]


def _keep_log(child: Child) -> None:
    """A new life begins a new log; what an earlier one said may be what explains a failure."""
    if child.log.exists():
        with child.log.with_suffix(".earlier").open("ab") as earlier, suppress(OSError):
            earlier.write(child.log.read_bytes())


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
