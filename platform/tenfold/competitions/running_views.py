"""Starting, pausing and stopping what a competition plays."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tenfold.competitions import ladders, pausing, rounds
from tenfold.competitions.views import permitted
from tenfold.refusal import Refused


def _back(request: HttpRequest, slug: str) -> HttpResponse:
    """To where the button stands: the competition's page, or the dashboard."""
    return redirect("dashboard" if request.POST.get("back") == "dashboard" else "competition", slug)


@require_POST
@login_required
def start_round(request: HttpRequest, slug: str) -> HttpResponse:
    sentence = _("A round is started by the competition's organizer.")
    found, by = permitted(request, slug, "competitions.start_round", sentence)
    try:
        made = rounds.start_round(competition=found, by=by)
        said = _("Round %(number)s has begun; its matches are being planned.") % {"number": made.number}
        messages.success(request, said)
    except Refused as no:
        messages.error(request, str(no))
    return _back(request, slug)


def _paused(request: HttpRequest, slug: str, change: Callable[..., None], said: str) -> HttpResponse:
    sentence = _("A competition is paused and resumed by those who organize it.")
    found, by = permitted(request, slug, "competitions.pause_competition", sentence)
    change(competition=found, by=by)
    messages.success(request, said)
    return _back(request, slug)


@require_POST
@login_required
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    said = _("Paused. Matches that run are played to their end; no other one begins.")
    return _paused(request, slug, pausing.pause, said)


@require_POST
@login_required
def stop(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        said = _("The ladder ends: what is scheduled is played.")
        return _paused(request, slug, ladders.stop, said)
    except Refused as no:
        messages.error(request, str(no))
        return _back(request, slug)


@require_POST
@login_required
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    return _paused(request, slug, pausing.resume, _("It goes on."))
