"""What each version of a bot made of the matches that count, as far as a reader may know them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, FloatField, Sum
from django.db.models.functions import Cast

from arena.student import Mean, mean_from
from tenfold.competitions.freeze import Reader
from tenfold.competitions.models import Competition
from tenfold.matches.aside import counted
from tenfold.matches.models import FaultLog, Match, MatchBot
from tenfold.matches.veil import known_results

# Of fewer matches the interval says nothing.
LEAST_MATCHES = 3


@dataclass(frozen=True, slots=True)
class Played:
    """What a version made of its matches. `margin` is the mean over their blocks."""

    matches: int
    games: int
    wins: int
    faults: int
    margin: Mean

    @property
    def half(self) -> float | None:
        """Half the width of the interval that holds the margin with 95% confidence; None of too few."""
        return self.margin.high - self.margin.value if self.matches >= LEAST_MATCHES else None


def played_by(versions: Collection[int], reader: Reader) -> dict[int, Played]:
    """By version; those without a match are not in it. Two queries, however many versions.

    The matches of a version are taken as independent: each has decks of its own. Each weighs by its blocks:
    those that end early flatter whoever was ahead then, and have few (`arena.early`).
    """
    # Named first, as a freeze is worked out match by match: without it every match of the site was read.
    theirs = Match.objects.filter(pk__in=MatchBot.objects.filter(version__in=versions).values("match"))
    visible = theirs.filter(competition__in=Competition.objects.visible_to(reader))
    known = counted(known_results(visible, reader)).order_by().values("pk")
    sat = MatchBot.objects.filter(version__in=versions, match__in=known).order_by()
    sums = sat.annotate(blocks=Cast("match__blocks", FloatField()), phases=F("margin") * F("blocks"))
    figures = sums.values("version").annotate(
        matches=Count("pk"),
        all_games=Sum("games"),
        all_wins=Sum("wins"),
        all_blocks=Sum("blocks"),
        all_phases=Sum("phases"),
        blocks_squared=Sum(F("blocks") * F("blocks")),
        crossed=Sum(F("blocks") * F("phases")),
        phases_squared=Sum(F("phases") * F("phases")),
    )
    logged = FaultLog.objects.filter(bot__version__in=versions, bot__match__in=known).order_by()
    faults = dict(logged.values_list("bot__version").annotate(times=Count("pk")))
    return {
        row["version"]: Played(
            matches=row["matches"],
            games=row["all_games"],
            wins=row["all_wins"],
            faults=faults.get(row["version"], 0),
            margin=_mean_over_blocks(row),
        )
        for row in figures
    }


def _mean_over_blocks(sums: Mapping[str, Any]) -> Mean:
    """Phases by blocks, with the scatter that a ratio of two sums over matches has (linearised).

    Of matches of one length these are the mean and the variance of their margins.
    """
    matches, blocks = sums["matches"], sums["all_blocks"]
    mean = sums["all_phases"] / blocks
    squares = sums["phases_squared"] - 2 * mean * sums["crossed"] + mean**2 * sums["blocks_squared"]
    # Of equal margins rounding may leave a little less than nothing.
    scatter = max(0.0, squares) * (matches / blocks) ** 2 / max(1, matches - 1)
    return mean_from(matches, mean, scatter)
