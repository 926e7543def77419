"""The standing as rows to draw: intervals on one scale, and which neighbours are not yet told apart."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.rating import FIGURES
from arena.rating import Measure as Rated
from tenfold.competitions.choices import Measure
from tenfold.competitions.models import Competition, Standing
from tenfold.pages.figures import figure as written
from tenfold.pages.templatetags.league import place, signed

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# The drawing's width in its own units; whole numbers, so no locale can put a comma in them.
WIDTH = 400
_EDGE = 8
# The ranks' drawing is so wide, and one stick of the form; a stick reaches so far from its middle.
_RANKS = 100
_STICK = 5
_REACH = 9


@dataclass(frozen=True, slots=True)
class Measured:
    """How a leaderboard shows the figure that it ranks by.

    `middle` is what an average bot has at tables of so many players; `better` is -1 where less is better.
    """

    heading: "StrPromise"
    words: "StrPromise"
    told: Callable[[float], str]
    half: Callable[[float], str]
    middle: Callable[[int], float]
    better: int = 1


def _percent(share: float) -> str:
    return gettext("{number}%").format(number=written(100 * share, 1))


SHOWN: Final = {
    Measure.MARGIN: Measured(
        _("Margin and its interval"),
        _(
            "Margin: phases ahead of an average bot of this competition (the dashed line) on the same decks,"
            " whoever it met, 100 points counting as one phase."
        ),
        signed,
        place,
        lambda _: 0.0,
    ),
    Measure.ADJUSTED: Measured(
        _("Margin less luck and its interval"),
        _(
            "Ranked by the margin less luck: phases ahead of an average bot of this competition (the dashed"
            " line) on the same decks, whoever it met, 100 points counting as one phase, less what lucky"
            " cards were worth. Blocks whose luck is not known yet count by their margin."
        ),
        signed,
        place,
        lambda _: 0.0,
    ),
    Measure.WINS: Measured(
        _("Games won, with the interval"),
        _(
            "Ranked by the share of games in which it took the first place, alone or with others. The"
            " dashed line is an even share."
        ),
        _percent,
        _percent,
        lambda players: 1 / players,
    ),
    Measure.PLACES: Measured(
        _("Mean place and its interval"),
        _(
            "Ranked by the mean of its places, less being better: drawn with the better to the right. The"
            " dashed line is the middle place."
        ),
        place,
        place,
        lambda players: (players + 1) / 2,
        better=-1,
    ),
}


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps figures to the drawing, the better to the right; `zero` is where an average bot stands."""

    low: float
    high: float
    middle: float
    width: int = WIDTH
    edge: int = _EDGE

    def x(self, figure: float) -> int:
        share = (figure - self.low) / (self.high - self.low)
        return round(self.edge + min(1.0, max(0.0, share)) * (self.width - 2 * self.edge))

    @property
    def zero(self) -> int:
        return self.x(self.middle)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the leaderboard. `joined_up` and `joined_down`: not yet told apart from that neighbour.

    `told` and `half_told` are the figure that ranks it, and the ± of that.
    """

    standing: Standing
    told: str
    half_told: str
    middle: int
    left: int
    width: int
    joined_up: bool
    joined_down: bool
    rank_left: int
    rank_width: int
    sticks: str

    @property
    def ahead(self) -> int:
        """In how many of its newest matches it was ahead."""
        return sum(margin > 0 for margin in self.standing.form)

    @property
    def fault_count(self) -> int:
        return sum(self.standing.faults.values())

    @property
    def middle_left(self) -> int:
        """Left edge of the six units wide mark of the figure."""
        return self.middle - 3


@dataclass(frozen=True, slots=True)
class Board:
    """Rows in the order given, the scale they share, and what they are ranked by."""

    measured: Measured
    scale: Scale
    rows: list[Row]
    by_margin: bool
    by_adjusted: bool


def board_of(
    standings: Sequence[Standing], competition: Competition | None, *, by_rank: bool = True
) -> Board:
    """The leaderboard of these rows of a competition; without one, of none.

    Neighbours are joined where they stand in the order of their ranks.
    """
    measure = Measure(competition.measure) if competition else Measure.MARGIN
    measured = SHOWN[measure]
    players = competition.players if competition else 2
    drawn = [_drawn(one, measure) for one in standings]
    scale = _scale(drawn, measured.better * measured.middle(players))
    ranks = _ranks_of(standings)
    tallest = max((abs(margin) for one in standings for margin in one.form), default=0.0)
    alike = (upper.rank_high >= lower.rank_low for upper, lower in pairwise(standings))
    joins = [False, *(by_rank and each for each in alike), False]
    rows = []
    for at, (one, (figure, low, high)) in enumerate(zip(standings, drawn, strict=True)):
        left, right = scale.x(low), scale.x(high)
        first, last = ranks.x(one.rank_low), ranks.x(one.rank_high + 1)
        rows.append(
            Row(
                standing=one,
                told=measured.told(measured.better * figure),
                half_told=measured.half(max(figure - low, high - figure)),
                middle=scale.x(figure),
                left=left,
                width=max(2, right - left),
                joined_up=joins[at],
                joined_down=joins[at + 1],
                rank_left=first,
                rank_width=max(2, last - first),
                sticks=_sticks(one.form, tallest),
            )
        )
    return Board(measured, scale, rows, measure == Measure.MARGIN, measure == Measure.ADJUSTED)


def _drawn(standing: Standing, measure: Measure) -> tuple[float, float, float]:
    """The figure and its bounds, more being better."""
    figure, low, high = (getattr(standing, name) for name in FIGURES[Rated(measure)])
    return (-figure, -high, -low) if SHOWN[measure].better < 0 else (figure, low, high)


def _ranks_of(standings: Sequence[Standing]) -> Scale:
    """From the best to the worst rank that any of the rows may have."""
    best = min((one.rank_low for one in standings), default=1)
    worst = max((one.rank_high for one in standings), default=1)
    return Scale(best, worst + 1, best, width=_RANKS, edge=0)


def _sticks(form: Sequence[float], tallest: float) -> str:
    """The path of a stick for each match, up where it was ahead and down where it was behind."""
    heights = [round(_REACH * margin / tallest) if tallest else 0 for margin in form]
    # What rounds to nothing still shows that there was a match.
    ends = [(10, 10 - height) if height else (11, 9) for height in heights]
    return "".join(f"M{_STICK * at + 3} {start}V{end}" for at, (start, end) in enumerate(ends))


def _scale(drawn: Sequence[tuple[float, float, float]], middle: float) -> Scale:
    """A scale that holds every interval and the middle."""
    low = min([middle, *(low for _, low, _ in drawn)])
    high = max([middle, *(high for _, _, high in drawn)])
    # All figures alike: any scale will do, a dot stands in the middle.
    return Scale(low, high, middle) if high > low else Scale(low - 1, high + 1, middle)
