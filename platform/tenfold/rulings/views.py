"""The log of rulings, open to all who see the competition, and the pages on which organizers rule."""

from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tenfold.accounts.models import User
from tenfold.bots.models import BotVersion
from tenfold.competitions.freeze import hidden_since
from tenfold.competitions.models import Competition, Deed, Entry
from tenfold.competitions.views import permitted, visible
from tenfold.matches.models import Match
from tenfold.pages.keyset import page
from tenfold.refusal import Refused
from tenfold.rulings import services
from tenfold.rulings.effects import running_round
from tenfold.rulings.forms import ConfirmForm, OrderForm
from tenfold.rulings.models import THINGS, Ruling
from tenfold.rulings.preview import preview_of, shown_previews, undo_preview_of
from tenfold.rulings.words import sentences, undo_sentences

_PAGE: Final = 30
# A list to choose from; whoever has more entries than that types less by coming from a bot's row.
_CHOICES: Final = 1000


@require_safe
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """What was ruled, newest first, with its reasons."""
    found = visible(request, slug)
    made = found.rulings.select_related(
        "entry__bot__owner", "match__round", "round", "version", "by", "undone_by", "competition"
    )
    since = hidden_since(found, request.user)
    listed = page(made, order=["-number"], after=request.GET.get("after"), size=_PAGE)
    context = {
        "competition": found,
        "page": listed,
        "rules": request.user.has_perm("rulings.rule", found),
        "changes_it": request.user.has_perm("competitions.change_competition", found),
        "lines": [_line(ruling, since) for ruling in listed.rows],
        "deeds": _deeds(found, request),
    }
    return render(request, "rulings/rulings.html", context)


def _deeds(found: Competition, request: HttpRequest) -> list[Deed]:
    """The newest presses of those who organize, for them: to others a freeze hides what was started."""
    if not request.user.has_perm("rulings.rule", found):
        return []
    return list(found.deeds.select_related("by")[:_PAGE])


def _line(ruling: Ruling, since: datetime | None) -> dict[str, Any]:
    """A ruling with its `moved` and `moved_back`, as far as they may be known."""
    moved, back = shown_previews(ruling, since)
    return {
        "ruling": ruling,
        "moved": moved,
        "moved_back": back,
        "sentences": sentences(ruling, moved["counts"]) if moved else [],
        "undo_sentences": undo_sentences(ruling, back["counts"]) if back else [],
    }


def _ruled_by(request: HttpRequest, slug: str) -> tuple[Competition, User]:
    return permitted(
        request, slug, "rulings.rule", _("Rulings are made by those who organize the competition.")
    )


@require_safe
@login_required
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be ruled; each choice leads to its preview."""
    found, _by = _ruled_by(request, slug)
    let_in = found.entries.exclude(state__in=[Entry.State.REQUESTED, Entry.State.DECLINED])
    entries = let_in.select_related("bot__owner").order_by("bot__name", "id")
    context = {
        "competition": found,
        "entries": entries.exclude(pk__in=found.disqualified)[:_CHOICES],
        "rounds": found.rounds.values_list("number", flat=True)[:_CHOICES],
        "versions": _versions(found),
        "match": request.GET.get("match", "")[:20],
    }
    return render(request, "rulings/choose.html", context)


def _versions(found: Competition) -> list[BotVersion]:
    """Ready versions of bots with matches to come in the round that runs."""
    to_come = found.matches.filter(round=running_round(found), state=Match.State.SCHEDULED)
    ready = BotVersion.objects.filter(
        state=BotVersion.State.READY, bot__entries__match_bots__match__in=to_come
    )
    versions = ready.select_related("bot").defer("source", "fingerprint").distinct()
    return list(versions.order_by("bot__name", "bot", "-number")[:_CHOICES])


@require_http_methods(["GET", "POST"])
@login_required
def rule(request: HttpRequest, slug: str) -> HttpResponse:
    """What a ruling would change; sent with a reason and the word to type, it is made."""
    found, by = _ruled_by(request, slug)
    asked = OrderForm(found, request.POST if request.method == "POST" else request.GET)
    if not asked.is_valid():
        for sentence in {str(error) for errors in asked.errors.values() for error in errors}:
            messages.error(request, sentence)
        typed = {"match": match} if (match := asked.data.get("match")) else None
        return redirect(reverse("rulings_choose", args=[slug], query=typed))
    order = asked.order()
    form = _confirm(request, order)
    if request.method == "POST" and form.is_valid():
        order.reason = form.cleaned_data["reason"]
        try:
            made = services.rule(
                ruling=order, by=by, token=form.cleaned_data["token"], seen=form.cleaned_data["seen"]
            )
        except Refused as no:
            form.add_error(None, str(no))
        else:
            messages.success(
                request, _("Ruling %(number)s is made. It can be undone here.") % {"number": made.number}
            )
            return redirect(made)
    fields = {name: asked.data.get(name, "") for name in ("kind", *THINGS)}
    return _decide(request, order, form, undo=False, more={"fields": fields})


@require_http_methods(["GET", "POST"])
@login_required
def undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What undoing a ruling would change; sent with a reason and the word to type, it is undone."""
    found, by = _ruled_by(request, slug)
    ruling = get_object_or_404(
        found.rulings.select_related("entry__bot", "match__round", "round", "version", "competition"),
        number=min(number, 2**31 - 1),
    )
    form = _confirm(request, ruling)
    if ruling.undone:
        messages.info(request, _("Ruling %(number)s is undone already.") % {"number": ruling.number})
        return redirect(ruling)
    if request.method == "POST" and form.is_valid():
        try:
            services.undo(
                ruling=ruling, reason=form.cleaned_data["reason"], by=by, seen=form.cleaned_data["seen"]
            )
        except Refused as no:
            form.add_error(None, str(no))
        else:
            messages.success(request, _("Ruling %(number)s is undone.") % {"number": ruling.number})
            return redirect(ruling)
    return _decide(request, ruling, form, undo=True, more={})


def _confirm(request: HttpRequest, ruling: Ruling) -> ConfirmForm:
    if request.method == "POST":
        return ConfirmForm(ruling.to_type, request.POST)
    return ConfirmForm(ruling.to_type, initial={"token": uuid4()})


def _decide(
    request: HttpRequest, ruling: Ruling, form: ConfirmForm, *, undo: bool, more: dict[str, Any]
) -> HttpResponse:
    """The preview as it is now, over the form; or why there is none."""
    try:
        preview = undo_preview_of(ruling) if undo else preview_of(ruling)
    except Refused as no:
        messages.error(request, str(no))
        return redirect(reverse("rulings_choose", args=[ruling.competition.slug]))
    said = (undo_sentences if undo else sentences)(ruling, preview.stored()["counts"])
    context = {
        "competition": ruling.competition,
        "ruling": ruling,
        "undo": undo,
        "form": form,
        "sentences": said,
        "moved": preview.stored(),
        # As it is now, whatever was sent: sent again, the form confirms what it is shown with.
        "seen": preview.seen,
        **more,
    }
    return render(request, "rulings/decide.html", context)
