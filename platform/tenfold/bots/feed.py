"""What went wrong with an author's own bots, as a feed whose address is its key.

A reader of feeds signs in nowhere, and often is a service of somebody else: so an item says what happened and
where to look, and nothing of source, stderr or the lines that were asked.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

import structlog
from django.db.models import F
from django.utils import timezone

from tenfold.accounts.models import User
from tenfold.bots.models import BotVersion, VersionState
from tenfold.competitions.models import Entry
from tenfold.matches.models import FaultLog, Match
from tenfold.matches.veil import as_shown
from tenfold.pages.texts import for_xml

log = structlog.get_logger(__name__)

FED: Final = 50
# Faults that are looked through for those, and how far back: a bot can have one in every turn.
LOOKED_THROUGH: Final = 1_000
REACH: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that went wrong with a bot. `key` tells it from all others for good."""

    key: str
    when: datetime
    title: str
    text: str
    address: str


def new_address(*, user: User, instead_of: str | None) -> bool:
    """Give the person's feed an address instead of this one, which leads nowhere any more.

    Whether it was the one: a button pressed twice makes one address, and not a second that nobody has seen.
    """
    known = User.objects.filter(pk=user.pk, feed_token=instead_of)
    made = known.update(feed_token=secrets.token_urlsafe(32))
    if made:
        log.info("feed address made", user=user.pk)
    return bool(made)


def revoke_address(*, user: User) -> None:
    user.feed_token = None
    user.save(update_fields=["feed_token"])
    log.info("feed address revoked", user=user.pk)


def mishaps_of(user: User) -> list[Mishap]:
    """The newest, last first: versions refused, entries that sit benched, faults in matches."""
    every = [*_refusals(user), *_benchings(user), *islice(_faults(user), FED)]
    newest = sorted(every, key=lambda each: (each.when, each.key), reverse=True)[:FED]
    return [replace(each, title=for_xml(each.title), text=for_xml(each.text)) for each in newest]


def _refusals(user: User) -> Iterator[Mishap]:
    refused = BotVersion.objects.filter(bot__owner=user, state=VersionState.REFUSED)
    for version in refused.select_related("bot__owner").defer("source").order_by("-id")[:FED]:
        why = "in its trial match" if version.dossier else "at the check"
        yield Mishap(
            key=f"version-{version.pk}",
            when=version.state_since,
            title=f"{version} was refused",
            text=f"It was refused {why}. Its page says why, and which version plays on.",
            address=version.get_absolute_url(),
        )


def _benchings(user: User) -> Iterator[Mishap]:
    benched = Entry.objects.filter(bot__owner=user, state=Entry.State.BENCHED)
    for entry in benched.select_related("bot__owner", "competition").order_by("-state_since")[:FED]:
        yield Mishap(
            key=f"entry-{entry.pk}-{entry.state_since.timestamp():.0f}",
            when=entry.state_since,
            title=f"{entry.bot} is benched in {entry.competition.name}",
            text=entry.reason,
            address=entry.bot.get_absolute_url(),
        )


def _faults(user: User) -> Iterator[Mishap]:
    """One for each match, bot and kind. Those of trials come as the refusal of their version."""
    since = timezone.now() - REACH
    known = as_shown(Match.objects.filter(finished__gte=since), user).exclude(kind=Match.Kind.TRIAL)
    faults = FaultLog.objects.filter(bot__version__bot__owner=user, game__match__in=known.values("pk"))
    faults = faults.select_related("bot__version__bot__owner", "game__match").defer(
        "dossier", "game__transcript", "game__clocks", "bot__version__source", "bot__version__dossier"
    )
    told: set[tuple[int, int, str]] = set()
    # By an expression: the database would walk everybody's faults by their index to find the newest of these.
    for fault in faults.order_by(F("pk") * -1)[:LOOKED_THROUGH]:
        match = fault.game.match
        one = (match.pk, fault.bot_id, fault.kind)
        if one in told or match.finished is None:
            continue
        told.add(one)
        yield Mishap(
            key=f"fault-{match.pk}-{fault.bot_id}-{fault.kind}",
            when=match.finished,
            title=f"{fault.bot.version}: {fault.kind.replace('_', ' ')}",
            text=fault.message,
            address=f"{match.get_absolute_url()}#faults",
        )
