"""Matches played anew: the same versions under the same rules, with a key of their own and so new decks."""

import secrets
from collections.abc import Sequence
from hashlib import sha256

from django.db.models import Max
from django.utils import timezone

from tenfold.accounts.models import User
from tenfold.competitions.models import Competition, Round
from tenfold.matches.models import Match, MatchBot
from tenfold.rulings.effects import running_round


def plan_again(*, competition: Competition, matches: Sequence[Match], by: User) -> list[Match]:
    """Schedule one match for each of these, in the round that runs, or else in a round of their own.

    The secret of a round that is over is public, and with it the decks of any further match in it.
    """
    round_ = running_round(competition) or _round_of_their_own(competition, by)
    first = 1 + (round_.matches.aggregate(last=Max("number"))["last"] or 0)
    planned = Match.objects.bulk_create(
        Match(
            kind=Match.Kind.ROUND,
            round=round_,
            competition=competition,
            number=number,
            key=f"round-{round_.pk}/match-{number}",
            players=old.players,
            blocks=old.blocks,
            rule_set=old.rule_set,
        )
        for number, old in enumerate(matches, first)
    )
    bots: dict[int, list[MatchBot]] = {}
    for seat in MatchBot.objects.filter(match__in=matches).order_by("match", "index"):
        bots.setdefault(seat.match_id, []).append(seat)
    MatchBot.objects.bulk_create(
        MatchBot(match=new, index=seat.index, version_id=seat.version_id, entry_id=seat.entry_id)
        for old, new in zip(matches, planned, strict=True)
        for seat in bots[old.pk]
    )
    return planned


def _round_of_their_own(competition: Competition, by: User) -> Round:
    last = competition.rounds.order_by("-number").first()
    secret = secrets.token_bytes(32)
    return Round.objects.create(
        competition=competition,
        number=last.number + 1 if last else 1,
        state=Round.State.RUNNING,
        secret=secret,
        commitment=sha256(secret).hexdigest(),
        started=timezone.now(),
        started_by=by,
    )
