"""What the owner of a bot sees of its games, and nobody else."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tenfold.matches.asked import lines_up_to
from tenfold.matches.models import FaultLog, Match
from tenfold.matches.owned import own_bots
from tenfold.matches.veil import as_shown, games_of, is_hidden
from tenfold.matches.views import bots_of, seen
from tenfold.refusal import Refused


@require_safe
def asked(request: HttpRequest, pk: int) -> HttpResponse:
    """The lines that led to a fault, as a file for `tenfold ask`; with `?lane=1` its earlier games too."""
    faults = FaultLog.objects.select_related("game", "bot__version__bot")
    fault = get_object_or_404(faults.defer("bot__version__source"), pk=pk)
    if not request.user.has_perm("matches.view_dossier", fault):
        raise Http404(_("No fault of a bot of yours."))
    match = get_object_or_404(as_shown(Match.objects.all(), request.user), pk=fault.game.match_id)
    fault.game.match = match
    try:
        lines = list(lines_up_to(fault, lane=request.GET.get("lane") == "1", hidden=is_hidden(match)))
    except Refused as no:
        return HttpResponse(str(no), status=409, content_type="text/plain; charset=utf-8")
    response = HttpResponse(b"".join(line + b"\n" for line in lines), content_type="application/x-ndjson")
    response["Content-Disposition"] = f'attachment; filename="fault-{pk}.ndjson"'
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
def notes(request: HttpRequest, pk: int, block: int, rotation: int) -> HttpResponse:
    """What the asker's own bots wrote to stderr in a game, turn by turn: as JSON where that is asked for."""
    match = seen(request, pk)
    game = get_object_or_404(games_of(match).defer("transcript", "clocks"), block=block, rotation=rotation)
    bots = bots_of(match)
    own = own_bots(list(bots.values()), request.user)
    if not own:
        raise Http404(_("No bot of yours played this game."))
    found: list[dict[str, Any]] = [
        {
            "turn": note.turn,
            "seat": game.seats.index(note.bot.index),
            "name": bots[note.bot.index].version.bot.name,
            "text": note.text,
        }
        for note in game.notes.filter(bot__in=own).select_related("bot")
    ]
    response: HttpResponse
    if request.accepts("text/plain"):
        text = "".join(
            f"turn {note['turn'] + 1}, seat {note['seat'] + 1}, {note['name']}\n{note['text']}\n\n"
            for note in found
        )
        response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    else:
        response = JsonResponse({"notes": found})
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ["Accept", "Cookie"])
    return response
