"""Entering a bot, and taking it out again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tenfold.bots.models import Bot
from tenfold.competitions import rules_in_words, services
from tenfold.competitions.admission import at_the_door, door_in_words, is_shut_out
from tenfold.competitions.choices import Admission
from tenfold.competitions.models import Competition, Entry
from tenfold.pages.errors import too_many
from tenfold.pages.numbers import whole
from tenfold.refusal import Refused, TooMany


def _at_hand(request: HttpRequest, found: Competition) -> QuerySet[Bot]:
    """The bots that the asker may enter: their own, and the house's where they organize."""
    theirs = Q(owner=request.user.pk)
    if request.user.has_perm("competitions.enter_house_bot", found):
        theirs |= Q(house=True)
    return Bot.objects.filter(theirs)


def could_enter(request: HttpRequest, found: Competition) -> QuerySet[Bot]:
    """Those of them that are ready and are not in it, or were and have been withdrawn."""
    entered = found.entries.exclude(state=Entry.State.WITHDRAWN)
    ready = _at_hand(request, found).filter(active_version__isnull=False)
    return ready.exclude(pk__in=entered.values("bot")).order_by("house", "name", "id")


@require_http_methods(["GET", "POST"])
@login_required
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a bot. To a private competition this address with its code is the invitation."""
    assert request.user.is_authenticated
    code = request.POST.get("invitation", "") or request.GET.get("invitation", "")
    try:
        found = at_the_door(request.user, slug, code)
    except TooMany as no:
        return too_many(request, no)
    if request.method != "POST":
        return _door(request, found, code)
    bot = get_object_or_404(_at_hand(request, found), pk=whole(request.POST.get("bot")) or 0)
    try:
        entry = services.enter(competition=found, bot=bot, by=request.user, invitation=code)
        messages.success(request, _entered(entry))
    except Refused as no:
        messages.error(request, str(no))
        if could_enter(request, found).filter(pk=bot.pk).exists():
            return _door(request, found, code, chosen=bot)
    return redirect(found if found.is_visible_to(request.user) else "my_bots")


def _door(request: HttpRequest, found: Competition, code: str, chosen: Bot | None = None) -> HttpResponse:
    """The page on which one enters; after a refusal the code and the bot stand there, to be mended."""
    by_code = found.admission == Admission.CODE and found.has_code(code)
    context = {
        "competition": found,
        "could_enter": could_enter(request, found),
        "chosen": chosen,
        "invitation": code,
        "rules": rules_in_words.in_words(found.rules),
        "door": "" if by_code else door_in_words(found, request.user),
        "shut_out": is_shut_out(found, request.user),
    }
    return render(request, "competitions/enter.html", context)


def _entered(entry: Entry) -> str:
    if entry.state == Entry.State.REQUESTED:
        return _("%(bot)s has asked to be let in. The answer stands on the page My bots.") % {
            "bot": entry.bot
        }
    return _("%(bot)s is entered and plays from the next round on.") % {"bot": entry.bot}


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    assert request.user.is_authenticated
    # Who has asked to be let into a private competition does not see it, and may take that back.
    seen = Q(competition__in=Competition.objects.visible_to(request.user)) | Q(bot__owner=request.user)
    entries = Entry.objects.filter(seen, competition__slug=slug).select_related("bot", "competition")
    entry = get_object_or_404(entries, pk=whole(request.POST.get("entry")) or 0)
    if not request.user.has_perm("competitions.withdraw_entry", entry):
        raise PermissionDenied(_("An entry is withdrawn by its bot's owner or by the organizer."))
    try:
        services.withdraw(entry=entry, by=request.user)
        said = _("%(bot)s is withdrawn. A round that runs is played to its end.") % {"bot": entry.bot}
        messages.success(request, said)
    except Refused as no:
        messages.error(request, str(no))
    found = entry.competition
    return redirect(found if found.is_visible_to(request.user) else "my_bots")
