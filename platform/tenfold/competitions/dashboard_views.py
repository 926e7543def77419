"""The page from which a competition is run."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import conditional_page, require_safe

from tenfold.competitions import dashboard as figures
from tenfold.competitions.models import Competition
from tenfold.competitions.overview import Overview, overview
from tenfold.competitions.views import permitted
from tenfold.competitions.wanted import Rows
from tenfold.matches import alive, outlook
from tenfold.matches.models import Attempt
from tenfold.pages.live import render_live


@conditional_page
@require_safe
@login_required
def dashboard(request: HttpRequest, slug: str) -> HttpResponse:
    """How it goes and what can be done about it; htmx asks the same address for the figures alone."""
    sentence = gettext("The dashboard is for those who organize the competition.")
    found, _ = permitted(request, slug, "competitions.view_dashboard", sentence)
    shown = overview(Competition.objects.filter(pk=found.pk), slug=slug)
    assert shown is not None, "it was there a moment ago"
    found = shown.competition
    mark = f"{'runs' if shown.runs else 'rests'}{'-paused' * found.paused}{'-ladder' * found.ladder_runs}"
    if request.headers.get("HX-Request") and request.GET.get("state") not in {None, mark}:
        # The buttons around the figures are others now.
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = {"competition": found, "overview": shown, "round": shown.round, "mark": mark}
    context |= _machinery(shown) | _entries(request, found)
    context["changes_it"] = request.user.has_perm("competitions.change_competition", found)
    return render_live(request, "competitions/dashboard.html", "competitions/_dashboard.html", context)


def _machinery(shown: Overview) -> dict[str, Any]:
    """What waits, who plays it, and how fast."""
    playing = alive.playing_now()
    measured = outlook.published()
    running = shown.round.pk if shown.round else 0
    return {
        "queue": figures.queue_of(shown.competition),
        "machines": alive.machines(playing),
        "playing": [_described(each) for each in playing if _is_of(each, shown.competition)],
        "hourly": measured.hourly.get(running) if measured else None,
        "left": measured.left.get(running) if measured else None,
        "coverage": figures.coverage_of(shown.round) if shown.round else None,
    }


def _is_of(attempt: Attempt, competition: Competition) -> bool:
    return attempt.match.competition_id == competition.pk


def _described(attempt: Attempt) -> dict[str, Any]:
    return {"attempt": attempt, "match": attempt.match, "machine": alive.machine_of(attempt)}


def _entries(request: HttpRequest, found: Competition) -> dict[str, Any]:
    """A page of them, of all or of those that are asked for, and what they count up to."""
    wanted = Rows.of(request.GET)
    listed = figures.entries_of(found, after=request.GET.get("after"), kind=wanted.fault, bot=wanted.bot)
    return {
        "page": listed,
        "lines": figures.lines_of(found, listed.rows),
        "counts": figures.counts_of(found),
        "verdicts": figures.verdicts_of(found),
        "kind": wanted.fault,
        "named": wanted.bot,
        "looked_at": figures.LOOKED_AT,
    }
