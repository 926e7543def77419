"""What there is to tell of an entry beyond its row of the standing, for the page of its bot."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from arena.meetings import Meeting, meetings
from arena.rating import FIGURES
from arena.rating import Measure as Rated
from tenfold.competitions.chart import Chart, Stage, chart_of
from tenfold.competitions.choices import Measure
from tenfold.competitions.leaderboard import SHOWN
from tenfold.competitions.models import Entry, PastStanding, Standing
from tenfold.matches.figures import blocks_of, made_of, read_of
from tenfold.matches.made import Made
from tenfold.matches.models import Match, MatchBot
from tenfold.pages.figures import figure

#: The chart has the newest so many rounds.
ROUNDS: Final = 60
_OPPONENTS: Final = 5


@dataclass(frozen=True, slots=True)
class Opponent:
    entry: Entry
    meeting: Meeting


@dataclass(frozen=True, slots=True)
class Phase:
    """In how many games it came to this phase, and laid it; `share` of the first, in percent."""

    number: int
    reached: int
    laid: int

    @property
    def share(self) -> int | None:
        return round(100 * self.laid / self.reached) if self.reached else None


@dataclass(frozen=True, slots=True)
class Profile:
    """`best` and `worst` are those it leads and trails by most, among `met` opponents."""

    entry: Entry
    standing: Standing
    since: datetime | None
    chart: Chart
    best: list[Opponent]
    worst: list[Opponent]
    met: int
    made: Made | None
    phases: list[Phase]

    @property
    def points(self) -> str:
        """A game's, as a mean."""
        return figure(self.made.points / self.made.games, 1) if self.made else ""

    @property
    def deals(self) -> str:
        """A game's, as a mean; empty where nobody counted them."""
        return figure(self.made.deals / self.made.timed, 1) if self.made and self.made.timed else ""


def profile_of(standing: Standing, *, since: datetime | None) -> Profile:
    """Of the entry of this row; what finished after `since` is left out. Seven queries at most."""
    entry = standing.entry
    rows = read_of(entry.competition, [entry.pk], until=since)
    met = {other: meeting for (one, other), meeting in meetings(blocks_of(rows)).items() if one == entry.pk}
    made = made_of(rows).get(entry.pk)
    best, worst = _extremes(met)
    return Profile(
        entry=entry,
        standing=standing,
        since=since,
        chart=_chart(standing, since),
        best=best,
        worst=worst,
        met=len(met),
        made=made,
        phases=_phases(made) if made else [],
    )


def _extremes(met: dict[int, Meeting]) -> tuple[list[Opponent], list[Opponent]]:
    leads = sorted(met, key=lambda other: (-met[other].lead, other))
    best = [other for other in leads if met[other].lead > 0][:_OPPONENTS]
    worst = [other for other in reversed(leads) if met[other].lead < 0][:_OPPONENTS]
    entries = Entry.objects.select_related("bot__owner").in_bulk([*best, *worst])
    found = ([Opponent(entries[other], met[other]) for other in one] for one in (best, worst))
    return next(found), next(found)


def _phases(made: Made) -> list[Phase]:
    reached = (made.games, *made.laid)
    return [Phase(number, reached[number - 1], laid) for number, laid in enumerate(made.laid, 1)]


def _chart(standing: Standing, since: datetime | None) -> Chart:
    past = PastStanding.objects.filter(entry=standing.entry_id)
    if since:
        past = past.filter(round__finished__lt=since)
    newest = past.order_by("-round__number").select_related("round")[:ROUNDS]
    stages = [_stage(row) for row in reversed(newest)]
    competition = standing.entry.competition
    measure = Measure(competition.measure)
    return chart_of(
        [*stages, *_now(standing, measure, stages, since)], SHOWN[measure], players=competition.players
    )


def _stage(row: PastStanding) -> Stage:
    return Stage(row.round.number, row.figure, row.low, row.high, row.rank, row.games, row.version)


def _now(
    standing: Standing, measure: Measure, stages: Sequence[Stage], since: datetime | None
) -> list[Stage]:
    """How it stands now, unless that is how it stood after the last round."""
    figure, low, high = (getattr(standing, name) for name in FIGURES[Rated(measure)])
    last = stages[-1] if stages else None
    if last and (last.figure, last.rank, last.games) == (figure, standing.rank, standing.games):
        return []
    played = MatchBot.objects.filter(entry=standing.entry_id, match__state=Match.State.FINISHED)
    if since:
        played = played.filter(match__finished__lt=since)
    version = played.order_by("-match_id").values_list("version__number", flat=True).first()
    return [Stage(None, figure, low, high, standing.rank, standing.games, version)]
