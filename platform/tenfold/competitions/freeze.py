"""A freeze: what finishes from its time on is hidden, until it is lifted, from all but those who organize.

Nothing of it is stored: what the others see is made of the matches that had finished before. Everything that
would tell of a later one goes through here or through `tenfold.matches.veil`.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Case, CharField, F, Max, Q, QuerySet, Value, When
from django.utils import timezone

from arena import rating
from arena.form import form
from tenfold.accounts.models import User
from tenfold.competitions.models import Competition, Entry, Round, Standing, organized_by
from tenfold.competitions.overview import Overview, overview
from tenfold.competitions.standings import FITTED, FORM, faults_of, rated
from tenfold.matches.aside import set_aside
from tenfold.matches.figures import counted
from tenfold.matches.planned import planned_from

Reader = User | AnonymousUser


class Frozen(NamedTuple):
    """A row of the standing, with the faults of its entry by kind and its form."""

    row: rating.Row
    faults: dict[str, int]
    form: list[float]


# A round of many bots takes a second to rate, and everybody's browser asks again and again.
_REMEMBERED_SECONDS: Final = 60


def hidden_since(competition: Competition, user: Reader) -> datetime | None:
    """Since when this reader may not know what was played; None while they may know all."""
    if not competition.is_frozen or user.has_perm("competitions.view_frozen", competition):
        return None
    return competition.frozen_from


def frozen_to(user: Reader, path: str = "") -> Q:
    """Rows of the frozen competitions whose newest results this reader may not know; `path` leads to one."""
    frozen = Q(**{f"{path}frozen_from__lte": timezone.now()})
    if not user.is_authenticated:
        return frozen
    if user.is_staff:
        return Q(pk__in=())
    theirs = Competition.objects.filter(organized_by(user.pk)).values("pk")
    return frozen & ~Q(**{f"{path}pk__in": theirs})


def as_shown(entries: QuerySet[Entry], user: Reader) -> QuerySet[Entry]:
    """Entries with `shown_state`: one that was benched for later matches shows as active but to its owner.

    Who asks to be let in, or was declined, is known to the owner and to those who organize alone.
    """
    unknown = frozen_to(user, "competition__") & Q(
        state=Entry.State.BENCHED, state_since__gte=F("competition__frozen_from")
    )
    if user.is_authenticated:
        unknown &= ~Q(bot__owner=user.pk)
    active = Value(Entry.State.ACTIVE.value)
    return entries.exclude(_asking_of_others(user)).annotate(
        shown_state=Case(When(unknown, then=active), default=F("state"), output_field=CharField())
    )


def _asking_of_others(user: Reader) -> Q:
    asking = Q(state__in=[Entry.State.REQUESTED, Entry.State.DECLINED])
    if not user.is_authenticated:
        return asking
    if user.is_staff:
        return Q(pk__in=())
    theirs = Competition.objects.filter(organized_by(user.pk)).values("pk")
    return asking & ~Q(bot__owner=user.pk) & ~Q(competition__in=theirs)


def fit_at(competition: Competition, since: datetime) -> list[Frozen]:
    """The standing as of then, best first."""
    key = f"frozen-rows:{competition.pk}:{since.timestamp():.0f}"
    kept: list[Frozen] | None = cache.get(key)
    if kept is not None:
        return kept
    aside = set_aside(competition.matches.all())
    faults = faults_of(competition, without=aside, until=since)
    blocks = counted(competition, without=aside, until=since)
    rows, forms = rated(competition, blocks), form(blocks, last=FORM)
    fit = [
        Frozen(row, faults.get(row.entry, {}), forms.get(row.entry, []))
        for row in sorted(rows, key=lambda row: (row.rank, row.entry))
    ]
    cache.set(key, fit, _REMEMBERED_SECONDS)
    return fit


def rows_at(
    competition: Competition, fit: Sequence[Frozen], *, since: datetime, user: Reader
) -> list[Standing]:
    """Some rows of the frozen standing as any other rows, though nowhere stored."""
    wanted = competition.entries.filter(pk__in=[one.row.entry for one in fit])
    entries = {entry.pk: entry for entry in as_shown(wanted.select_related("bot__owner"), user)}
    for entry in entries.values():
        entry.state = entry.shown_state  # type: ignore[attr-defined]  # annotated
    return [
        Standing(
            competition=competition,
            entry=entries[one.row.entry],
            faults=one.faults,
            form=one.form,
            updated=since,
            **{field: getattr(one.row, field) for field in FITTED},
        )
        for one in fit
    ]


def round_at(round_: Round, since: datetime) -> Round:
    """Let a round look as if it ran, unless it was over before; its secret stays hidden so long."""
    if round_.state == Round.State.FINISHED and (round_.finished is None or round_.finished >= since):
        round_.state, round_.finished = Round.State.RUNNING, None
    return round_


def overview_at(shown: Overview, since: datetime) -> Overview:
    """What a competition's page says of its rounds, as of then.

    A round that began later is not there: who meets whom in it can tell who won before.
    """
    begun = shown.competition.rounds.filter(started__lt=since)
    runs = begun.exclude(finished__lt=since).exists()
    if shown.round and shown.round.started >= since:
        number = begun.order_by("-number").values_list("number", flat=True).first()
        one = Competition.objects.filter(pk=shown.competition.pk)
        shown = overview(one, slug=shown.competition.slug, number=number or 0) or shown
    if shown.round is None or shown.round.started >= since:
        return replace(shown, runs=runs, round=None)
    over = shown.round.matches.filter(finished__lt=since).count()
    planned = shown.round.matches.exclude(planned_from(since)).aggregate(last=Max("number"))
    return replace(
        shown,
        runs=runs,
        round=round_at(shown.round, since),
        total=planned["last"] or 0,
        over=over,
        running=0,
    )
