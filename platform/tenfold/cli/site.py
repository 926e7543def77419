"""A site's API as the command asks it, with the token of an account."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPException, IncompleteRead
from typing import Final, TypeVar
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

import msgspec

from tenfold.cli.outcome import Failed, Refused

TOKEN: Final = "TENFOLD_TOKEN"  # noqa: S105 - where it is, and none itself
_PATIENCE_S: Final = 30
# Far more than a page of bots or a dossier takes.
_MOST_ANSWER: Final = 1 << 22
# All that urllib and the encodings below it would stumble over is no address: other letters than ASCII's, a
# label of a host's name that is empty or too long, a port beyond the last.
_LABEL: Final = r"[\w-]{1,63}"
_ADDRESS: Final = re.compile(
    rf"(https?)://({_LABEL}(?:\.{_LABEL})*|\[[0-9a-f:.]+\])(?::(\d{{1,5}}))?(?:/[\w./~%+-]*)?",
    re.ASCII | re.IGNORECASE,
)
_LAST_PORT: Final = 0xFFFF
# What is sent to these stays on this machine.
_HERE: Final = {"localhost", "127.0.0.1", "[::1]"}
_TOO_MANY: Final = 429

Answer = TypeVar("Answer")


class _Problem(msgspec.Struct):
    """Why a site refuses, as its API says it; `errors` are those of fields."""

    detail: str
    errors: dict[str, list[str]] = {}


class _NoRedirect(HTTPRedirectHandler):
    """Python would send the token along to wherever a site leads, and stumble over what is no address."""

    def http_error_302(self, *_args: object, **_more: object) -> None:
        return None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


@dataclass(frozen=True, slots=True)
class Site:
    """`address` has no slash at its end.

    Whatever it does not do is told in a sentence: as `Failed` where it does not answer, is broken or too
    busy, else as `Refused`.
    """

    address: str
    token: str = field(repr=False)
    opener: OpenerDirector = field(repr=False)

    def get(self, path: str, kind: type[Answer]) -> Answer:
        return self._asked(path, kind)

    def post(self, path: str, kind: type[Answer], document: Mapping[str, str]) -> Answer:
        return self._asked(path, kind, msgspec.json.encode(document), "application/json")

    def upload(self, path: str, kind: type[Answer], *, filename: str, data: bytes) -> Answer:
        """Send a file as a form of a page would."""
        # Nothing that a file could hold: it cannot know a word that is made after it.
        boundary = secrets.token_hex(16)
        name = "".join(one for one in filename if one.isprintable() and one not in '"\\')
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = head.encode(errors="replace") + data + f"\r\n--{boundary}--\r\n".encode()
        return self._asked(path, kind, body, f"multipart/form-data; boundary={boundary}")

    def _asked(self, path: str, kind: type[Answer], body: bytes | None = None, form: str = "") -> Answer:
        headers = {"Accept": "application/json", "Authorization": f"Token {self.token}"}
        if form:
            headers["Content-Type"] = form
        request = Request(self.address + path, body, headers)  # noqa: S310 - HTTP, as `site_at` saw to
        try:
            return msgspec.json.decode(self._answer(request), type=kind)
        except (msgspec.DecodeError, RecursionError):
            raise Refused(f"{self.address} answers, but not as a Tenfold site does.") from None

    def _answer(self, request: Request) -> bytes:
        try:
            with self.opener.open(request, timeout=_PATIENCE_S) as answer:
                said: bytes = answer.read(_MOST_ANSWER)
                if answer.length and len(said) < _MOST_ANSWER:
                    raise IncompleteRead(said, answer.length)  # which Python tells of unbounded reads alone
                return said
        except HTTPError as error:
            with error:  # it is an answer, too, that is read or left
                why = self._why(error)
            if error.code == _TOO_MANY or error.code >= 500:
                raise Failed(why, after_s=_after_s(error)) from None
            raise Refused(why) from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise Failed(f"{self.address} does not answer: {reason}. Is the address right?") from None

    def _why(self, error: HTTPError) -> str:
        if error.code in range(300, 400):
            return f"{self.address} leads elsewhere, to {error.headers.get('Location')}: give that address."
        if error.code == 401:
            how = f"make one with your name and password, at POST {self.address}/api/v1/tokens"
            return f"{self.address} does not know the token in {TOKEN}; {how}."
        try:
            problem = msgspec.json.decode(error.read(_MOST_ANSWER), type=_Problem)
        except (msgspec.DecodeError, OSError, HTTPException, RecursionError):
            return f"{self.address} answers {error.code} {error.reason}, and says no more."
        named = "".join(f" {name}: {' '.join(said)}" for name, said in problem.errors.items())
        return f"{self.address} says: {problem.detail}{named}"


def _after_s(error: HTTPError) -> int:
    """In how many seconds the site wants to be asked again; it may say nothing, or a date, which is left."""
    try:
        return max(0, int(error.headers.get("Retry-After", "")))
    except ValueError:
        return 0


def site_at(address: str, token: str | None, *, insecure: bool = False) -> Site:
    """The site at an address as people type it; `insecure` lets the token go in clear. Raises Refused."""
    parts = _ADDRESS.fullmatch(address)
    if parts is None or int(parts[3] or 0) > _LAST_PORT:
        raise Refused(
            "a site's address begins with https:// or http://; then come its host and, if need be, a port"
            f" and a path, all in ASCII; {address!r} came"
        )
    here = parts[2].lower() in _HERE
    if parts[1].lower() == "http" and not here and not insecure:
        raise Refused(
            f"over http:// whoever is on the way to {parts[2]} can read your token: give its https://"
            " address, or --insecure if you trust the way"
        )
    bare = address.rstrip("/")
    return Site(bare, _sendable(token or "", bare), _opener(here=here))


def _opener(*, here: bool) -> OpenerDirector:
    # A proxy that the environment names could read the token on its way to where no proxy is needed.
    return build_opener(_NoRedirect, ProxyHandler({})) if here else build_opener(_NoRedirect)


def _sendable(token: str, address: str) -> str:
    """The token without what a file or a copy leaves around it."""
    token = token.strip()
    if not token:
        raise Refused(
            f"put the token of your account into {TOKEN}; one is made with your name and password, at POST"
            f" {address}/api/v1/tokens"
        )
    if not (token.isascii() and token.isprintable()):
        raise Refused(f"what {TOKEN} holds is no token, which is letters and digits alone: copy it again")
    return token
