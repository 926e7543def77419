"""The life of a match: claimed under a lease, played elsewhere, then recorded, handed back or lost.

What happens to a match, by what happens to its attempt:

    finished      the result is stored, once; the match is finished
    handed back   the worker was told to stop: scheduled again, and this counts for nothing
    failed        our fault (a SeatError, a bug): scheduled again; the third time the match is void
    expired       the worker was not heard of within the lease: as failed

A bot's fault is none of these: it is part of a result. Whoever holds the token of the open attempt, and
nobody else, moves the match on, always by one conditional UPDATE or under the lock of its row.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid4

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from tenfold.bots.services import refuse_version
from tenfold.competitions.rounds import finish_round
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.models import MOST_FAILURES, Attempt, AttemptOutcome, Match

log = structlog.get_logger(__name__)

# Open to everybody, so it names no inner part; the attempts say what happened, for operators.
VOID = f"It could not be played: {MOST_FAILURES} attempts failed on our side. It counts for nobody."
LOST = "its worker was not heard of again"
TRIAL_NOT_PLAYED = (
    "The trial match could not be played on our side; this says nothing about the bot. "
    "Upload it again, and tell the operator if it happens twice."
)


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to play a match and to store its result, for as long as the lease is renewed."""

    match_id: int
    token: UUID


def _lease() -> timedelta:
    return timedelta(seconds=settings.LEASE_SECONDS)


# One statement: the match and its attempt, or neither. One of a competition that was paused meanwhile is
# turned away; its resumption announces it again.
_CLAIM = """
WITH taken AS (
    UPDATE matches_match
    SET state = 'running', lease_until = statement_timestamp() + %(lease_s)s * interval '1 s',
        attempt_token = %(token)s, attempts_made = attempts_made + 1,
        started = coalesce(started, statement_timestamp()), ran_in = %(ran_in)s
    WHERE id = %(match)s AND state = 'scheduled' AND NOT EXISTS (
        SELECT 1 FROM competitions_competition WHERE id = competition_id AND paused)
    RETURNING id, attempts_made
)
INSERT INTO matches_attempt (match_id, number, worker, token, started, heartbeat, outcome, why)
SELECT id, attempts_made, %(worker)s, %(token)s, statement_timestamp(), statement_timestamp(), '', ''
FROM taken
RETURNING number
"""


def claim(*, match_id: int, worker: str, ran_in: Mapping[str, str] | None = None) -> Claim | None:
    """Take a scheduled match; None when there is nothing to take, as at a second delivery of its message.

    `ran_in` is what its bots are about to run in, kept with the match.

    Leases run by the clock of the database, so workers' clocks may differ.
    """
    token = uuid4()
    with connection.cursor() as cursor:
        cursor.execute(
            _CLAIM,
            {
                "match": match_id,
                "token": token,
                "lease_s": settings.LEASE_SECONDS,
                "ran_in": json.dumps(dict(ran_in or {})),
                "worker": worker,
            },
        )
        taken = cursor.fetchone()
    if taken is None:
        return None
    log.info("match claimed", match=match_id, attempt=taken[0], worker=worker)
    return Claim(match_id, token)


def renew(*, claim: Claim) -> bool:
    """Prolong the lease; False when the claim is lost and playing on is pointless."""
    with transaction.atomic():
        renewed = held(claim).update(lease_until=Now() + _lease())
        Attempt.objects.filter(token=claim.token, ended=None).update(heartbeat=Now())
    return bool(renewed)


def hand_back(*, claim: Claim, why: str) -> bool:
    """Give up a match unplayed, through nobody's fault; another worker takes it up."""
    return _release(claim, AttemptOutcome.HANDED_BACK, why=why)


def fail_attempt(*, claim: Claim, why: str) -> bool:
    """End an attempt by our fault; tell whether the claim still held."""
    return _release(claim, AttemptOutcome.FAILED, why=why)


def sweep() -> int:
    """Take back what dead workers hold, then announce what is due. Gives the number of lapsed claims."""
    lapsed = 0
    expired = Match.objects.filter(state=Match.State.RUNNING, lease_until__lt=Now())
    for match_id, token in expired.values_list("pk", "attempt_token"):
        if token and _release(Claim(match_id, token), AttemptOutcome.EXPIRED, why=LOST):
            lapsed += 1
    with transaction.atomic():
        announce_waiting()
    return lapsed


def held(claim: Claim) -> QuerySet[Match]:
    """The match, as long as the claim on it stands; else nothing."""
    return Match.objects.filter(pk=claim.match_id, state=Match.State.RUNNING, attempt_token=claim.token)


def _release(claim: Claim, outcome: AttemptOutcome, *, why: str) -> bool:
    late = Q(lease_until__lt=Now()) if outcome == AttemptOutcome.EXPIRED else Q()
    with transaction.atomic():
        match = held(claim).filter(late).select_for_update().first()
        if match is None:
            return False
        end_attempt(claim, outcome, why=why)
        match.failures += outcome != AttemptOutcome.HANDED_BACK
        void = match.failures >= MOST_FAILURES
        match.state = Match.State.VOID if void else Match.State.SCHEDULED
        match.reason = VOID if void else ""
        match.lease_until = match.attempt_token = None
        # What failed is likely to fail again at once: it waits until its announcement has gone stale.
        match.announced_at = Now() if outcome == AttemptOutcome.FAILED else None
        match.save()
        if void:
            _settle_void(match)
        announce_waiting()
    log.warning("attempt ended", match=match.pk, outcome=outcome.value, why=why, state=match.state)
    return True


def end_attempt(claim: Claim, outcome: AttemptOutcome, *, why: str = "") -> None:
    Attempt.objects.filter(token=claim.token, ended=None).update(ended=Now(), outcome=outcome, why=why)


def _settle_void(match: Match) -> None:
    if match.trial_of is not None:
        refuse_version(version=match.trial_of, reason=TRIAL_NOT_PLAYED)
    elif match.round_id is not None:
        finish_round(round_id=match.round_id)
