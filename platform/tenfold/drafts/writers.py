"""Who writes: an account, or a visitor whom only their own browser's session can name."""

import ipaddress
import secrets
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from tenfold.accounts.models import User

_IN_SESSION: Final = "writer"
# An address of the sixth version stands for one of the many that each household has.
_HOUSEHOLD: Final = 64


@dataclass(frozen=True, slots=True)
class Writer:
    """`user` when signed in. `visitor` is empty as long as the browser has written nothing unsigned."""

    user: User | None
    visitor: str
    network: str

    @property
    def own(self) -> Q:
        """Of drafts: those that this writer may see. What one wrote before signing in is among them."""
        theirs = Q(owner=self.user) if self.user else Q()
        unsigned = Q(owner=None, visitor=self.visitor) if self.visitor else Q()
        return theirs | unsigned if theirs or unsigned else Q(pk__in=())


def writer_of(request: HttpRequest, *, writes: bool = False) -> Writer:
    """Who asks. One who `writes` without an account gets a session to be known by, others get none."""
    user = request.user if request.user.is_authenticated else None
    if writes and user is None:
        request.session.setdefault(_IN_SESSION, secrets.token_urlsafe(32))
    known = str(request.session.get(_IN_SESSION) or "")
    network = _hash("network", _network(request.META.get("REMOTE_ADDR") or ""))
    return Writer(user, _hash("visitor", known) if known else "", network)


def _network(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # a Unix socket has none
        return address
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, _HOUSEHOLD), strict=False))


def _hash(salt: str, value: str) -> str:
    """What is stored: it leads nobody to the session or to the address."""
    return salted_hmac(f"tenfold.drafts.{salt}", value, algorithm="sha256").hexdigest()
