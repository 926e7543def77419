"""Who asks: an account, or a visitor whom only their own browser's session can name."""

import ipaddress
import secrets
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.db.models import Q
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from tenfold.accounts.models import User
from tenfold.accounts.services import one_at_a_time

_IN_SESSION: Final = "visitor"
# An address of the sixth version stands for one of the many that each household has.
_HOUSEHOLD: Final = 64
# As many bits as nobody guesses.
_HASHED: Final = 40
# Any number, the same for all.
_VISITORS_LOCK: Final = 7_310_010


@dataclass(frozen=True, slots=True)
class Asker:
    """`user` when signed in. `visitor` is empty as long as the browser has made nothing unsigned.

    `visitor` and `network` are hashes: they lead nobody to the session or to the address.
    """

    user: User | None = None
    visitor: str = ""
    network: str = ""

    @property
    def own(self) -> Q:
        """Of things with `owner` and `visitor`: theirs, with what they made before they signed in."""
        theirs = Q(owner=self.user) if self.user else Q()
        unsigned = Q(owner=None, visitor=self.visitor) if self.visitor else Q()
        return theirs | unsigned if theirs or unsigned else Q(pk__in=())

    def hold(self) -> None:
        """Limits are counted under this: of an account by its row, of visitors one after the other.

        Inside a transaction. Refused once the account is closed.
        """
        if self.user:
            one_at_a_time(self.user.pk)
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_VISITORS_LOCK])


def asker_of(request: HttpRequest, *, writes: bool = False) -> Asker:
    """Who asks. One who `writes` without an account gets a session to be known by, others get none."""
    user = request.user if request.user.is_authenticated else None
    if writes and user is None:
        request.session.setdefault(_IN_SESSION, secrets.token_urlsafe(32))
    known = str(request.session.get(_IN_SESSION) or "")
    network = _hash("network", _network(request.META.get("REMOTE_ADDR") or ""))
    return Asker(user, _hash("visitor", known) if known else "", network)


def _network(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # a Unix socket has none
        return address
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, _HOUSEHOLD), strict=False))


def _hash(salt: str, value: str) -> str:
    return salted_hmac(f"tenfold.askers.{salt}", value, algorithm="sha256").hexdigest()[:_HASHED]
