"""What an author sees of a bot's versions: the source, what changed, and the way back to an older one."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tenfold.bots import services
from tenfold.bots.diff import changes
from tenfold.bots.models import Bot, BotVersion
from tenfold.bots.reading import files_of, shown
from tenfold.competitions.running import playing_on
from tenfold.matches.by_version import played_by
from tenfold.pages.keyset import page
from tenfold.pages.numbers import whole
from tenfold.refusal import Refused

# Of a file on one page.
_LINES: Final = 5_000
# Of versions in a list, and in those to choose from.
_PAGE: Final = 30
_CHOICES: Final = 200


def versions_of(bot: Bot, request: HttpRequest) -> dict[str, Any]:
    """A page of a bot's versions, newest first, each with what it made of its matches."""
    versions = BotVersion.objects.filter(bot=bot).defer("source", "dossier", "fingerprint")
    listed = page(versions, order=["-number"], after=request.GET.get("after"), size=_PAGE)
    played = played_by([version.pk for version in listed.rows], request.user)
    return {"versions": listed, "played": [(version, played.get(version.pk)) for version in listed.rows]}


def _readable(request: HttpRequest, owner: str, slug: str) -> Bot:
    """The bot, if the asker may read its source."""
    found = Bot.objects.select_related("owner")
    bot = get_object_or_404(found, owner__username=owner, slug=slug)
    if not request.user.has_perm("bots.view_source", bot):
        raise Http404(_("Not a source that you may read."))
    return bot


@require_safe
def read(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """One file of a version with its line numbers; of a zip, the others to choose from."""
    bot = _readable(request, owner, slug)
    found = get_object_or_404(bot.versions.select_related("bot__owner"), number=number)
    context = {"bot": bot, "version": found, "newest": _newest(bot)}
    try:
        files = files_of(found)
    except Refused as no:
        return render(request, "bots/read.html", {**context, "unreadable": str(no)})
    file = files.get(request.GET.get("file", next(iter(files))))
    if file is None:
        raise Http404(_("No file of this name in the version."))
    first = min(max(whole(request.GET.get("from")) or 1, 1), max(len(file.lines or ()), 1))
    lines = [shown(line) for line in (file.lines or ())[first - 1 : first - 1 + _LINES]]
    following = first + _LINES if len(file.lines or ()) >= first + _LINES else None
    context |= {"files": files.values(), "file": file, "first": first, "lines": lines, "following": following}
    return render(request, "bots/read.html", context)


@require_safe
def diff(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    """What changed from one version to another; asked for none, from the last but one to the last."""
    bot = _readable(request, owner, slug)
    numbers = list(bot.versions.order_by("-number").values_list("number", flat=True)[:_CHOICES])
    if not numbers:
        raise Http404(_("No version to compare."))
    to = whole(request.GET.get("to")) or numbers[0]
    from_ = whole(request.GET.get("from")) or max((n for n in numbers if n < to), default=to)
    found = {version.number: version for version in bot.versions.filter(number__in=[from_, to])}
    if not {from_, to} <= found.keys():
        raise Http404(_("No version of this number."))
    context = {"bot": bot, "from": found[from_], "to": found[to], "numbers": numbers}
    try:
        files = [files_of(found[number]) for number in (from_, to)]
        equal = found[from_].sha256 == found[to].sha256
        context["changes"] = changes(files[0], files[1], equal=equal)
    except Refused as no:
        context["unreadable"] = str(no)
    return render(request, "bots/diff.html", context)


def _newest(bot: Bot) -> int:
    return bot.versions.order_by("-number").values_list("number", flat=True)[0]


@require_POST
@login_required
def activate(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """Let a version play, an older one as well as a newer; say what goes on with another."""
    assert request.user.is_authenticated
    versions = BotVersion.objects.select_related("bot__owner").defer("source")
    found = get_object_or_404(versions, bot__owner__username=owner, bot__slug=slug, number=number)
    if not request.user.has_perm("bots.activate_version", found):
        raise PermissionDenied(_("A bot's versions are its owner's to choose from."))
    try:
        services.activate_version(bot=found.bot, version=found, by=request.user)
    except Refused as no:
        messages.error(request, str(no))
    else:
        said = _("Version %(number)s of %(bot)s plays in every match that is planned from now on.") % {
            "number": number,
            "bot": found.bot,
        }
        messages.success(request, " ".join([said, *playing_on(found, request.user)]))
    return redirect(found.bot)
