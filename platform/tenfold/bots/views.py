from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_http_methods, require_POST, require_safe

from tenfold.accounts.models import User
from tenfold.bots import services
from tenfold.bots.forms import UploadForm
from tenfold.bots.models import Bot, BotVersion
from tenfold.bots.steps import steps_of
from tenfold.bots.version_views import versions_of
from tenfold.competitions.freeze import Reader, as_shown, fit_at, hidden_since, rows_at
from tenfold.competitions.models import Competition, Entry, with_ruling
from tenfold.competitions.profile import profile_of
from tenfold.matches.models import FaultLog
from tenfold.pages.examples import TEN_LINES
from tenfold.pages.keyset import page
from tenfold.pages.live import render_live
from tenfold.pages.once import new_token, once
from tenfold.refusal import Refused

_PAGE: Final = 50
_NAMED: Final = 5  # competitions that one sentence names
_FINAL: Final = (BotVersion.State.READY, BotVersion.State.REFUSED)


@require_safe
@login_required
def my_bots(request: HttpRequest) -> HttpResponse:
    newest = BotVersion.objects.filter(bot=OuterRef("pk")).order_by("-number")
    bots = (
        Bot.objects.filter(owner=request.user.pk)
        .select_related("owner", "active_version")
        .defer("active_version__source")
        .prefetch_related(Prefetch("entries", with_ruling(Entry.objects.select_related("competition"))))
        .annotate(newest=Subquery(newest.values("number")[:1]), state=Subquery(newest.values("state")[:1]))
    )
    listed = page(bots, order=["-id"], after=request.GET.get("after"), size=_PAGE)
    return render(
        request, "bots/mine.html", {"page": listed, "benched": _benched(bot__owner=request.user.pk)}
    )


def _benched(**whose: object) -> QuerySet[Entry]:
    """Entries that sit out, for their owner to read why and to let them play again."""
    benched = Entry.objects.filter(**whose, state=Entry.State.BENCHED)
    return benched.select_related("competition", "bot__owner").order_by("-state_since", "-pk")[:_PAGE]


@require_http_methods(["GET", "POST"])
@login_required
def upload(request: HttpRequest) -> HttpResponse:
    """Take in a file or pasted source; what is wrong with it, the version's page will say."""
    assert request.user.is_authenticated
    if request.method == "POST":
        form = UploadForm(request.POST, request.FILES)
        if form.is_valid():
            try:
                return redirect(_take_in(form, request.user))
            except Refused as no:
                form.add_error(None, str(no))
    else:
        start = {"name": request.GET.get("bot", ""), "source": TEN_LINES, "token": new_token()}
        form = UploadForm(initial=start)
    return render(request, "bots/upload.html", {"form": form})


def _take_in(form: UploadForm, by: User) -> str:
    """The address of the version that the form made."""

    def submit() -> str:
        filename, data = form.upload
        name = form.cleaned_data["name"]
        return services.upload(by=by, name=name, filename=filename, data=data).get_absolute_url()

    return once(who=by.pk, token=form.cleaned_data["token"], work=submit, meanwhile=reverse("my_bots"))


def _bot(owner: str, slug: str) -> Bot:
    found = Bot.objects.select_related("owner", "active_version").defer("active_version__source")
    return get_object_or_404(found, owner__username=owner, slug=slug)


def _versions(bot: Bot) -> QuerySet[BotVersion]:
    return BotVersion.objects.filter(bot=bot).defer("source", "dossier")


@require_safe
def bot(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    found = _bot(owner, slug)
    seen = Competition.objects.visible_to(request.user)
    entries = found.entries.filter(competition__in=seen).select_related("competition", "standing")
    entries = with_ruling(as_shown(entries, request.user)).order_by("-created")[:_PAGE]
    context = {
        "bot": found,
        "mine": found.owner_id == request.user.pk,
        "benched": _benched(bot=found) if found.owner_id == request.user.pk else (),
        "opponent": found.active_version_id and request.user.is_authenticated and found.plays_on_request,
        "source_open": request.user.has_perm("bots.view_source", found),
        **versions_of(found, request),
        "entries": (placed := [_placed(entry, request.user) for entry in entries]),
    }
    context |= _profile(placed, request.GET.get("in"))
    return render(request, "bots/bot.html", context)


def _placed(entry: Entry, user: Reader) -> dict[str, Any]:
    """An entry with its place in the standing, as far as this reader may know it."""
    since = hidden_since(entry.competition, user)
    if since is None:
        return {"entry": entry, "standing": getattr(entry, "standing", None)}
    own = [frozen for frozen in fit_at(entry.competition, since) if frozen.row.entry == entry.pk]
    rows = rows_at(entry.competition, own, since=since, user=user)
    return {"entry": entry, "standing": rows[0] if rows else None, "hidden_since": since}


def _profile(placed: list[dict[str, Any]], asked: str | None) -> dict[str, Any]:
    """More of the competition that was asked for or, without one, of the newest in which it has a place."""
    standing = {one["entry"].competition.slug: one for one in placed if one["standing"]}
    chosen = standing.get(asked or "") or next(iter(standing.values()), None)
    if chosen is None:
        return {}
    profile = profile_of(chosen["standing"], since=chosen.get("hidden_since"))
    others = [one["entry"].competition for one in standing.values() if one is not chosen]
    return {"profile": profile, "others": others}


def _version(owner: str, slug: str, number: int) -> BotVersion:
    found = BotVersion.objects.select_related("bot__owner").defer("source")
    return get_object_or_404(found, bot__owner__username=owner, bot__slug=slug, number=number)


@conditional_page
@require_safe
def version(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """How far the version has come; to its owner also why it was refused, with the dossier."""
    found = _version(owner, slug, number)
    settled = found.state in _FINAL
    mine = found.bot.owner_id == request.user.pk
    context = {
        "version": found,
        "bot": found.bot,
        "steps": steps_of(found),
        "settled": settled,
        "mine": mine,
        "entered": _entered(found.bot) if mine and found.state == BotVersion.State.READY else [],
        "source_open": request.user.has_perm("bots.view_source", found),
        "trial": found.trials.order_by("-number").first(),
        "fault": _fault_of_trial(found),
        "before": _ready_before(found) if found.state == BotVersion.State.READY else None,
    }
    return render_live(request, "bots/version.html", "bots/_version.html", context, settled=settled)


def _entered(bot: Bot) -> list[Entry]:
    """Where it takes part, the newest first, as far as a sentence has room for them."""
    taking_part = bot.entries.filter(state__in=Entry.TAKING_PART).select_related("competition")
    return list(taking_part.order_by("-id")[:_NAMED])


def _fault_of_trial(version: BotVersion) -> FaultLog | None:
    """The fault that a refused version's dossier is of."""
    if not version.dossier or "match" not in version.dossier:
        return None
    faults = FaultLog.objects.filter(bot__version=version, game__match=version.dossier["match"])
    return faults.select_related("game").defer("game__transcript", "game__clocks").order_by("id").first()


def _ready_before(version: BotVersion) -> BotVersion | None:
    """What it would be compared with: the newest older version that could play as well."""
    older = _versions(version.bot).filter(number__lt=version.number, state=BotVersion.State.READY)
    return older.order_by("-number").first()


@require_POST
@login_required
def open_to_requests(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    """Let anybody ask for matches against the bot, or nobody any more."""
    assert request.user.is_authenticated
    found = _bot(owner, slug)
    if not request.user.has_perm("bots.change_bot", found):
        raise PermissionDenied(_("Whether a bot plays on request is its owner's to say."))
    services.open_to_requests(bot=found, open_=request.POST.get("open") == "yes", by=request.user)
    return redirect(found)


@require_safe
def source(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """The upload as it came, as a download: it is never shown as a page of ours."""
    found = _version(owner, slug, number)
    if not request.user.has_perm("bots.view_source", found):
        raise Http404(_("Not a source that you may read."))
    kind = "application/zip" if found.is_zip else "text/x-python; charset=utf-8"
    ending = "zip" if found.is_zip else "py"
    disposition = f'attachment; filename="{found.bot.slug}-v{number}.{ending}"'
    headers = {"Content-Disposition": disposition, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(bytes(found.source), content_type=kind, headers=headers)
