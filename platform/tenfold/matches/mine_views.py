"""The matches of one's own bots, wherever they were played."""

from dataclasses import replace
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tenfold.accounts.models import User
from tenfold.competitions.models import Competition
from tenfold.competitions.overview import with_counts, with_faults, with_seats
from tenfold.competitions.wanted import FAULTS, MATCH_STATES, Matches
from tenfold.matches.models import FaultLog, Match, MatchBot
from tenfold.matches.veil import as_shown, is_hidden
from tenfold.pages.keyset import Page, page

_PAGE: Final = 50


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """All matches of one's own bots, newest first: those that the address asks for."""
    assert request.user.is_authenticated
    wanted = replace(Matches.of(request.GET), round=None)  # each competition has its own first round
    matches = with_counts(with_seats(_wanted(request.user, wanted))).select_related("competition", "round")
    own = Q(bot__version__bot__owner=request.user)
    listed = page(with_faults(matches, those=own), order=["-id"], after=request.GET.get("after"), size=_PAGE)
    context = {"matches": _veiled(listed), "wanted": wanted, "states": MATCH_STATES, "faults": FAULTS}
    return render(request, "matches/mine.html", context)


def _wanted(user: User, wanted: Matches) -> QuerySet[Any]:
    """Those with a bot of theirs that they may see.

    A private competition may be closed to whoever was in it once, and a house bot plays in others' trials.
    """
    seats = MatchBot.objects.filter(version__bot__owner=user, version__bot__name__icontains=wanted.bot)
    seen = Q(competition__in=Competition.objects.visible_to(user)) | Q(trial_of__bot__owner=user)
    seen |= Q(kind=Match.Kind.REQUESTED)
    matches: QuerySet[Any] = as_shown(Match.objects.filter(seen, pk__in=seats.values("match")), user)
    if wanted.state:
        matches = matches.filter(shown_state=wanted.state)
    if wanted.fault:
        # Of their own bots alone, which they know whatever is frozen.
        faults = FaultLog.objects.filter(kind=wanted.fault, bot__in=seats)
        matches = matches.filter(pk__in=faults.values("bot__match"))
    return matches


def _veiled(listed: Page[Any]) -> Page[Any]:
    for match in listed.rows:
        match.state = match.shown_state
        if is_hidden(match):
            for seat in match.seats:
                seat["margin"] = None
    return listed
