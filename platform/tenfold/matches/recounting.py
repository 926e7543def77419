"""Counting stored results again, from nothing but who made which phases and points in each stored game.

Wanted when what is made of them was changed (`arena.margin`), or when somebody doubts it. Every match is a
transaction of its own and comes out the same each time, so a recount that was killed is simply started again.
"""

import structlog
from django.db import transaction

from arena.margin import margin
from arena.phase10.rules import RuleSet
from tenfold.competitions.standings import mark_outdated, outdate
from tenfold.matches.counting import TALLIED, block_results, tally
from tenfold.matches.figures import forget
from tenfold.matches.models import BlockResult, Game, Match, MatchBot

log = structlog.get_logger(__name__)

# What of a seat's outcome makes its margin.
WORTH = ("phases", "points", "forfeited")
COUNTED = ("margins", "wins", "places")


def recount_competition(*, competition_id: int) -> list[int]:
    """Count all finished matches of a competition again; the matches that came out otherwise than stored.

    If there are any, its standing is made anew.
    """
    finished = Match.objects.filter(competition=competition_id, state=Match.State.FINISHED)
    numbers = list(finished.order_by("pk").values_list("pk", flat=True))
    changed = [match_id for match_id in numbers if recount_match(match_id=match_id)]
    if changed:
        outdate(competition_id)
    log.info("recounted", competition=competition_id, matches=len(numbers), changed=len(changed))
    return changed


def recount_match(*, match_id: int) -> bool:
    """Count one finished match again; tell whether anything stored was otherwise."""
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id, state=Match.State.FINISHED)
        games = list(match.games.defer("transcript", "clocks"))
        bots = list(match.bots.order_by("index"))
        # A list: none of the three may be left out because an earlier one found something.
        changed = any([
            _recount_games(match, games), _recount_blocks(match, games), _recount_bots(bots, games)
        ])  # fmt: skip
        if changed:
            forget(match)
            Match.objects.filter(pk=match.pk).update(luck_table=None)  # adjusted again, from the new margins
            if match.competition_id is not None:
                mark_outdated(match.competition_id)
        return changed


def _recount_games(match: Match, games: list[Game]) -> bool:
    of = len(RuleSet.from_dict(match.rule_set).phases)
    changed = []
    for game in games:
        outcome = [
            seat | {"margin": margin(**{name: seat[name] for name in WORTH}, of=of)} for seat in game.outcome
        ]
        if outcome != game.outcome:
            game.outcome = outcome
            changed.append(game)
    Game.objects.bulk_update(changed, ["outcome"])
    return bool(changed)


def _recount_blocks(match: Match, games: list[Game]) -> bool:
    stored = {result.block: result for result in match.block_results.all()}
    again = block_results(games)
    changed = [result for result in again if _counted(result) != _counted(stored.get(result.block))]
    stray = stored.keys() - {result.block for result in again}
    match.block_results.filter(block__in=[*stray, *(result.block for result in changed)]).delete()
    for result in changed:
        result.match = match
    BlockResult.objects.bulk_create(changed)
    return bool(changed or stray)


def _counted(result: BlockResult | None) -> list[object]:
    return [getattr(result, field) for field in COUNTED] if result else []


def _recount_bots(bots: list[MatchBot], games: list[Game]) -> bool:
    before = [_tallied(bot) for bot in bots]
    tally(bots, games, block_results(games))
    MatchBot.objects.bulk_update(bots, TALLIED)
    return [_tallied(bot) for bot in bots] != before


def _tallied(bot: MatchBot) -> list[object]:
    return [getattr(bot, field) for field in TALLIED]
