"""Matches that somebody asked for: unrated, between versions of their own and opponents that allow it."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from uuid import uuid4

import structlog
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from arena.phase10.rules import RuleSet
from tenfold.accounts.models import User
from tenfold.accounts.services import one_at_a_time
from tenfold.bots.models import BotVersion
from tenfold.competitions.bounds import PLAYERS
from tenfold.competitions.images import image_for
from tenfold.competitions.lengths import refuse_endless
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.models import Match, MatchBot
from tenfold.refusal import Refused, TooMany, refuse_more

log = structlog.get_logger(__name__)

MOST_BLOCKS: Final = 40
# They play before rated matches, so nobody has many of them under way.
MOST_OPEN: Final = 3
MOST_AN_HOUR: Final = 30

_OPEN: Final = Q(pk=F("bot__active_version")) & (Q(bot__house=True) | Q(bot__open_to_requests=True))


def playable_by(user: User) -> QuerySet[BotVersion]:
    """The versions that `user` may let play: all ready ones of their own, and what plays for open bots."""
    return BotVersion.objects.filter(Q(bot__owner=user) | _OPEN, state=BotVersion.State.READY)


def open_to_all() -> QuerySet[BotVersion]:
    """The versions that anybody may play with."""
    return BotVersion.objects.filter(_OPEN, state=BotVersion.State.READY)


def request_match(*, by: User, versions: Sequence[BotVersion], blocks: int, rules: RuleSet) -> Match:
    """Plan a match between these versions, in the order of their seats, and announce it."""
    _refuse_table(by, versions)
    if not 1 <= blocks <= MOST_BLOCKS:
        raise Refused(
            _("A requested match has 1 to %(most)s blocks; %(came)s came.")
            % {"most": MOST_BLOCKS, "came": blocks}
        )
    refuse_endless(rules, players=len(versions), blocks=blocks)
    with transaction.atomic():
        one_at_a_time(by.pk)
        _refuse_flood(by)
        match = Match.objects.create(
            kind=Match.Kind.REQUESTED,
            requested_by=by,
            number=by.requested_matches.count() + 1,
            key=f"requested-{uuid4()}",
            secret=secrets.token_bytes(32),
            players=len(versions),
            blocks=blocks,
            rule_set=rules.to_dict(),
            image=image_for(versions),
        )
        MatchBot.objects.bulk_create(
            MatchBot(match=match, index=index, version=version) for index, version in enumerate(versions)
        )
        announce_waiting()
    log.info("match requested", match=match.pk, by=by.pk, players=match.players, blocks=blocks)
    return match


def _refuse_table(by: User, versions: Sequence[BotVersion]) -> None:
    came = len(versions)
    if came not in PLAYERS:
        raise Refused(
            _("A table has %(least)s to %(most)s seats; %(came)s came. Choose 1 to %(others)s opponents.")
            % {"least": PLAYERS.least, "most": PLAYERS.most, "came": came, "others": PLAYERS.most - 1}
        )
    if not any(version.bot.owner_id == by.pk for version in versions):
        raise Refused(_("One of the seats is for a version of your own."))
    allowed = set(
        playable_by(by).filter(pk__in=[version.pk for version in versions]).values_list("pk", flat=True)
    )
    for version in versions:
        if version.pk not in allowed:
            raise Refused(
                _(
                    "%(version)s cannot be asked to play: it is not ready, not what its bot plays with, or"
                    " its owner has not opened it to requests. House bots always play."
                )
                % {"version": version}
            )


def _refuse_flood(by: User) -> None:
    open_ones = by.requested_matches.filter(state__in=Match.OPEN).count()
    if open_ones >= MOST_OPEN:
        raise TooMany(
            _("%(open)s matches that you asked for are not over yet, the most there can be. Wait for one.")
            % {"open": open_ones}
        )
    refuse_more(
        by.requested_matches.all(),
        "created",
        most=MOST_AN_HOUR,
        within=timedelta(hours=1),
        said=_(
            "You have asked for %(most)s matches within an hour, the most there can be. Come back"
            " later; `tenfold play` on your own machine has no limit."
        )
        % {"most": MOST_AN_HOUR},
    )
