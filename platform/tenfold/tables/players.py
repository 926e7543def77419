"""Who sits at a table, and with whom they may."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext

from tenfold.accounts.askers import Asker, asker_of
from tenfold.bots.models import BotVersion
from tenfold.matches.requested import open_to_all, playable_by
from tenfold.tables.models import Table


@dataclass(frozen=True, slots=True)
class Player(Asker):
    """An account or a visitor, as one who plays."""

    @property
    def name(self) -> str:
        return self.user.username if self.user else gettext("Visitor")

    @property
    def tables(self) -> QuerySet[Table]:
        """Theirs that they have not given up, newest first."""
        return Table.objects.filter(self.own, given_up=False)

    @property
    def counted(self) -> Q:
        """Of which tables a limit counts: a visitor with another browser is the same visitor."""
        return Q(owner=self.user) if self.user else Q(network=self.network)

    @property
    def opponents(self) -> QuerySet[BotVersion]:
        """Whom they may sit down with."""
        return playable_by(self.user) if self.user else open_to_all()


def player_of(request: HttpRequest, *, sits_down: bool = False) -> Player:
    """Who asks. Whoever sits down as a visitor is given something to be known by again."""
    asker = asker_of(request, writes=sits_down)
    return Player(asker.user, asker.visitor, asker.network)


def names_of(versions: Sequence[BotVersion]) -> list[str]:
    """The names of bots at one table; those of one name tell their versions, and their authors if need be."""
    names = [version.bot.name for version in versions]
    return [
        name if names.count(name) == 1 else _told_apart(version, versions)
        for name, version in zip(names, versions, strict=True)
    ]


def _told_apart(version: BotVersion, versions: Sequence[BotVersion]) -> str:
    owners = {one.bot.owner_id for one in versions if one.bot.name == version.bot.name}
    return f"{version} ({version.bot.owner.username})" if len(owners) > 1 else str(version)
