"""Who beats whom: of each two entries the mean lead of the one over the other where they met."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from arena.meetings import Meeting, meetings
from tenfold.competitions.models import Competition, Entry, Standing
from tenfold.matches.figures import blocks_of, read_of
from tenfold.matches.models import Match

# From how many phases on a lead has the first, the second… shade of the heat map.
_SHADES: Final = (0.25, 1.0, 2.0, 4.0)


@dataclass(frozen=True, slots=True)
class Cell:
    """What `meeting` the row's entry had with `other`; None: they have not met, or it is the same one."""

    other: Standing
    meeting: Meeting | None

    @property
    def shade(self) -> str:
        return shade_of(self.meeting.lead) if self.meeting else ""


@dataclass(frozen=True, slots=True)
class Row:
    standing: Standing
    cells: tuple[Cell, ...]


def rows_of(
    competition: Competition, standings: Sequence[Standing], *, until: datetime | None = None
) -> list[Row]:
    """A square of cells, rows and columns in the order given; as many queries, whatever the number.

    Matches that had not finished by `until` are left out.
    """
    entries = [one.entry_id for one in standings]
    met = meetings(blocks_of(read_of(competition, entries, sitting=2, until=until)))
    return [
        Row(one, tuple(Cell(other, met.get((one.entry_id, other.entry_id))) for other in standings))
        for one in standings
    ]


def shade_of(lead: float) -> str:
    """The class of a cell: n4 … n1, even, p1 … p4."""
    steps = sum(abs(lead) >= step for step in _SHADES)
    return f"{'p' if lead > 0 else 'n'}{steps}" if steps else "even"


def matches_between(competition: Competition, one: Entry, other: Entry) -> QuerySet[Match]:
    """All matches of the competition in which both have a seat."""
    return competition.matches.filter(bots__entry=one).filter(bots__entry=other)
