"""A whole Tenfold in processes of its own, and people who use it over HTTP."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

import requests

from tenfold.demo.services import services
from tenfold.embedded import postgres, valkey

ROOT = Path(__file__).resolve().parents[2]
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
TAGS = re.compile(r"<[^>]+>|\s{2,}")
PATIENCE_S = 120  # on a machine with much else to do


@dataclass
class League:
    """Web, worker and beat with servers of their own, under `home`."""

    home: Path
    port: int
    environment: dict[str, str]
    children: dict[str, Any] = field(default_factory=dict)
    commands: dict[str, list[str | Path]] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, name: str) -> None:
        self.children[name].start(self.commands[name], env=self.environment)

    def manage(self, *arguments: str) -> None:
        subprocess.run([sys.executable, ROOT / "manage.py", *arguments], env=self.environment, check=True)

    def answers(self) -> bool:
        try:
            return requests.get(f"{self.address}/healthz", timeout=5).ok
        except requests.RequestException:
            return False

    def logs(self) -> str:
        """The end of every log, for a failed test to show."""
        return "\n".join(f"--- {name}\n{child.last_words(40)}" for name, child in self.children.items())


@contextmanager
def running_league(home: Path, *, sandbox: str) -> Iterator[League]:
    """Start everything; stop everything."""
    with ExitStack() as undo:
        environment = {**os.environ, "TENFOLD_HOME": str(home), "SANDBOX": sandbox}
        for variable, make in (("DATABASE_URL", postgres.Server), ("BROKER_URL", valkey.Server)):
            server = make(home, durable=False)
            undo.callback(server.stop)
            environment[variable] = server.start()
        league = League(home, free_port(), environment)
        for service in services(ROOT, home, league.port):
            league.children[service.child.name] = service.child
            league.commands[service.child.name] = service.command
        league.manage("migrate", "--no-input", "--verbosity=0")
        for name, child in league.children.items():
            undo.callback(child.stop)
            league.start(name)
        wait_until(league.answers, "the web answers", league=league)
        yield league


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def wait_until(true: Callable[[], object], what: str, *, league: League, seconds: float = PATIENCE_S) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"Waited {seconds} s in vain until {what}.\n{league.logs()}"
        time.sleep(0.3)


class Visitor:
    """Somebody with a browser's cookies, who fills in forms as they come."""

    def __init__(self, league: League) -> None:
        self.address = league.address
        self.session = requests.Session()
        self.session.headers["Referer"] = league.address

    def page(self, path: str) -> str:
        answer = self.session.get(self.address + path, timeout=PATIENCE_S)
        assert answer.ok, f"{path} answered {answer.status_code}: {answer.text[:400]}"
        return answer.text

    def read(self, path: str) -> Any:
        """What the API says, all pages of it where it answers with pages."""
        answer = self.session.get(f"{self.address}/api/v1/{path}", timeout=PATIENCE_S)
        assert answer.ok, f"{path} answered {answer.status_code}: {answer.text[:400]}"
        came = answer.json()
        if not isinstance(came, dict) or "results" not in came:
            return came
        further = came["next"]
        rest = self.read(further.partition("/api/v1/")[2]) if further else []
        return came["results"] + rest

    def fill_in(self, page: str, *, to: str | None = None, files: Any = None, **fields: Any) -> str:
        """Send the form on a page, hidden fields included; the address that it leads to."""
        hidden = {name: unescape(value) for name, value in HIDDEN.findall(self.page(page))}
        answer = self.session.post(
            self.address + (to or page), data={**hidden, **fields}, files=files, timeout=PATIENCE_S
        )
        assert answer.ok, f"{page} answered {answer.status_code}: {answer.text[:2000]}"
        path = answer.url.removeprefix(self.address)
        said = TAGS.sub(" ", answer.text)[:2000]
        assert answer.history, f"{page} was not taken:\n{said}"
        return path

    def sign_up(self, name: str) -> "Visitor":
        password = f"{name}-keeps-it-long"
        self.fill_in("/sign-up/", username=name, password1=password, password2=password)
        return self

    def upload(self, bot: str, source: bytes) -> str:
        """Upload a file through the form; the path of the version's page."""
        return self.fill_in("/bots/new/", files={"file": (f"{bot}.py", source)}, name=bot)
