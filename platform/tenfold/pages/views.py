from datetime import datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.i18n import JavaScriptCatalog

from arena import protocol as wire
from arena.phase10.rules import NAMED
from tenfold.competitions.freeze import Reader, fit_at, hidden_since, rows_at
from tenfold.competitions.leaderboard import board_of
from tenfold.competitions.models import Competition, Round, Standing
from tenfold.competitions.rule_sets import label
from tenfold.pages.examples import TEN_LINES, messages
from tenfold.pages.live import render_live
from tenfold.pages.rulebook import rulebook, variants
from tenfold.pages.worked import worked_example

_SHOWN_AT_HOME = 8
_HERO = ("R1", "B2", "Y3", "G4", "R5", "B6", "Y7", "G8", "R9", "B10")


@conditional_page
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, the ten-line bot, and the standing of the competition that played last."""
    public = Competition.Visibility.PUBLIC
    newest = (
        Round.objects.filter(competition__visibility=public).select_related("competition").order_by("-id")
    )
    latest = newest.first()
    since = hidden_since(latest.competition, request.user) if latest else None
    best = _best(latest.competition, since, request.user) if latest else []
    context = {
        "latest": latest,
        "board": board_of(best, latest.competition if latest else None),
        "hidden_since": since,
        "ten_lines": TEN_LINES,
        "hero": _HERO,
    }
    return render_live(request, "pages/home.html", "pages/_latest.html", context)


def _best(found: Competition, since: datetime | None, user: Reader) -> list[Standing]:
    """The first rows of its standing, as far as this reader may know it."""
    if since:
        return rows_at(found, fit_at(found, since)[:_SHOWN_AT_HOME], since=since, user=user)
    query = found.standings.select_related("entry__bot__owner").order_by("rank", "id")
    return list(query[:_SHOWN_AT_HOME])


@conditional_page
@cache_control(public=True, max_age=3600)
@require_safe
def words(request: HttpRequest, code: str) -> HttpResponseBase:
    """What the scripts say in a language other than English, which stands in themselves."""
    if code not in dict(settings.LANGUAGES):
        raise Http404(gettext("No such language."))
    with translation.override(code):
        return JavaScriptCatalog.as_view(packages=["tenfold.pages"])(request)


@require_safe
def rules(request: HttpRequest, name: str = "standard") -> HttpResponse:
    """A named rule set in full, phase by phase, and how each of the others differs."""
    named = NAMED.get(name)
    if named is None:
        raise Http404(gettext("No rule set of this name."))
    context = {"name": name, "label": str(label(name)), "book": rulebook(named)}
    context |= {"variants": variants(short=False), "shorts": variants(short=True)}
    return render(request, "pages/rules.html", context)


@require_safe
def protocol(request: HttpRequest) -> HttpResponse:
    context = {"ten_lines": TEN_LINES, "examples": messages(), "version": wire.VERSION}
    return render(request, "pages/protocol.html", context)


@require_safe
def results(request: HttpRequest) -> HttpResponse:
    """How games become a standing, shown by a match that was played here."""
    return render(request, "pages/results.html", {"worked": worked_example()})
