"""The files that can be taken along of a competition, as its pages and the API send them."""

from collections.abc import Iterator
from typing import Final

from django.core.cache import cache
from django.http import Http404, StreamingHttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from tenfold.accounts.models import User
from tenfold.competitions.archives import archive_of, begun
from tenfold.competitions.exports import as_text, csv_line, matches_ndjson, standing_csv, status
from tenfold.competitions.freeze import Reader, hidden_since
from tenfold.competitions.models import Competition
from tenfold.competitions.reveal import figure_of
from tenfold.refusal import TooMany

_CHUNK: Final = 500
# Longer than an archive takes; a browser that has gone away ends it sooner.
_LONGEST_ARCHIVE_S: Final = 600
_CSV: Final = "text/csv; charset=utf-8"


def standing(found: Competition, user: Reader) -> StreamingHttpResponse:
    lines = standing_csv(found, since=hidden_since(found, user), user=user)
    return _file(lines, _CSV, f"{found.slug}-standing.csv")


def matches(found: Competition, user: Reader) -> StreamingHttpResponse:
    return _file(matches_ndjson(found, user), "application/x-ndjson", f"{found.slug}-matches.ndjson")


def certificates(found: Competition) -> StreamingHttpResponse:
    """For those who organize it: nothing in it is frozen."""
    return _file(_table(found), _CSV, f"{found.slug}-certificates.csv")


def archive(found: Competition, user: User, *, number: int, first: int) -> StreamingHttpResponse:
    """Transcripts of a part of a round; one archive at a time for each person.

    Raises Http404 for a round that has not begun, and TooMany while another is on its way.
    """
    number, first = min(number, 2**31 - 1), min(max(first, 1), 2**30)
    if not begun(found, user).filter(number=number).exists():
        raise Http404(_("No such round."))
    key = f"archive:{user.pk}"
    if not cache.add(key, found.slug, _LONGEST_ARCHIVE_S):
        raise TooMany(
            _("An archive of yours is on its way. Ask for the next when you have it."),
            wait_s=_LONGEST_ARCHIVE_S,  # at most: then it is given up
        )
    sent = _Sent(archive_of(found, user, number=number, first=first), key)
    return _file(sent, "application/zip", f"{found.slug}-round-{number}-from-{first}.zip")


def _file(parts: "Iterator[str] | _Sent", kind: str, name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(parts, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _table(found: Competition) -> Iterator[str]:
    rows = found.standings.select_related("entry__bot__owner").order_by("rank", "id")
    yield csv_line(("place", "bot", "author", found.measure, "competition", "status"))
    said = status(found, None)
    for row in rows.iterator(chunk_size=_CHUNK):
        bot = row.entry.bot
        names = as_text(bot.name), as_text(bot.owner.username)
        # A number to a spreadsheet: with its own minus, and without a plus, which would want an apostrophe.
        with translation.override(None):
            figure = figure_of(row, found).lstrip("+±").replace("−", "-")
        yield csv_line((row.rank, *names, figure, as_text(found.name), said))


class _Sent:
    """The archive. Once it is sent, or nobody takes it (any more), the next may be asked for.

    No generator: one that was never begun, as after a HEAD, would not do at its end what it says there.
    """

    def __init__(self, parts: Iterator[bytes], key: str) -> None:
        self._parts = parts
        self._key = key

    def __iter__(self) -> Iterator[bytes]:
        return self._parts

    def close(self) -> None:
        cache.delete(self._key)
