"""What the public may know of an author: their bots, where these stand, and the newest of their matches."""

from typing import Any, Final

from django.db.models import BooleanField, ExpressionWrapper, Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tenfold.accounts.models import User
from tenfold.bots.models import Bot
from tenfold.competitions.freeze import Reader, as_shown, frozen_to
from tenfold.competitions.models import Competition, Entry, with_ruling
from tenfold.competitions.overview import with_counts, with_seats
from tenfold.matches.models import Match, MatchBot
from tenfold.matches.veil import known_results
from tenfold.pages.keyset import page

_BOTS: Final = 20
_EACH: Final = 10  # competitions of one bot: its own page has them all
_MATCHES: Final = 20


@require_safe
def author(request: HttpRequest, owner: str) -> HttpResponse:
    found = get_object_or_404(User, username=owner)
    if not request.user.has_perm("bots.view_author", found):
        raise Http404(_("Nobody of this name has bots here."))
    bots = _bots(found, request.user)
    matches = _results(found, request.user)
    context = {
        "author": found,
        "bots": page(bots, order=["-id"], after=request.GET.get("after"), size=_BOTS),
        "matches": page(matches, order=["-id"], after=request.GET.get("matches_after"), size=_MATCHES),
    }
    return render(request, "bots/author.html", context)


def _bots(author: User, user: Reader) -> QuerySet[Bot]:
    """The bots with `placed`: the newest entries of each that this reader may know of."""
    entries = Entry.objects.filter(
        competition__in=Competition.objects.visible_to(user),
        state__in=[*Entry.TAKING_PART, Entry.State.WITHDRAWN],
    )
    frozen = ExpressionWrapper(frozen_to(user, "competition__"), output_field=BooleanField())
    shown = with_ruling(as_shown(entries, user)).annotate(frozen=frozen)
    shown = shown.select_related("competition", "standing").order_by("-id")
    bots = Bot.objects.filter(owner=author).select_related("owner", "active_version")
    return bots.defer("active_version__source").prefetch_related(
        Prefetch("entries", shown[:_EACH], to_attr="placed")
    )


def _results(author: User, user: Reader) -> QuerySet[Any]:
    """Their matches in competitions, as far as this reader may know what came of them."""
    theirs = MatchBot.objects.filter(entry__bot__owner=author).values("match")
    seen = Match.objects.filter(competition__in=Competition.objects.visible_to(user), pk__in=theirs)
    return with_counts(with_seats(known_results(seen, user))).select_related("competition", "round")
