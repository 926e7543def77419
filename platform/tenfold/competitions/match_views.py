from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tenfold.competitions.freeze import hidden_since
from tenfold.competitions.listing import matches_of
from tenfold.competitions.views import visible
from tenfold.competitions.wanted import FAULTS, MATCH_STATES, Matches
from tenfold.matches.veil import FROZEN

_PAGE: Final = 50


@require_safe
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """All matches of a competition, whatever their round, newest first: those that the address asks for."""
    found = visible(request, slug)
    since = hidden_since(found, request.user)
    wanted = Matches.of(request.GET)
    mark = request.GET.get("after")
    listed = matches_of(found, wanted, after=mark, size=_PAGE, since=since, user=request.user)
    context = {
        "competition": found,
        "matches": listed,
        "wanted": wanted,
        "hidden_since": since,
        "states": [state for state in MATCH_STATES if since or state != FROZEN],
        "faults": FAULTS,
    }
    return render(request, "competitions/matches.html", context)
