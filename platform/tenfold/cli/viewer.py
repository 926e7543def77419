"""Serves saved games to the browser of this machine, and to nobody else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec

from tenfold.cli.outcome import Refused
from tenfold.cli.pages import SITE, game_page, list_page
from tenfold.cli.saved import Saved

LOOPBACK = "127.0.0.1"
# By hand: what `mimetypes` knows depends on the machine, and a module of another type is not run.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
HTML = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Page:
    """An answer: its body, what that is, and the status it comes with."""

    body: bytes
    kind: str = HTML
    status: int = 200


class Gallery:
    """The pages of some games by their paths."""

    def __init__(self, title: str, games: Sequence[Saved]) -> None:
        self._title = title
        self._games = games
        # Looked up, never joined: a path from outside reaches no other file.
        root = SITE / "static"
        self._files = {
            f"/static/{path.relative_to(root).as_posix()}": path
            for path in root.rglob("*")
            if path.suffix in TYPES
        }

    def page(self, path: str) -> Page:
        """The answer to a path, without its query."""
        if path in self._files:
            file = self._files[path]
            return Page(file.read_bytes(), TYPES[file.suffix])
        try:
            return self._shown(path)
        except Refused as refused:
            return Page(str(refused).encode(), "text/plain; charset=utf-8", 500)

    def _shown(self, path: str) -> Page:
        if path == "/":
            if len(self._games) == 1:
                return self._game(0, back=None)
            return Page(list_page(self._title, self._games).encode())
        named = re.fullmatch(r"/games/(\d{1,6})/(replay\.json)?", path)
        if named is None or int(named[1]) >= len(self._games):
            return Page(b"There is no such page.", "text/plain; charset=utf-8", 404)
        number = int(named[1])
        if named[2]:
            return Page(msgspec.json.encode(self._games[number].document()), "application/json")
        return self._game(number, back="/")

    def _game(self, number: int, *, back: str | None) -> Page:
        url = f"/games/{number}/replay.json"
        return Page(game_page(self._games[number], data_url=url, back=back).encode())


def server_for(gallery: Gallery, port: int) -> ThreadingHTTPServer:
    """A server on loopback, ready to `serve_forever`; port 0 takes a free one. Raises Refused."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = gallery.page(self.path.partition("?")[0])
            self.send_response(page.status)
            self.send_header("Content-Type", page.kind)
            self.send_header("Content-Length", str(len(page.body)))
            self.send_header("Content-Security-Policy", "default-src 'self'; img-src 'self' data:")
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(page.body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base class names it
            """Say nothing: the terminal is the author's."""

    try:
        return ThreadingHTTPServer((LOOPBACK, port), Handler)
    except OSError as error:
        raise Refused(
            f"port {port} cannot be listened on ({error.strerror}): choose another with --port"
        ) from error


def address_of(server: ThreadingHTTPServer) -> str:
    return f"http://{LOOPBACK}:{server.server_address[1]}/"


def title_of(path: Path) -> str:
    return path.resolve().name or str(path)
