"""Stands in for a site where a bot is handed in: it takes every bot, and finds it ready at once."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, ClassVar

VERSION: Mapping[str, Any] = {
    "id": 70,
    "bot": 7,
    "number": 1,
    "filename": "shark.py",
    "sha256": "0" * 64,
    "state": "ready",
    "active": True,
    "created": "2026-01-01T00:00:00Z",
    "reason": "",
    "dossier": None,
    "url": "/bots/ada/shark/versions/1/",
}


@dataclass(frozen=True)
class Said:
    """An answer as it goes out; headers may lie."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


def said(document: object, status: int = 200, **headers: str) -> Said:
    return Said(json.dumps(document).encode(), status, headers)


class _Answers(BaseHTTPRequestHandler):
    instead: Mapping[str, Iterator[Said]] = {}

    def do_GET(self) -> None:
        if "/versions/" in self.path:
            self._say("version", said(VERSION))
        else:
            self._say("bots", said({"next": None, "results": []}))

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.path.endswith("/versions"):
            self._say("uploaded", said(VERSION, 201))
        else:
            self._say("made", said({"id": 7, "name": "shark"}, 201))

    def _say(self, step: str, usual: Said) -> None:
        answer = next(self.instead.get(step, iter(())), usual)
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, *_: object) -> None:
        pass


class _Proxied(_Answers):
    """As a proxy is asked: by the whole address."""

    asked: ClassVar[list[str]] = []

    def _say(self, step: str, usual: Said) -> None:
        self.asked.append(self.path)
        super()._say(step, usual)


@contextmanager
def a_proxy() -> Iterator[tuple[str, list[str]]]:
    """The address of one, and the addresses that it was asked for; it answers for all of them, as a site."""
    asked: list[str] = []
    answers = type("Proxied", (_Proxied,), {"asked": asked})
    with _served(answers) as address:
        yield address, asked


@contextmanager
def a_site(**instead: Iterable[Said]) -> Iterator[str]:
    """The address of one; at `bots`, `made`, `uploaded` and `version` it may first say other things."""
    answers = type(
        "Answers", (_Answers,), {"instead": {step: iter(those) for step, those in instead.items()}}
    )
    with _served(answers) as address:
        yield address


@contextmanager
def _served(answers: type[_Answers]) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), answers) as server:
        Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
