"""What the owner of a bot sees of its games, and nobody else."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tenfold.matches.asked import lines_up_to
from tenfold.matches.models import FaultLog, Match
from tenfold.matches.veil import as_shown, is_hidden
from tenfold.refusal import Refused


@require_safe
def asked(request: HttpRequest, pk: int) -> HttpResponse:
    """The lines that led to a fault, as a file for `tenfold ask`; with `?lane=1` its earlier games too."""
    faults = FaultLog.objects.select_related("game", "bot__version__bot")
    fault = get_object_or_404(faults.defer("bot__version__source"), pk=pk)
    if not request.user.has_perm("matches.view_dossier", fault):
        raise Http404("No fault of a bot of yours.")
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
