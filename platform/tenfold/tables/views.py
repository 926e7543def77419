"""Sitting down, the table, what a browser fetches of it, and its replay when the game is over."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, RawPostDataException
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena import transcript
from arena.phase10.errors import IllegalMove
from arena.phase10.rules import STANDARD
from arena.protocol import BadReply
from arena.replay import replay_document
from arena.seen import seen
from arena.transcript import TranscriptMismatch
from tenfold.competitions.rule_sets import label
from tenfold.pages.once import new_token, once
from tenfold.pages.said import in_words, told
from tenfold.refusal import Refused, Stale
from tenfold.tables.forms import SitDown
from tenfold.tables.models import PERSON, Table
from tenfold.tables.players import Player, names_of, player_of
from tenfold.tables.services import give_up, move, open_table, try_out
from tenfold.tables.verifying import checks

_LISTED: Final = 20


@never_cache
@require_http_methods(["GET", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Whom one plays against, and the games that one has not finished."""
    by = player_of(request)
    if request.method == "POST":
        form = SitDown(by, request.POST, initial={})
        if form.is_valid():
            try:
                return redirect(_sat_down(form, player_of(request, sits_down=True)))
            except Refused as no:
                form.add_error(None, str(no))
    else:
        form = SitDown(by, initial={"against": request.GET.getlist("against"), "token": new_token()})
    tables = by.tables.prefetch_related("bots__version__bot").defer("seed", "log")[:_LISTED]
    return render(request, "tables/play.html", {"form": form, "tables": list(tables)})


def _sat_down(form: SitDown, by: Player) -> str:
    def work() -> str:
        return open_table(by=by, bots=form.bots, rules=form.rule_set).get_absolute_url()

    who = by.user.pk if by.user else 0  # the token itself is a visitor's own
    return once(who=who, token=form.cleaned_data["token"], work=work, meanwhile=reverse("play"))


def _at_a_table(
    view: Callable[[HttpRequest, Table], HttpResponse],
) -> Callable[[HttpRequest, UUID], HttpResponse]:
    """A view of a table is for who sits at it; to all others there is none."""

    @wraps(view)
    def of_own(request: HttpRequest, key: UUID) -> HttpResponse:
        table = player_of(request).tables.filter(key=key).first()
        if table is None:
            raise Http404(_("No table of yours."))
        try:
            return view(request, table)
        except TranscriptMismatch:  # its engine is another than today's
            raise Http404(_("This game was begun by another release and cannot go on.")) from None

    return of_own


def _names(request: HttpRequest, table: Table) -> list[str]:
    bots = table.bots.select_related("version__bot__owner").defer("version__source")
    return [player_of(request).name, *names_of([bot.version for bot in bots])]


@never_cache
@require_safe
@_at_a_table
def table(request: HttpRequest, found: Table) -> HttpResponse:
    """The page; it fetches the state of the game by itself."""
    names, rules = _names(request, found), found.rules.name
    context = {
        "table": found,
        "names": names,
        "opponents": names[1:],
        "rules": label(rules) if rules else _("Rules of its own"),
        **(_revealed(found, names) if found.over else {}),
    }
    return render(request, "tables/table.html", context)


def _revealed(found: Table, names: list[str]) -> dict[str, Any]:
    """What the page tells once the game is over."""
    ranking = [
        {"name": names[rank.seat], "own": rank.seat == PERSON, **rank._asdict()}
        for rank in found.game().ranking
    ]
    return {
        "ranking": sorted(ranking, key=lambda seat: int(seat["place"])),
        "seed": bytes(found.seed).hex(),
        "data_url": reverse("table_replay", args=[found.key]),
        "said": told(fault.message for fault in found.refused()),
        "against": found.bots.values_list("version", flat=True),
        "rules_name": found.rules.name or STANDARD.name,
        "token": new_token(),
    }


def _state(found: Table, **more: str) -> HttpResponse:
    """What the person may see now, and nothing else of the table."""
    return _json({"moves": found.moves, "due": found.due, "game": seen(found.game(), PERSON), **more})


def _json(body: object) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(body), content_type="application/json")


@never_cache
@gzip_page
@require_safe
@_at_a_table
def state(request: HttpRequest, found: Table) -> HttpResponse:
    """The game as it stands; with `moves` in the address, 204 as long as there have been no more."""
    if request.GET.get("moves") == str(found.moves):
        return HttpResponse(status=204)
    return _state(found)


@never_cache
@gzip_page
@require_POST
@_at_a_table
def moved(request: HttpRequest, found: Table) -> HttpResponse:
    """A move: 200 with the state after it, 409 with the present one, or why the rules forbid it."""

    def work() -> HttpResponse:
        move(table=found, said=_said(request))
        return _state(found)

    return _answered(found, work)


@never_cache
@gzip_page
@require_POST
@_at_a_table
def tried(request: HttpRequest, found: Table) -> HttpResponse:
    """What a lay and hits would come to."""
    return _answered(found, lambda: _json(try_out(table=found, said=_said(request))))


def _said(request: HttpRequest) -> bytes:
    """What was sent, as long as it was not sent as a form: the check against forgery has read that."""
    try:
        return request.body
    except RawPostDataException:
        raise BadReply(_("A form came; a move is one JSON object, sent as application/json.")) from None


def _answered(found: Table, work: Callable[[], HttpResponse]) -> HttpResponse:
    try:
        return work()
    except Stale as no:
        return _stale(found, str(no))
    except IllegalMove as no:  # nothing out of the way: people try things
        return JsonResponse({"wrong": in_words(no)})
    except BadReply as no:
        return JsonResponse({"wrong": in_words(no)}, status=400)


def _stale(found: Table, why: str) -> HttpResponse:
    present = Table.objects.filter(pk=found.pk, given_up=False).first()
    if present is None:
        return JsonResponse({"wrong": _("This game was given up.")}, status=404)
    response = _state(present, wrong=why)
    response.status_code = 409
    return response


@require_POST
@_at_a_table
def leave(request: HttpRequest, found: Table) -> HttpResponse:
    """Give the game up: nothing of it is kept."""
    if give_up(table=found):
        messages.success(request, _("The game is given up; nothing of it is kept."))
    return redirect("play")


def _over(found: Table) -> Table:
    """The table, once it hides nothing any more."""
    if not found.over:
        raise Http404(_("This game is not over yet."))
    return found


@require_safe
@_at_a_table
def verified(request: HttpRequest, found: Table) -> HttpResponse:
    """What a check of the game finds; to the page of the table the steps alone."""
    context = {
        "table": found,
        "checks": list(checks(_over(found))),
        "transcript_url": reverse("table_transcript", args=[found.key]),
    }
    alone = request.headers.get("X-Part") == "checks"
    response = render(request, "matches/_checks.html" if alone else "tables/verified.html", context)
    patch_vary_headers(response, ["X-Part", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


@gzip_page
@require_safe
@_at_a_table
def table_replay(request: HttpRequest, found: Table) -> HttpResponse:  # noqa: ARG001 - as every view
    """The replay document, all hands open."""
    document = replay_document(_over(found).transcript(), found.refused())
    response = _json(document)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@_at_a_table
def table_transcript(request: HttpRequest, found: Table) -> HttpResponse:  # noqa: ARG001 - as every view
    """What `tenfold verify` takes."""
    data = transcript.dump(_over(found).transcript())
    response = HttpResponse(data, content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="tenfold-table-{found.key}.t10"'
    return response
