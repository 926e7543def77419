"""What can be taken along of a competition: files, certificates, badges and replays, in one place."""

from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from tenfold.accounts.models import User
from tenfold.competitions import files
from tenfold.competitions.archives import rounds_of
from tenfold.competitions.badges import badge_of
from tenfold.competitions.exports import status
from tenfold.competitions.freeze import as_shown
from tenfold.competitions.models import Competition, Entry
from tenfold.competitions.reveal import figure_of
from tenfold.competitions.views import permitted, visible
from tenfold.pages.errors import too_many
from tenfold.pages.keyset import page
from tenfold.refusal import TooMany

_A_SHEET: Final = 500
_KEPT_S: Final = 300


@require_safe
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that can be taken along, as far as the reader may know it."""
    found = visible(request, slug)
    parts, following = rounds_of(found, request.user, after=request.GET.get("after"))
    context: dict[str, Any] = {
        "competition": found,
        "parts": parts,
        "following": following,
        "organizes": request.user.has_perm("competitions.view_dashboard", found),
        "changes_it": request.user.has_perm("competitions.change_competition", found),
        "public": found.visibility == Competition.Visibility.PUBLIC,
        "site": request.build_absolute_uri("/")[:-1],
    }
    if request.user.is_authenticated and context["public"]:
        theirs = found.entries.filter(bot__owner=request.user, state__in=Entry.TAKING_PART)
        context["mine"] = theirs.select_related("bot__owner")
    return render(request, "competitions/export.html", context)


def _certified(request: HttpRequest, slug: str) -> Competition:
    sentence = _("Certificates are handed out by those who organize the competition.")
    return permitted(request, slug, "competitions.view_dashboard", sentence)[0]


@require_safe
@login_required
def certificates(request: HttpRequest, slug: str) -> HttpResponse:
    """Place, bot, author and figure of each, to be printed."""
    found = _certified(request, slug)
    rows = found.standings.select_related("entry__bot__owner")
    listed = page(rows, order=["rank", "id"], after=request.GET.get("after"), size=_A_SHEET)
    context = {
        "competition": found,
        "page": listed,
        "lines": [(row, figure_of(row, found)) for row in listed.rows],
        "provisional": status(found, None) == "provisional",
        "today": timezone.now(),
        "changes_it": request.user.has_perm("competitions.change_competition", found),
    }
    return render(request, "competitions/certificates.html", context)


@require_safe
@login_required
def certificates_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    found = _certified(request, slug)
    return files.certificates(found)


@conditional_page
@require_safe
def badge(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The place of a bot as an SVG: of public competitions alone, and the same for everybody."""
    found = get_object_or_404(Competition, slug=slug, visibility=Competition.Visibility.PUBLIC)
    entered = as_shown(found.entries.all(), AnonymousUser())
    one = get_object_or_404(entered, pk=min(pk, 2**63 - 1))
    context = {"badge": badge_of(found, one)}
    response = render(request, "competitions/badge.svg", context, content_type="image/svg+xml")
    response["Cache-Control"] = f"public, max-age={_KEPT_S}"
    return response


@require_safe
@login_required
def replays(request: HttpRequest, slug: str, number: int, first: int) -> HttpResponseBase:
    """Transcripts of a part of a round; one archive at a time for each person."""
    found, user = visible(request, slug), request.user
    assert isinstance(user, User)
    try:
        return files.archive(found, user, number=number, first=first)
    except TooMany as no:
        return too_many(request, no)
