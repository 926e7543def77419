"""The life of a round: started in a request, planned by a task, closed with its last match.

    scheduled   entries and versions are pinned, the commitment to the decks is published
    running     the matches are planned; workers play them. A ladder's is open at first: see `ladders`
    finished    the last match is over, the secret is published

Planning takes seconds for hundreds of entries. It may be asked for twice or never: one conditional UPDATE
lets one plan in, and a sweep asks again.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

import structlog
from django.db import connection, transaction
from django.db.models import Exists, Max, OuterRef
from django.db.models.functions import Now

from tenfold.accounts.models import User
from tenfold.competitions.models import Competition, Entry, Format, Pin, Round
from tenfold.competitions.pairing import Field, next_field, tables_of
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.models import Match, MatchBot
from tenfold.nudge import nudge_on_commit
from tenfold.refusal import Refused

log = structlog.get_logger(__name__)

#: An entry at a table, and the version that plays for it there, by id.
Seat = tuple[int, int]

PLAN = "tenfold.competitions.tasks.plan_round"
EXTEND = "tenfold.competitions.tasks.extend_ladder"


def start_round(*, competition: Competition, by: User | None) -> Round:
    """Begin a round: a task plans its matches. `by` is None where the timetable begins it.

    Each entry's active version is pinned now: what is uploaded while the matches are planned plays in the
    next round. The commitment to the decks' secret is stored, and so published, before there is a match.
    """
    with transaction.atomic():
        # Rounds of one competition start one at a time.
        held = Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
        if held.paused:
            raise Refused("The competition is paused. Resume it, and start the round then.")
        last = competition.rounds.order_by("-number").first()
        if last and last.state != Round.State.FINISHED:
            raise Refused(f"Round {last.number} is being played. Start the next one when it has finished.")
        field = next_field(held)
        started = new_round(competition, format=held.format, by=by)
        Competition.objects.filter(pk=competition.pk).exclude(not_started="").update(not_started="")
        if held.format == Format.LADDER:
            Competition.objects.filter(pk=held.pk).update(ladder_runs=True)
        else:
            _pin(started, field)
        nudge_on_commit(PLAN, started.pk)
    log.info(
        "round started", round=started.pk, competition=competition.pk, entries=len(field), by=by and by.pk
    )
    return started


def new_round(competition: Competition, *, by: User | None, **more: str) -> Round:
    """The next round of a competition, with a secret of its own; the caller holds the competition's lock."""
    secret = secrets.token_bytes(32)
    last = competition.rounds.aggregate(last=Max("number"))["last"] or 0
    return Round.objects.create(
        competition=competition,
        number=last + 1,
        secret=secret,
        commitment=sha256(secret).hexdigest(),
        started=database_now(),
        started_by=by,
        **more,
    )


def database_now() -> datetime:
    """The time by the clock that all machines share."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        (now,) = cursor.fetchone()
    assert isinstance(now, datetime)
    return now


def _pin(round_: Round, field: Field) -> None:
    Pin.objects.bulk_create(
        Pin(round=round_, number=number, entry=entry, version_id=active_version(entry))
        for number, entry in field
    )


def active_version(entry: Entry) -> int:
    version_id = entry.bot.active_version_id
    assert version_id is not None, "entries without a ready version are no part of a round"
    return version_id


def plan_round(*, round_id: int) -> bool:
    """Plan and announce the matches of a round that has none yet; tell whether this call did."""
    round_ = Round.objects.select_related("competition").get(pk=round_id)
    if round_.state != Round.State.SCHEDULED:
        return False
    if round_.format == Format.LADDER:
        return _open(round_)
    pins = list(round_.pins.select_related("entry__bot").order_by("number"))
    tables = tables_of(round_, pins)
    with transaction.atomic():
        waiting = Round.objects.filter(pk=round_id, state=Round.State.SCHEDULED)
        if not waiting.update(state=Round.State.RUNNING):
            return False
        seats = {pin.number: (pin.entry_id, pin.version_id) for pin in pins}
        add_matches(round_, [[seats[number] for number in table] for table in tables])
        announce_waiting()
        if not tables:  # a leg of walkovers; nobody would come back for it after a crash in between
            finish_round(round_id=round_id)
    log.info("round planned", round=round_id, matches=len(tables))
    return True


def _open(round_: Round) -> bool:
    """Let matches be added to a ladder's round."""
    waiting = Round.objects.filter(pk=round_.pk, state=Round.State.SCHEDULED)
    opened = waiting.update(state=Round.State.RUNNING, open=True)
    if opened:
        nudge_on_commit(EXTEND, round_.competition_id)
    return bool(opened)


def plan_forgotten() -> None:
    """Ask for every plan whose nudge was lost."""
    for pk in Round.objects.filter(state=Round.State.SCHEDULED).values_list("pk", flat=True):
        nudge_on_commit(PLAN, pk)


def add_matches(round_: Round, tables: Sequence[Sequence[Seat]], *, after: int = 0) -> list[Match]:
    """Schedule a match for each of these tables, numbered from the one `after` this."""
    competition = round_.competition
    matches = Match.objects.bulk_create(
        Match(
            kind=Match.Kind.ROUND,
            round=round_,
            competition=competition,
            number=number,
            key=f"round-{round_.pk}/match-{number}",
            players=competition.players,
            blocks=competition.blocks,
            rule_set=competition.rule_set,
        )
        for number, _ in enumerate(tables, after + 1)
    )
    MatchBot.objects.bulk_create(
        MatchBot(match=match, index=index, version_id=version_id, entry_id=entry_id)
        for match, table in zip(matches, tables, strict=True)
        for index, (entry_id, version_id) in enumerate(table)
    )
    return matches


def finish_round(*, round_id: int) -> bool:
    """Close the round if its last match is over and none is added, which reveals its secret; tell if it was.

    The lock makes two last matches that end together see each other.
    """
    with transaction.atomic(savepoint=False):
        Round.objects.select_for_update().values_list("pk").get(pk=round_id)
        open_matches = Match.objects.filter(round=OuterRef("pk"), state__in=Match.OPEN)
        running = Round.objects.filter(pk=round_id, state=Round.State.RUNNING, open=False)
        closed = running.filter(~Exists(open_matches)).update(state=Round.State.FINISHED, finished=Now())
    if closed:
        log.info("round finished", round=round_id)
    return bool(closed)
