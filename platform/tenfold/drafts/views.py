"""The editor: write, play a test game, upload. A draft and all that came of it are its writer's alone."""

from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import msgspec
from csp.constants import NONCE
from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, replace_url, retarget

from arena.replay import FaultTold
from arena.replay import replay_document as document_of
from arena.transcript import TranscriptMismatch, load
from tenfold.accounts.askers import Asker, asker_of
from tenfold.accounts.models import User
from tenfold.bots.models import BotVersion
from tenfold.bots.services import upload as upload_as
from tenfold.drafts import services
from tenfold.drafts.forms import WriteForm
from tenfold.drafts.models import Draft, DraftState
from tenfold.drafts.told import blamed, exception, main_fault, result
from tenfold.matches import sandboxes
from tenfold.pages.examples import TEN_LINES
from tenfold.pages.live import render_live
from tenfold.pages.numbers import whole
from tenfold.pages.once import new_token, once
from tenfold.pages.said import in_words, told
from tenfold.refusal import Refused, TooMany

# What the writer's bot is called in its game. "Your bot" would stand with its capital amidst sentences.
_OWN: Final = "main.py"

# CodeMirror writes a style sheet of its own, which is let in by a number used once.
_EDITOR: Final = csp_update({"style-src": [NONCE]})


@_EDITOR
@require_safe
def write(request: HttpRequest) -> HttpResponse:
    """The ten lines, ready to be played and changed; or the version that the address names."""
    version = _version(request)
    start = _start(version, request.user.pk) if version else {"source": TEN_LINES}
    return _editor(request, WriteForm(initial=start | {"token": new_token()}), None, version=version)


def _version(request: HttpRequest) -> BotVersion | None:
    """The version asked for, if any; its source has to be the asker's to read, and one file."""
    if "version" not in request.GET:
        return None
    found = get_object_or_404(BotVersion.objects.select_related("bot"), pk=whole(request.GET["version"]) or 0)
    if found.is_zip or not request.user.has_perm("bots.view_source", found):
        raise Http404(gettext("No version that you may open here."))
    return found


def _start(version: BotVersion, asker: int | None) -> dict[str, str]:
    own = version.bot.owner_id == asker
    return {
        "source": bytes(version.source).decode("utf-8", "replace"),
        "name": version.bot.name if own else "",
    }


@_EDITOR  # type: ignore[arg-type]  # its types know no view with arguments
@require_safe
def draft(request: HttpRequest, key: UUID) -> HttpResponse:
    """The editor with this text and its game beside it; to htmx the game alone, which it follows."""
    found = _mine(request, key)
    if request.headers.get("HX-Request"):
        settled = found.state not in Draft.OPEN
        return render_live(request, "", "drafts/_game.html", _told(found), settled=settled)
    start = {"source": bytes(found.source).decode(), "opponent": found.opponent_id, "token": new_token()}
    return _editor(request, WriteForm(initial=start), found)


@_EDITOR
@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Play a test game: a page of its own, or to htmx what belongs beside the editor."""
    form = WriteForm(request.POST)
    if not form.is_valid():
        return _editor(request, form, None, status=422)
    writer = asker_of(request, writes=True)
    if writer.user is None and not services.visitors_may_play():
        return _kept(request, form, writer)
    try:
        made = services.play(writer=writer, source=form.text, opponent=form.against)
    except Refused as no:
        form.add_error(None, str(no))
        return _editor(request, form, None, status=_status(no))
    if not request.headers.get("HX-Request"):
        return redirect(made)
    return replace_url(render(request, "drafts/_answer.html", _told(made)), made.get_absolute_url())


@_EDITOR
@require_POST
def upload(request: HttpRequest) -> HttpResponse:
    """Make the text a version of a bot, as any upload; a visitor signs up first, and finds it here again."""
    form = WriteForm(request.POST)
    if not form.is_valid():
        return _editor(request, form, None, status=422)
    if not request.user.is_authenticated:
        return _kept(request, form, asker_of(request, writes=True))
    try:
        return redirect(_taken_in(form, request.user))
    except Refused as no:
        form.add_error("name" if not form.cleaned_data["name"] else None, str(no))
        return _editor(request, form, None, status=_status(no))


def _taken_in(form: WriteForm, by: User) -> str:
    """The address of the version that the text has become."""
    name, data = form.cleaned_data["name"], form.text

    def work() -> str:
        return upload_as(by=by, name=name, filename="main.py", data=data).get_absolute_url()

    # By what is sent as well: whoever comes back to the page and uploads another text means another version.
    same = f"{form.cleaned_data['token']}|{name}|".encode() + data
    return once(who=by.pk, token=sha256(same).hexdigest(), work=work, meanwhile=reverse("my_bots"))


def _kept(request: HttpRequest, form: WriteForm, writer: Asker) -> HttpResponse:
    """Keep what was typed, and lead to an account and back."""
    try:
        made = services.keep(writer=writer, source=form.text)
    except Refused as no:
        form.add_error(None, str(no))
        return _editor(request, form, None, status=_status(no))
    address = f"{reverse('sign_up')}?next={made.get_absolute_url()}"
    return HttpResponseClientRedirect(address) if request.headers.get("HX-Request") else redirect(address)


def _status(no: Refused) -> int:
    return 429 if isinstance(no, TooMany) else 422


def _mine(request: HttpRequest, key: UUID) -> Draft:
    drafts = Draft.objects.filter(asker_of(request).own).select_related("opponent__bot")
    found = drafts.defer("transcript", "opponent__source").filter(key=key).first()
    if found is None:
        raise Http404(gettext("No draft of yours; drafts are forgotten after a day."))
    return found


def _editor(
    request: HttpRequest,
    form: WriteForm,
    found: Draft | None,
    *,
    version: BotVersion | None = None,
    status: int = 200,
) -> HttpResponse:
    """The whole page; to htmx, when something is wrong with the form, only what, and where to put it.

    With 200, as htmx throws other answers away and browsers report them as mishaps.
    """
    if request.headers.get("HX-Request") and form.is_bound:
        wrong = {"form": form, "nothing_played": status == HTTPStatus.UNPROCESSABLE_ENTITY}
        return retarget(render(request, "drafts/_wrong.html", wrong), "#wrong")
    context = {
        "form": form,
        "ten_lines": TEN_LINES,
        "version": version,
        "may_play": request.user.is_authenticated or services.visitors_may_play(),
        **(_told(found) if found else {}),
    }
    response = render(request, "drafts/write.html", context, status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _told(found: Draft) -> dict[str, Any]:
    """What the templates of the game need."""
    over = found.state == DraftState.OVER
    seats = list(zip((_OWN, found.opponent), found.outcome, strict=True)) if over else []
    return {
        "draft": found,
        "settled": found.state not in Draft.OPEN,
        "heard_of": sandboxes.published(),
        "result": result(found) if over else "",
        "seats": seats,
        "ranking": sorted(seats, key=lambda seat: int(seat[1]["place"])),
        "data_url": reverse("draft_replay", args=[found.key]),
        "said": told(fault["message"] for fault in found.faults),
        "fault": main_fault(found),
        "blamed": blamed(found),
        "exception": exception(found),
    }


@gzip_page
@require_safe
def replay_document(request: HttpRequest, key: UUID) -> HttpResponse:
    found = _mine(request, key)
    if found.transcript is None:
        raise Http404(gettext("No game has been played with this draft."))
    faults = msgspec.convert(found.faults, list[FaultTold])
    try:
        shown = document_of(load(bytes(found.transcript)), faults)
    except TranscriptMismatch as error:  # as after an upgrade to another engine
        words = gettext("This game cannot be played again here: %(why)s.") % {"why": in_words(error)}
        return HttpResponse(words, status=409)
    response = HttpResponse(msgspec.json.encode(shown), content_type="application/json")
    patch_cache_control(response, private=True, no_store=True)
    return response
