"""Who sits at a table: an account, or a visitor known by the browser's session."""

import secrets
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from tenfold.accounts.models import User
from tenfold.bots.models import BotVersion
from tenfold.matches.requested import open_to_all, playable_by
from tenfold.tables.models import Table

_IN_SESSION = "visitor"


@dataclass(frozen=True, slots=True)
class Player:
    """`visitor` and `asked_from` are of somebody without an account, and empty otherwise."""

    user: User | None = None
    visitor: str = ""
    asked_from: str = ""

    @property
    def name(self) -> str:
        return self.user.username if self.user else "Visitor"

    @property
    def tables(self) -> QuerySet[Table]:
        """Theirs, newest first."""
        if self.user:
            return Table.objects.filter(owner=self.user)
        return Table.objects.filter(visitor=self.visitor) if self.visitor else Table.objects.none()

    @property
    def counted(self) -> Q:
        """Of which tables a limit counts: a visitor with another browser is the same visitor."""
        return Q(owner=self.user) if self.user else Q(asked_from=self.asked_from)

    @property
    def opponents(self) -> QuerySet[BotVersion]:
        """Whom they may sit down with."""
        return playable_by(self.user) if self.user else open_to_all()


def player_of(request: HttpRequest, *, sits_down: bool = False) -> Player:
    """Who asks. Whoever sits down as a visitor is given something to be known by again."""
    if request.user.is_authenticated:
        return Player(user=request.user)
    if sits_down and _IN_SESSION not in request.session:
        request.session[_IN_SESSION] = secrets.token_urlsafe(24)
    mark = salted_hmac("tenfold.tables", request.META.get("REMOTE_ADDR", ""), algorithm="sha256")
    return Player(visitor=request.session.get(_IN_SESSION, ""), asked_from=mark.hexdigest())
