from collections.abc import Iterable
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from arena.phase10.rules import RuleSet
from tenfold.competitions.freeze import hidden_since
from tenfold.matches.compared import verdict
from tenfold.matches.grid import rows_of
from tenfold.matches.models import FaultLog, Match, MatchBot
from tenfold.matches.outlook import waiting_of
from tenfold.matches.veil import as_shown, is_hidden, is_public, own_faults, veiled
from tenfold.pages.live import render_live
from tenfold.pages.numbers import whole
from tenfold.pages.rulebook import address

_BLOCKS: Final = 50
_FAULTS: Final = 100
_OVER: Final = (Match.State.FINISHED, Match.State.VOID, Match.State.CANCELLED)


def seen(request: HttpRequest, pk: int) -> Match:
    """The match, if the asker may know of it."""
    matches = Match.objects.select_related(
        "competition__organizer",
        "round",
        "trial_of__bot__owner",
        "in_place_of__match__round",
        "in_place_of__ruling",
    )
    found = get_object_or_404(as_shown(matches, request.user), pk=pk)
    if not request.user.has_perm("matches.view_match", found):
        raise Http404(_("No match of this number that you may see."))
    return found


def bots_of(match: Match) -> dict[int, MatchBot]:
    """Its bots by their index."""
    bots = match.bots.select_related("version__bot__owner").defer("version__source")
    return {bot.index: bot for bot in bots}


def meeting(bots: Iterable[MatchBot]) -> str:
    """Who meets whom, in a line."""
    return _(" against ").join(bot.version.bot.name for bot in bots)


def rules_of(match: Match) -> dict[str, str]:
    """The name of the rule set that a match is played by, and the page that spells it out."""
    name = RuleSet.from_dict(match.rule_set).name
    if match.competition:
        return {"name": name, "address": reverse("competition_rules", args=[match.competition.slug])}
    return {"name": name, "address": address(name) if name else ""}


@conditional_page
@require_safe
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """Blocks by rotations: who won what by how much, and why a bot was at fault."""
    found = seen(request, pk)
    if is_hidden(found):
        return _frozen(request, found)
    bots = bots_of(found)
    first = whole(request.GET.get("from")) or 0
    games = found.games.defer("transcript", "clocks").filter(block__gte=first, block__lt=first + _BLOCKS)
    results = {
        result.block: result
        for result in found.block_results.filter(block__gte=first, block__lt=first + _BLOCKS)
    }
    faults = FaultLog.objects.filter(game__match=found).select_related("bot__version__bot__owner", "game")
    settled = found.state in _OVER
    context = {
        "match": found,
        "rules": rules_of(found),
        "bots": bots.values(),
        "meeting": meeting(bots.values()),
        **card_of(request, found, found.get_absolute_url()),
        "lucky": any(bot.luck is not None for bot in bots.values()),
        "rows": rows_of(games, bots, results),
        "rotations": range(found.players),
        "next_from": first + _BLOCKS if first + _BLOCKS < found.blocks else None,
        "faults": faults.defer("game__transcript", "game__clocks", "bot__version__source")[:_FAULTS],
        "settled": settled,
        "waiting": waiting_of(found) if found.state == Match.State.SCHEDULED else None,
        "judged": verdict(found, list(bots.values())) if _is_judged(found) else None,
        "asides": found.set_aside.filter(ruling__undone=None).select_related("ruling", "replacement__round"),
        "frozen": bool(found.competition and hidden_since(found.competition, request.user)),
        "may_rule": found.competition and request.user.has_perm("rulings.rule", found.competition),
    }
    return render_live(request, "matches/match.html", "matches/_live.html", context, settled=settled)


def _is_judged(found: Match) -> bool:
    """Whether the page says which bot is the better one: that is what it was asked for, or what ended it."""
    return found.kind == Match.Kind.REQUESTED or found.most_blocks is not None


def _frozen(request: HttpRequest, found: Match) -> HttpResponse:
    """Who meets whom, and nothing of what came of it; to an author, what went wrong with their own bots."""
    faults = own_faults(found, request.user).select_related("bot__version__bot__owner", "game")
    bots = bots_of(found).values()
    context = {
        "match": veiled(found),
        "rules": rules_of(found),
        "bots": bots,
        "meeting": meeting(bots),
        **card_of(request, found, found.get_absolute_url()),
        "faults": faults.defer("game__transcript", "game__clocks", "bot__version__source")[:_FAULTS],
        "settled": True,
    }
    return render_live(request, "matches/match.html", "matches/_live.html", context, settled=True)


def card_of(request: HttpRequest, match: Match, address: str) -> dict[str, Any]:
    """What the card is made of that other sites show of a link; there is none of what not everybody sees."""
    return {
        "public": is_public(match),
        "here": request.build_absolute_uri(address),
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
