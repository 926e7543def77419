"""Stands in for a site where a bot is handed in: it takes every bot, and finds it ready at once."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class _Answers(BaseHTTPRequestHandler):
    moved_to = ""

    def do_GET(self) -> None:
        if self.moved_to:
            self.send_response(302)
            self.send_header("Location", self.moved_to + self.path)
            self.end_headers()
        else:
            self._say(200, {"next": None, "results": []})

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        version = {"bot": 7, "number": 1, "state": "ready", "url": "/bots/ada/shark/versions/1/"}
        self._say(201, version if self.path.endswith("/versions") else {"id": 7})

    def _say(self, status: int, document: object) -> None:
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(document).encode())

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def a_site(*, moved_to: str = "") -> Iterator[str]:
    """The address of one; it may have moved."""
    answers = type("Answers", (_Answers,), {"moved_to": moved_to})
    with ThreadingHTTPServer(("127.0.0.1", 0), answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
