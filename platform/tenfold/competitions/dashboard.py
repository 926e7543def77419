"""What those who run a competition look at: how its entries do, what waits, who plays, and how fast."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.core.cache import cache
from django.db import connection
from django.db.models import Case, Count, F, Func, IntegerField, Max, OuterRef, Q, When
from django.db.models.functions import Coalesce

from tenfold.competitions.models import Competition, Entry, Round, Standing
from tenfold.competitions.wanted import named
from tenfold.matches.models import FaultLog, Match, MatchBot, MatchKind
from tenfold.pages.keyset import Page, page

#: Of so many matches of an entry the newest fault is looked for.
LOOKED_AT: Final = 50
PAGE: Final = 50
# Several organizers look, and each browser asks every few seconds.
_REMEMBERED_S: Final = 10
_BY_KIND: Final = """
    SELECT fault.key, SUM(fault.value::int), COUNT(*)
    FROM competitions_standing AS standing, jsonb_each_text(standing.faults) AS fault
    WHERE standing.competition_id = %s GROUP BY fault.key ORDER BY 2 DESC, 1
"""


@dataclass(frozen=True, slots=True)
class Queue:
    """Scheduled matches: those of rounds `here` and `elsewhere`, trials, and requested ones."""

    here: int = 0
    elsewhere: int = 0
    trials: int = 0
    requested: int = 0


@dataclass(frozen=True, slots=True)
class Coverage:
    """Of a round: `pairs` that meet in it, how many of them have `met`, and matches that became `void`."""

    pairs: int
    met: int
    void: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """A kind of fault in the matches that count: how many `times`, and of how many `entries`."""

    kind: str
    times: int
    entries: int


@dataclass(frozen=True, slots=True)
class Counts:
    """Entries by what they do; `unready` are active without a ready version, `out` disqualified."""

    playing: int
    benched: int
    unready: int
    out: int
    gone: int


@dataclass(slots=True)
class Health:
    """Of an entry: its newest match that is over, and faults in its newest `LOOKED_AT` ones."""

    played: datetime | None = None
    match: Match | None = None
    faults: int = 0
    last: FaultLog | None = None


@dataclass(frozen=True, slots=True)
class Line:
    entry: Any
    health: Health
    faults: dict[str, int] = field(default_factory=dict)


def queue_of(competition: Competition) -> Queue:
    """How much waits to be played, on the whole site."""
    waiting: dict[tuple[str, int | None], int] | None = cache.get("queue")
    if waiting is None:
        scheduled = Match.objects.filter(state=Match.State.SCHEDULED).order_by()
        counted = scheduled.values_list("kind", "competition").annotate(times=Count("pk"))
        waiting = {(kind, pk): times for kind, pk, times in counted}
        cache.set("queue", waiting, _REMEMBERED_S)
    here = waiting.get((MatchKind.ROUND, competition.pk), 0)
    by_kind = {kind: sum(n for (of, _), n in waiting.items() if of == kind) for kind in MatchKind}
    rest = by_kind[MatchKind.ROUND] - here
    return Queue(here, rest, by_kind[MatchKind.TRIAL], by_kind[MatchKind.REQUESTED])


def coverage_of(round_: Round) -> Coverage:
    """Which pairs of entries sit at a table in this round, and which have."""
    key = f"coverage:{round_.pk}"
    kept: Coverage | None = cache.get(key)
    if kept is not None:
        return kept
    together = MatchBot.objects.filter(match__round=round_, match__bots__entry__gt=F("entry")).order_by()
    pairs = together.values("entry", other=F("match__bots__entry")).annotate(
        met=Count("pk", filter=Q(match__state=Match.State.FINISHED))
    )
    numbers = pairs.aggregate(pairs=Count("entry"), have=Count("entry", filter=Q(met__gt=0)))
    void = round_.matches.filter(state=Match.State.VOID).count()
    found = Coverage(numbers["pairs"], numbers["have"], void)
    cache.set(key, found, _REMEMBERED_S)
    return found


def verdicts_of(competition: Competition) -> list[Verdict]:
    """Faults by kind, the most frequent first, as the standing counts them."""
    with connection.cursor() as cursor:
        cursor.execute(_BY_KIND, [competition.pk])
        return [Verdict(*row) for row in cursor.fetchall()]


def counts_of(competition: Competition) -> Counts:
    """How many entries do what."""
    states = Entry.State
    active = Q(state=states.ACTIVE)
    out = Q(pk__in=competition.disqualified.values("pk"))
    ready = Q(bot__active_version__isnull=False)
    numbers = competition.entries.aggregate(
        playing=Count("pk", filter=active & ready & ~out),
        benched=Count("pk", filter=Q(state=states.BENCHED) & ~out),
        unready=Count("pk", filter=active & ~ready & ~out),
        out=Count("pk", filter=out),
        gone=Count("pk", filter=Q(state__in=[states.WITHDRAWN, states.DECLINED]) & ~out),
    )
    return Counts(**numbers)


def entries_of(competition: Competition, *, after: str | None, kind: str = "", bot: str = "") -> Page[Entry]:
    """Its entries, the sick first: benched or unready, then by their faults; who has left comes last.

    `kind` leaves those that had such a fault, `bot` those with this in the bot's or the owner's name.
    """
    entries = competition.entries.exclude(state__in=[Entry.State.REQUESTED, Entry.State.DECLINED])
    if kind:
        entries = entries.filter(standing__faults__has_key=kind)
    if bot:
        entries = entries.filter(named(bot, "bot__"))
    sorted_ = entries.annotate(
        sick=Case(
            When(pk__in=competition.disqualified.values("pk"), then=3),
            When(state=Entry.State.WITHDRAWN, then=3),
            When(state=Entry.State.BENCHED, then=0),
            When(bot__active_version=None, then=1),
            default=2,
            output_field=IntegerField(),
        ),
        times=Coalesce(_Sum(F("standing__faults")), 0),
    )
    rows = sorted_.select_related("bot__owner", "standing")
    return page(rows, order=["sick", "-times", "id"], after=after, size=PAGE)


class _Sum(Func):
    """The sum over the values of a JSON object of numbers."""

    template = "(SELECT SUM(value::int) FROM jsonb_each_text(%(expressions)s))"
    output_field = IntegerField()


def lines_of(competition: Competition, entries: Sequence[Entry]) -> list[Line]:
    """Each with its health, in as many queries for many as for few."""
    healths = _healths(entries)
    out = set(
        competition.disqualified.filter(pk__in=[entry.pk for entry in entries]).values_list("pk", flat=True)
    )
    lines = []
    for entry in entries:
        standing: Standing | None = getattr(entry, "standing", None)
        if entry.pk in out:
            entry.state, entry.reason = "disqualified", ""
        lines.append(Line(entry, healths[entry.pk], standing.faults if standing else {}))
    return lines


def _healths(entries: Sequence[Entry]) -> dict[int | None, Health]:
    healths: dict[int | None, Health] = {entry.pk: Health() for entry in entries}
    over = MatchBot.objects.filter(entry=OuterRef("pk"), match__state=Match.State.FINISHED)
    seats_of = ArraySubquery(over.order_by("-id").values("pk")[:LOOKED_AT])
    seats = dict(Entry.objects.filter(pk__in=[entry.pk for entry in entries]).values_list("pk", seats_of))
    lasts = [of_entry[0] for of_entry in seats.values() if of_entry]
    for seat in MatchBot.objects.filter(pk__in=lasts).select_related("match__round"):
        healths[seat.entry_id].match, healths[seat.entry_id].played = seat.match, seat.match.finished
    logged = FaultLog.objects.filter(bot__in=[pk for of_entry in seats.values() for pk in of_entry])
    by_entry = logged.order_by().values_list("bot__entry").annotate(times=Count("id"), last=Max("id"))
    newest_faults = FaultLog.objects.select_related("game__match__round").defer(
        "dossier", "game__transcript", "game__outcome", "game__clocks"
    )
    numbers = list(by_entry)
    faults = newest_faults.in_bulk([last for _, _, last in numbers])
    for entry, times, last in numbers:
        healths[entry].faults, healths[entry].last = times, faults[last]
    return healths
