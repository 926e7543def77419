"""What a competition's page shows beside its standing, at the same cost however much was played there.

Nothing is counted that grows with a league's past: a round numbers its matches from one, so that the highest
number is their total, and an index holds the few that are still open.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, JSONObject

from tenfold.competitions.choices import Format
from tenfold.competitions.models import Competition, Entry, Round
from tenfold.matches.aside import counts
from tenfold.matches.models import FaultLog, Match, MatchBot
from tenfold.matches.planned import planned_from
from tenfold.pages.keyset import Page, page


@dataclass(frozen=True, slots=True)
class Overview:
    """A competition and one of its rounds; `runs` tells whether any is not over, `ruled` of any ruling.

    `helpers` are the names of its co-organizers; of the round's matches there are `total`, some `over`, some
    `running`.
    """

    competition: Competition
    helpers: list[str]
    entered: int
    runs: bool
    ruled: bool
    round: Round | None = None
    total: int = 0
    over: int = 0
    running: int = 0


def overview(seen: QuerySet[Competition], *, slug: str, number: int | None = None) -> Overview | None:
    """The competition of this slug, if it is `seen`, with the round of this number (None: the newest).

    It comes with its round in one query where it has one, as nearly every competition has.
    """
    rounds = Round.objects.filter(competition__slug=slug, competition__in=seen)
    newest = rounds.annotate(
        helpers=_helpers("competition"),
        entered=entered("competition"),
        runs=_runs("competition"),
        ruled=_ruled("competition"),
        total=Coalesce(Subquery(_matches().order_by("-number").values("number")[:1]), 0),
        left=_number(_matches().filter(state__in=Match.OPEN), of="round"),
        running=_number(_matches().filter(state=Match.State.RUNNING), of="round"),
    ).select_related("competition__organizer")
    shown = (newest if number is None else newest.filter(number=number)).order_by("-number").first()
    if shown is not None:
        about = shown.competition, shown.helpers, shown.entered, shown.runs, shown.ruled
        return Overview(*about, shown, shown.total, shown.total - shown.left, shown.running)
    alone = seen.select_related("organizer").annotate(
        helpers=_helpers("pk"), entered=entered("pk"), runs=_runs("pk")
    )
    found = alone.filter(slug=slug).first()
    return Overview(found, found.helpers, found.entered, found.runs, ruled=False) if found else None


def matches_of(shown: Round, *, after: str | None, size: int, since: datetime | None = None) -> Page[Match]:
    """A page of its matches, each with its `seats`, `faults`, and whether it `counts`; see `veiled`.

    Of a ladder the newest come first, of others the first.
    """
    planned = shown.matches.exclude(planned_from(since)) if since else shown.matches.all()
    order = ["-number"] if shown.format == Format.LADDER else ["number"]
    matches = with_faults(with_counts(with_seats(planned)))
    return veiled(page(matches, order=order, after=after, size=size), since=since)


def veiled(listed: Page[Match], *, since: datetime | None) -> Page[Match]:
    """Let what finished `since` then, and what has not, look the same."""
    for match in listed.rows:
        if since and (match.finished is None or match.finished >= since):
            _veil(match)
    return listed


def _veil(match: Any) -> None:  # noqa: ANN401 - a match with what was annotated
    match.state, match.faults = "frozen", 0
    for seat in match.seats:
        seat["margin"] = None


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Each with its `seats` (name, version, margin), in the same query."""
    seats = MatchBot.objects.filter(match=OuterRef("pk")).order_by("index")
    seat = JSONObject(name="version__bot__name", version="version__number", margin="margin")
    return matches.annotate(seats=ArraySubquery(seats.values(seat=seat)))


def with_counts(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Each with whether it `counts`."""
    return matches.annotate(counts=ExpressionWrapper(counts(), output_field=BooleanField()))


def with_faults(matches: QuerySet[Match], *, those: Q | None = None) -> QuerySet[Match]:
    """Each with how many `faults` there were, or how many of `those`."""
    faults = FaultLog.objects.filter(those or Q(), bot__match=OuterRef("pk"))
    return matches.annotate(faults=_number(faults, of="bot__match"))


def entered(competition: str) -> Coalesce:
    """How many bots take part in the competition that this path leads to."""
    entries = Entry.objects.filter(competition=OuterRef(competition), state__in=Entry.TAKING_PART)
    return _number(entries, of="competition")


def _matches() -> QuerySet[Match]:
    return Match.objects.filter(round=OuterRef("pk"))


def _helpers(competition: str) -> ArraySubquery:
    helped = Competition.co_organizers.through.objects.filter(competition=OuterRef(competition))
    return ArraySubquery(helped.order_by("pk").values("user__username"))


def _runs(competition: str) -> Exists:
    return Exists(Round.objects.filter(competition=OuterRef(competition)).exclude(state=Round.State.FINISHED))


def _ruled(competition: str) -> Exists:
    return Exists(Competition.objects.filter(pk=OuterRef(competition), rulings__isnull=False))


def _number(rows: QuerySet[Any], *, of: str) -> Coalesce:
    """How many of the rows there are for each value of `of`."""
    return Coalesce(Subquery(rows.order_by().values(of).annotate(times=Count("pk")).values("times")), 0)
