"""Who beats whom: of each two entries the mean lead of the one over the other where they met."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Avg, Count, F, QuerySet, Sum

from tenfold.competitions.models import Competition, Entry, Standing
from tenfold.matches.aside import counted
from tenfold.matches.models import Match, MatchBot

# From how many phases on a lead has the first, the second… shade of the heat map.
_SHADES: Final = (0.25, 1.0, 2.0, 4.0)


@dataclass(frozen=True, slots=True)
class Meeting:
    """`lead`: by how many phases the one was ahead on the same decks, as a mean over `matches` matches."""

    lead: float
    matches: int
    games: int

    @property
    def shade(self) -> str:
        """The class of its cell: n4 … n1, even, p1 … p4."""
        steps = sum(abs(self.lead) >= step for step in _SHADES)
        return f"{'p' if self.lead > 0 else 'n'}{steps}" if steps else "even"


@dataclass(frozen=True, slots=True)
class Cell:
    """What `meeting` the row's entry had with `other`; None: they have not met, or it is the same one."""

    other: Standing
    meeting: Meeting | None


@dataclass(frozen=True, slots=True)
class Row:
    standing: Standing
    cells: tuple[Cell, ...]


def rows_of(standings: Sequence[Standing], *, until: datetime | None = None) -> list[Row]:
    """A square of cells, rows and columns in the order given; one query, whatever the number.

    Matches that had not finished by `until` are left out.
    """
    met = _meetings([standing.entry_id for standing in standings], until)
    return [
        Row(one, tuple(Cell(other, met.get((one.entry_id, other.entry_id))) for other in standings))
        for one in standings
    ]


def _meetings(entries: Sequence[int], until: datetime | None) -> dict[tuple[int, int], Meeting]:
    """By the two entries; both ways round, since the lead of one is the other's with the sign changed."""
    matches = counted(Match.objects.order_by())
    if until:
        matches = matches.filter(finished__lt=until)
    seats = (
        MatchBot.objects.filter(entry__in=entries, match__in=matches, match__bots__entry__in=entries)
        .order_by()
        .values_list("entry", "match__bots__entry")
        .annotate(lead=Avg(F("margin") - F("match__bots__margin")), matches=Count("id"), games_=Sum("games"))
    )
    return {
        (one, other): Meeting(lead, matches, games)
        for one, other, lead, matches, games in seats
        if one != other
    }


def matches_between(competition: Competition, one: Entry, other: Entry) -> QuerySet[Match]:
    """All matches of the competition in which both have a seat."""
    return competition.matches.filter(bots__entry=one).filter(bots__entry=other)
