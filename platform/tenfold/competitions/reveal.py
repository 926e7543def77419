"""The final standing, revealed from its end, as it is shown on a projector.

How far it is lies in the address alone: each step is a page of its own that holds no place above it. The
public stays frozen until it is published.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.rating import FIGURES
from arena.rating import Measure as Rated
from tenfold.competitions.choices import Measure
from tenfold.competitions.leaderboard import SHOWN
from tenfold.competitions.models import Competition, Standing

#: From here on each place has a step of its own; what comes before is revealed in groups.
ONE_BY_ONE: Final = 10
# More than this no projector shows; of a group, its best are seen.
_SHOWN: Final = 24
_HALTS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the standing with its figure in words; `new` where this step reveals it."""

    standing: Standing
    told: str
    new: bool


@dataclass(frozen=True, slots=True)
class Step:
    """So many places are `hidden` yet, of `entries`; `places` are the best of those revealed, best first.

    `more` are revealed below these. `next` and `back` are how many are hidden a step further and before;
    None where there is none.
    """

    hidden: int
    entries: int
    places: list[Place]
    more: int
    next: int | None
    back: int | None

    @property
    def alone(self) -> bool:
        """Whether one place is revealed and no group."""
        return self.back == self.hidden + 1


def halts(entries: int) -> list[int]:
    """How many places are hidden after each step, the first before all: 10000, 5000, 2000 … 20, 10, 9 … 0."""
    steps = [*range(ONE_BY_ONE)]
    size = ONE_BY_ONE
    while size < entries:
        steps += [size * factor for factor in _HALTS if size * factor < entries]
        size *= 10
    return [entries, *reversed([step for step in steps if step < entries])]


def step(competition: Competition, hidden: int | None) -> Step:
    """What is shown while so many places are hidden; None: all of them."""
    order = list(competition.standings.order_by("rank", "id").values_list("pk", flat=True))
    stops = halts(len(order))
    # An address that nobody gave out shows no more than the step before it.
    at = 0 if hidden is None else max(i for i, stop in enumerate(stops) if stop >= min(hidden, len(order)))
    here, before = stops[at], stops[at - 1] if at else stops[at]
    shown = order[here : here + _SHOWN]
    return Step(
        hidden=here,
        entries=len(order),
        places=_places(competition, shown, new=before - here),
        more=len(order) - here - len(shown),
        next=stops[at + 1] if at + 1 < len(stops) else None,
        back=stops[at - 1] if at else None,
    )


def _places(competition: Competition, shown: Sequence[int], *, new: int) -> list[Place]:
    found = Standing.objects.select_related("entry__bot__owner").in_bulk(shown)
    rows = [found[pk] for pk in shown if pk in found]
    return [Place(row, figure_of(row, competition), at < new) for at, row in enumerate(rows)]


def figure_of(row: Standing, competition: Competition) -> str:
    """The figure that ranks, in words."""
    measure = Measure(competition.measure)
    return SHOWN[measure].told(getattr(row, FIGURES[Rated(measure)][0]))
