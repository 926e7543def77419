"""Where a row of the standing is: the mark of the page that holds it, without counting through the others."""

from datetime import datetime
from itertools import islice
from typing import Final

from django.db.models import Q

from tenfold.competitions.freeze import Reader, fit_at
from tenfold.competitions.models import Competition, Standing
from tenfold.pages.numbers import whole

# So many rows stand above the one looked for, to see it among its like.
_ABOVE: Final = 5
#: Rows of a page of the standing.
PAGE: Final = 100


def place_of(competition: Competition, asked: str, *, user: Reader, since: datetime | None) -> str | None:
    """The query and fragment that lead to a row; None where the entry is in no row.

    `asked` is the number of an entry, or "mine" for the best of the reader's own.
    """
    found = _frozen(competition, asked, user, since) if since else _stored(competition, asked, user)
    if found is None:
        return None
    entry, above = found
    first = len(above) < PAGE  # it is on the first page, which needs no mark
    mark = "" if first else f"?after={'.'.join(map(str, above[_ABOVE]))}"
    return f"{mark}#entry-{entry}"


#: A row's entry, and the marks of the rows above it, the nearest first: as many as a page has, if there are.
Found = tuple[int, list[tuple[int, int]]]


def _stored(competition: Competition, asked: str, user: Reader) -> Found | None:
    rows = competition.standings.order_by("rank", "id")
    own = rows.filter(entry__bot__owner=user.pk) if asked == "mine" else rows.filter(entry=whole(asked) or 0)
    row: Standing | None = own.first()
    if row is None:
        return None
    above = rows.filter(Q(rank__lt=row.rank) | Q(rank=row.rank, pk__lt=row.pk))
    return row.entry_id, list(above.order_by("-rank", "-id").values_list("rank", "id")[:PAGE])


def _frozen(competition: Competition, asked: str, user: Reader, since: datetime) -> Found | None:
    marks = [(one.row.rank, one.row.entry) for one in fit_at(competition, since)]
    entries = competition.entries.filter(bot__owner=user.pk) if asked == "mine" else None
    wanted = {whole(asked) or 0} if entries is None else set(entries.values_list("pk", flat=True))
    at = next((at for at, (_, entry) in enumerate(marks) if entry in wanted), None)
    return None if at is None else (marks[at][1], list(islice(reversed(marks[:at]), PAGE)))
