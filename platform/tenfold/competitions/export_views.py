"""Results to take along: the standing as a table, the matches as lines of JSON, a feed of what is over."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import linebreaks
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tenfold.announcements.models import Announcement
from tenfold.competitions import files
from tenfold.competitions.exports import seats
from tenfold.competitions.freeze import Reader
from tenfold.competitions.models import Competition
from tenfold.competitions.views import visible
from tenfold.matches import veil
from tenfold.matches.models import Match
from tenfold.pages.templatetags.league import signed
from tenfold.pages.texts import for_xml

_FED: Final = 50


@require_safe
def standing(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    return files.standing(visible(request, slug), request.user)


@require_safe
def matches(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    return files.matches(visible(request, slug), request.user)


@dataclass(frozen=True, slots=True)
class _Read:
    """What a feed is of, and for whom. One `Results` serves all requests, so it keeps nothing of them."""

    competition: Competition
    reader: Reader


if TYPE_CHECKING:
    _Feed = Feed[Match | Announcement, _Read]
else:  # generic to the type checker only
    _Feed = Feed


class Results(_Feed):
    """The newest matches that are over and what was announced to all, for whoever would rather be told."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str) -> _Read:
        return _Read(visible(request, slug), request.user)

    def title(self, of: _Read) -> str:
        return f"{of.competition.name} · Tenfold"

    def subtitle(self, of: _Read) -> str:
        return for_xml(of.competition.description)

    def link(self, of: _Read) -> str:
        return of.competition.get_absolute_url()

    def items(self, of: _Read) -> list[Match | Announcement]:
        over = veil.known_results(of.competition.matches.all(), of.reader).select_related("round")
        said = of.competition.announcements.to_all().select_related("competition").order_by("-id")[:_FED]
        newest = over.prefetch_related(seats()).order_by("-finished", "-pk")[:_FED]
        return sorted([*newest, *said], key=_time, reverse=True)[:_FED]

    def item_title(self, item: Match | Announcement) -> str:
        if isinstance(item, Announcement):
            return _("Announcement")
        margins = [f"{seat.version.bot.name} {signed(seat.margin or 0)}" for seat in item.bots.all()]
        assert item.round is not None, "matches of a competition are of its rounds"
        return _("Match %(round)s.%(number)s: %(margins)s") % {
            "round": item.round.number,
            "number": item.number,
            "margins": ", ".join(margins),
        }

    def item_description(self, item: Match | Announcement) -> str:
        if isinstance(item, Announcement):
            return linebreaks(for_xml(item.text), autoescape=True)  # readers take it for HTML
        return _("Margins in phases against the table's mean on the same decks.")

    def item_pubdate(self, item: Match | Announcement) -> datetime:
        return _time(item)

    def item_updateddate(self, item: Match | Announcement) -> datetime:
        return (item.changed if isinstance(item, Announcement) else None) or _time(item)


def _time(item: Match | Announcement) -> datetime:
    if isinstance(item, Announcement):
        return item.made
    assert item.finished is not None, "it is over"
    return item.finished
