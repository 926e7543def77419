"""Taking the luck out of the margins of finished matches, from their replays, when they are long over.

It may be done twice or late and comes out the same. A match waits for it as long as it names no luck table.
"""

from statistics import fmean
from time import monotonic
from typing import Final

import structlog
from django.db import transaction

from arena.luck import Luck, adjusted, the_table, told
from arena.transcript import load, rerun
from tenfold.competitions.standings import mark_outdated, outdate
from tenfold.matches.figures import forget
from tenfold.matches.models import BlockResult, Game, Match, MatchBot

log = structlog.get_logger(__name__)

# What a match names that no engine here can play again: its margins stay as they are.
NO_TABLE = 0
#: So many seconds of a beat's period, so that one is over when the next begins.
BUDGET = 10.0
MOST = 200

_DIGITS: Final = 4  # of what is told; the margins are adjusted by all of them


def adjust_waiting() -> int:
    """Adjust matches that wait for it, oldest first, for some seconds; how many were."""
    waiting = Match.objects.filter(
        kind=Match.Kind.ROUND, state=Match.State.FINISHED, luck_table__isnull=True
    ).order_by("pk")
    started, done = monotonic(), 0
    changed: set[int | None] = set()
    for match in waiting[:MOST]:
        if monotonic() - started > BUDGET:
            break
        adjust(match=match)
        changed.add(match.competition_id)
        done += 1
    with transaction.atomic():
        for competition_id in sorted(filter(None, changed)):
            outdate(competition_id)
    return done


def adjust(*, match: Match) -> None:
    """Store the margins less luck of a finished match. Whoever calls asks for the standing anew."""
    games = list(match.games.defer("clocks").order_by("block", "rotation"))
    try:
        lucky = [told(rerun(load(bytes(game.transcript)))) for game in games]
        table = the_table().version
    except Exception:  # or one game that cannot be read would keep all later ones waiting
        log.exception("luck unknown", match=match.pk)
        lucky, table = [], NO_TABLE
    with transaction.atomic():
        held = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
        if lucky:
            _store(held, games, lucky)
        Match.objects.filter(pk=held.pk).update(luck_table=table)
        forget(held)
        if held.competition_id is not None:
            mark_outdated(held.competition_id)


def _store(match: Match, games: list[Game], lucky: list[tuple[Luck, ...]]) -> None:
    for game, by_seat in zip(games, lucky, strict=True):
        game.luck = [[round(one.phases, _DIGITS), round(one.wilds, _DIGITS)] for one in by_seat]
    Game.objects.bulk_update(games, ["luck"])
    results = list(match.block_results.all())
    for result in results:
        of_block = [pair for pair in zip(games, lucky, strict=True) if pair[0].block == result.block]
        seats = [game.seats for game, _ in of_block]
        phases = [[one.phases for one in by_seat] for _, by_seat in of_block]
        result.adjusted = list(adjusted(result.margins, phases, seats))
    BlockResult.objects.bulk_update(results, ["adjusted"])
    _store_of_bots(match, games)


def _store_of_bots(match: Match, games: list[Game]) -> None:
    bots = list(match.bots.all())
    for bot in bots:
        of_bot = [luck for game in games if (luck := game.luck_of(bot.index))]
        bot.luck = fmean(phases for phases, _ in of_bot)
        bot.wilds = fmean(wilds for _, wilds in of_bot)
    MatchBot.objects.bulk_update(bots, ["luck", "wilds"])
