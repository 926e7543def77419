"""A competition's results as files, for whoever computes with them: no more than the pages show the asker."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

from django.db.models import Prefetch, QuerySet

from tenfold.competitions.freeze import Reader, fit_at, rows_at
from tenfold.competitions.models import Competition, Round, Standing
from tenfold.competitions.overview import with_counts
from tenfold.matches import veil
from tenfold.matches.models import Match, MatchBot

_CHUNK: Final = 500
_COLUMNS: Final = (
    "rank", "rank_low", "rank_high", "bot", "owner", "margin", "low", "high", "wins", "games", "blocks",
    "mean_place", "faults", "state", "measure", "adjusted", "adjusted_low", "adjusted_high", "win_share",
    "wins_low", "wins_high", "place_low", "place_high", "elo",
)  # fmt: skip
# A spreadsheet takes what begins so for a formula, and runs it; some the full-width signs as well.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def status(competition: Competition, since: datetime | None) -> str:
    """Whether figures may change: "provisional" while a round runs, some are hidden or still to come."""
    if since or competition.is_stale or competition.rounds.exclude(state=Round.State.FINISHED).exists():
        return "provisional"
    played = competition.matches.filter(kind=Match.Kind.ROUND, state=Match.State.FINISHED)
    return "provisional" if played.filter(luck_table=None).exists() else "final"


def standing_csv(competition: Competition, *, since: datetime | None, user: Reader) -> Iterator[str]:
    """The whole standing, a line an entry, under a line of names."""
    yield csv_line([*_COLUMNS, "status"])
    said = status(competition, since)
    for row in _standing(competition, since, user):
        bot = row.entry.bot
        own = {
            "bot": as_text(bot.name),
            "owner": as_text(bot.owner.username),
            "faults": sum(row.faults.values()),
            "state": row.entry.state,
            "measure": competition.measure,
        }
        yield csv_line([own[name] if name in own else getattr(row, name) for name in _COLUMNS] + [said])


def matches_ndjson(competition: Competition, user: Reader) -> Iterator[str]:
    """Every match that is over, as a line of JSON: whether it counts, and its blocks' margins by bot."""
    yield from lines_of(veil.known_results(competition.matches.all(), user))


def lines_of(over: QuerySet[Match]) -> Iterator[str]:
    """The same of these matches."""
    counted = with_counts(over).select_related("round")
    matches = counted.prefetch_related(seats(), "block_results").order_by("pk")
    for match in matches.iterator(chunk_size=_CHUNK):
        yield json.dumps(_described(match), ensure_ascii=False, separators=(",", ":")) + "\n"


def seats() -> "Prefetch[Any]":
    """Who sits in a match, with names and without sources."""
    return Prefetch("bots", MatchBot.objects.select_related("version__bot__owner").defer("version__source"))


def _standing(competition: Competition, since: datetime | None, user: Reader) -> Iterable[Standing]:
    if since:
        return rows_at(competition, fit_at(competition, since), since=since, user=user)
    rows = competition.standings.select_related("entry__bot__owner").order_by("rank", "id")
    return rows.iterator(chunk_size=_CHUNK)


def _described(match: Any) -> dict[str, Any]:  # noqa: ANN401 - a match with what was annotated
    assert match.round is not None, "matches of a competition are of its rounds"
    return {
        "match": match.pk,
        "round": match.round.number,
        "number": match.number,
        "key": match.key,
        "finished": match.finished.isoformat() if match.finished else None,
        "bots": [
            {
                "entry": seat.entry_id,
                "bot": seat.version.bot.name,
                "owner": seat.version.bot.owner.username,
                "version": seat.version.number,
                "margin": seat.margin,
                "wins": seat.wins,
                "games": seat.games,
                "forfeits": seat.forfeits,
            }
            for seat in match.bots.all()
        ],
        "most_blocks": match.most_blocks,
        "blocks": [result.margins for result in match.block_results.all()],
        "counts": match.counts,
    }


def csv_line(cells: Iterable[object]) -> str:
    """One line of a CSV, with its end."""
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue()


def as_text(words: str) -> str:
    """Words that no spreadsheet takes for a formula."""
    return f"'{words}" if words.startswith(_FORMULA) else words
