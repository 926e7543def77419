"""Lists of a competition as a reader asks for them, a page at a time: its standing and its matches."""

from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from tenfold.competitions.freeze import Frozen, Reader, as_shown, fit_at, rows_at
from tenfold.competitions.models import Competition, Entry, Standing
from tenfold.competitions.overview import veiled, with_counts, with_faults, with_seats
from tenfold.competitions.wanted import Matches, Rows, named
from tenfold.matches import veil
from tenfold.matches.models import FaultLog, Match, MatchBot
from tenfold.pages.keyset import Page, page, page_of

#: Columns that order the rows, by what they are sorted by; together unique.
_ORDER: Final = {"rank": ("rank", "id"), "wins": ("-wins", "id"), "games": ("-games", "id")}


def standing_of(
    competition: Competition,
    wanted: Rows,
    *,
    after: str | None,
    size: int,
    since: datetime | None,
    user: Reader,
) -> Page[Standing]:
    """A page of the standing: as it is, or as of when it was frozen."""
    if since is None:
        rows = _narrowed(competition.standings.select_related("entry__bot__owner"), wanted)
        return page(rows, order=_ORDER[wanted.sort], after=after, size=size)
    fit = _frozen(competition, wanted, since, user)
    # Nothing is added to it, so a place in it is as good a mark as any.
    places = list(enumerate(fit))
    listed = page_of(places, key=lambda one: _frozen_key(wanted, one), after=after, size=size)
    rows_then = rows_at(competition, [row for _, row in listed.rows], since=since, user=user)
    return Page(rows_then, listed.following)


def _frozen_key(wanted: Rows, one: tuple[int, Frozen]) -> tuple[int, int]:
    place, (row, *_) = one
    return (row.rank if wanted.sort == "rank" else place, row.entry)


def _narrowed(standings: QuerySet[Standing], wanted: Rows) -> QuerySet[Standing]:
    if wanted.bot:
        standings = standings.filter(named(wanted.bot, "entry__bot__"))
    if wanted.state:
        standings = standings.filter(entry__state=wanted.state)
    if wanted.fault:
        standings = standings.filter(faults__has_key=wanted.fault)
    return standings


def _frozen(competition: Competition, wanted: Rows, since: datetime, user: Reader) -> list[Frozen]:
    fit = fit_at(competition, since)
    if wanted.bot or wanted.state:
        entries = as_shown(competition.entries.filter(named(wanted.bot, "bot__")), user)
        if wanted.state:
            entries = entries.filter(shown_state=wanted.state)  # type: ignore[misc]  # annotated
        known = set(entries.values_list("pk", flat=True))
        fit = [one for one in fit if one.row.entry in known]
    if wanted.fault:
        fit = [one for one in fit if wanted.fault in one.faults]
    if wanted.sort != "rank":
        fit = sorted(fit, key=lambda one: (-getattr(one.row, wanted.sort), one.row.entry))
    return fit


def matches_of(
    competition: Competition,
    wanted: Matches,
    *,
    after: str | None,
    size: int,
    since: datetime | None,
    user: Reader,
) -> Page[Match]:
    """A page of its matches, newest first, each with its `seats`, `faults`, and whether it `counts`."""
    matches = veil.as_shown(competition.matches.all(), user) if since else competition.matches.all()
    matches = _wanted(matches, competition, wanted, frozen=since is not None)
    shown = with_faults(with_counts(with_seats(matches))).select_related("round")
    return veiled(page(shown, order=["-id"], after=after, size=size), since=since)


def _wanted(matches: QuerySet[Any], competition: Competition, wanted: Matches, *, frozen: bool) -> Any:  # noqa: ANN401 - annotated
    if wanted.bot:
        entries = Entry.objects.filter(named(wanted.bot, "bot__"), competition=competition)
        matches = matches.filter(pk__in=MatchBot.objects.filter(entry__in=entries).values("match"))
    if wanted.state:
        matches = matches.filter(**{"shown_state" if frozen else "state": wanted.state})
    if wanted.fault:
        of_kind = FaultLog.objects.filter(kind=wanted.fault, bot__match__competition=competition)
        matches = matches.filter(pk__in=of_kind.values("bot__match"))
        matches = matches.filter(hidden=False) if frozen else matches
    if wanted.round is not None:
        matches = matches.filter(round__number=wanted.round)
    return matches
