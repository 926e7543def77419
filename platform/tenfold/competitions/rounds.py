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
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from tenfold.accounts.models import User
from tenfold.competitions.choices import Format
from tenfold.competitions.models import Competition, Deed, Entry, Pin, Round
from tenfold.competitions.pairing import Field, next_field, tables_of
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.models import Match
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
            raise Refused(_("The competition is paused. Resume it, and start the round then."))
        last = competition.rounds.order_by("-number").first()
        if last and last.state != Round.State.FINISHED:
            raise Refused(
                _("Round %(number)s is being played. Start the next one when it has finished.")
                % {"number": last.number}
            )
        field = next_field(held)
        started = new_round(competition, format=held.format, by=by)
        Competition.objects.filter(pk=competition.pk).exclude(not_started="").update(not_started="")
        if held.format == Format.LADDER:
            Competition.objects.filter(pk=held.pk).update(ladder_runs=True)
        else:
            _pin(started, field)
        if by:
            Deed.objects.create(competition=held, kind=Deed.Kind.START, by=by)
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
    nudge_on_commit(PLAN, *Round.objects.filter(state=Round.State.SCHEDULED).values_list("pk", flat=True))


# In one statement: ten thousand matches as objects take longer to make than to announce. Who plays is by the
# competition, when by the clock of the database, as freezes are.
_ADD_MATCHES = """
WITH added AS (
    INSERT INTO matches_match (
        kind, round_id, competition_id, number, key, players, blocks, most_blocks, rule_set,
        banks, image, state, reason, attempts_made, failures, ran_in, created)
    SELECT 'round', %(round)s, competition.id, number, format('round-%%s/match-%%s', %(round)s, number),
        players, blocks, CASE ends WHEN 'early' THEN blocks END, rule_set,
        banks, image, 'scheduled', '', 0, 0, '{}', statement_timestamp()
    FROM competitions_competition AS competition, generate_series(%(after)s + 1, %(last)s) AS number
    WHERE competition.id = %(competition)s
    RETURNING id, number
)
INSERT INTO matches_matchbot (match_id, index, entry_id, version_id, games, wins, place_sum, forfeits)
SELECT added.id, index, entry, version, 0, 0, 0, 0
FROM added JOIN unnest(%(numbers)s::int[], %(indexes)s::int[], %(entries)s::bigint[], %(versions)s::bigint[])
    AS seat(number, index, entry, version) USING (number)
"""


def add_matches(round_: Round, tables: Sequence[Sequence[Seat]], *, after: int = 0) -> QuerySet[Match]:
    """Schedule a match for each of these tables, numbered from `after` on; give them in this order."""
    seats = [
        (number, index, *seat)
        for number, table in enumerate(tables, after + 1)
        for index, seat in enumerate(table)
    ]
    columns = zip(*seats, strict=True) if seats else ((),) * 4
    by_name = zip(("numbers", "indexes", "entries", "versions"), map(list, columns), strict=True)
    where = {"round": round_.pk, "competition": round_.competition_id, "after": after}
    with connection.cursor() as cursor:
        cursor.execute(_ADD_MATCHES, {**where, "last": after + len(tables), **dict(by_name)})
    return round_.matches.filter(number__gt=after).order_by("number")


_FINISH = """
UPDATE competitions_round SET state = 'finished', finished = statement_timestamp()
WHERE id = %(round)s AND state = 'running' AND NOT open AND NOT EXISTS (
    SELECT 1 FROM matches_match WHERE round_id = %(round)s AND state IN ('scheduled', 'running'))
"""


def finish_round(*, round_id: int) -> bool:
    """Close the round if its last match is over and none is added, which reveals its secret; tell if it was.

    The lock makes two last matches that end together see each other.
    """
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM competitions_round WHERE id = %s FOR UPDATE", [round_id])
        cursor.execute(_FINISH, {"round": round_id})
        closed = bool(cursor.rowcount)
    if closed:
        log.info("round finished", round=round_id)
    return closed
