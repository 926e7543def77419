"""A site's API as the command asks it, with the token of an account."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec

from tenfold.cli.outcome import Refused

TOKEN: Final = "TENFOLD_TOKEN"  # noqa: S105 - where it is, and none itself
_PATIENCE_S: Final = 30


class _NoRedirect(HTTPRedirectHandler):
    """Python would send the token along to wherever a site leads."""

    def redirect_request(self, *_args: object, **_more: object) -> None:
        return None


_OPENER: Final = build_opener(_NoRedirect)


@dataclass(frozen=True, slots=True)
class Site:
    """`address` has no slash at its end. Whatever it does not do is told in a sentence, as `Refused`."""

    address: str
    token: str = field(repr=False)

    def get(self, path: str) -> Any:  # noqa: ANN401 - a JSON document
        return self._asked(path, None, "")

    def post(self, path: str, document: Mapping[str, str]) -> Any:  # noqa: ANN401 - a JSON document
        return self._asked(path, msgspec.json.encode(document), "application/json")

    def upload(self, path: str, filename: str, data: bytes) -> Any:  # noqa: ANN401 - a JSON document
        """Send a file as a form of a page would."""
        # Nothing that a file could hold: it cannot know a word that is made after it.
        boundary = secrets.token_hex(16)
        name = "".join(one for one in filename if one.isprintable() and one not in '"\\')
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = head.encode(errors="replace") + data + f"\r\n--{boundary}--\r\n".encode()
        return self._asked(path, body, f"multipart/form-data; boundary={boundary}")

    def _asked(self, path: str, body: bytes | None, kind: str) -> Any:  # noqa: ANN401 - a JSON document
        headers = {"Accept": "application/json", "Authorization": f"Token {self.token}"}
        if kind:
            headers["Content-Type"] = kind
        request = Request(self.address + path, body, headers)  # noqa: S310 - HTTP, as `site_at` saw to
        try:
            with _OPENER.open(request, timeout=_PATIENCE_S) as answer:
                return msgspec.json.decode(answer.read())
        except HTTPError as error:
            with error:  # it is an answer, too, that is read or left
                raise Refused(self._why(error)) from None
        except (OSError, HTTPException) as error:
            why = getattr(error, "reason", error)
            raise Refused(f"{self.address} does not answer: {why}. Is the address right?") from None
        except msgspec.DecodeError:
            raise Refused(f"{self.address} answers, but not as a Tenfold site does.") from None

    def _why(self, error: HTTPError) -> str:
        if error.code in range(300, 400):
            return f"{self.address} leads elsewhere, to {error.headers.get('Location')}: give that address."
        if error.code == 401:
            how = f"make one with your name and password, at POST {self.address}/api/v1/tokens"
            return f"{self.address} does not know the token in {TOKEN}; {how}."
        try:
            problem = msgspec.json.decode(error.read())
            named = "".join(f" {name}: {' '.join(said)}" for name, said in problem.get("errors", {}).items())
            return f"{self.address} says: {problem['detail']}{named}"
        except (msgspec.DecodeError, OSError, AttributeError, KeyError, TypeError):
            return f"{self.address} answers {error.code} {error.reason}, and says no more."


def site_at(address: str, token: str | None) -> Site:
    """The site at an address as people type it. Raises Refused."""
    if not address.startswith(("http://", "https://")):
        raise Refused(f"a site's address begins with https:// or http://; {address!r} came")
    if not token:
        raise Refused(
            f"put the token of your account into {TOKEN}; one is made with your name and password, at POST"
            f" {address.rstrip('/')}/api/v1/tokens"
        )
    return Site(address.rstrip("/"), token)
