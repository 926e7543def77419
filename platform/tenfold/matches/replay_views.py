"""One game: its replay, alone or within another page, its document, and what a check of it finds."""

from dataclasses import dataclass
from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tenfold.competitions.freeze import hidden_since, round_at
from tenfold.matches.models import Game, Match, MatchBot
from tenfold.matches.owned import own_part
from tenfold.matches.replays import replay_response, seed_of
from tenfold.matches.veil import games_of, is_public
from tenfold.matches.verifying import checks, promise_of
from tenfold.matches.views import bots_of, card_of, meeting, rules_of, seen
from tenfold.pages.said import told
from tenfold.refusal import Refused


@require_safe
def replay(request: HttpRequest, pk: int, block: int, rotation: int) -> HttpResponse:
    """One game to step through; the page fetches its document from `replay_json`."""
    found, game = _played(request, pk, block, rotation)
    bots = bots_of(found)
    seats = seats_of(game, bots)
    context = {
        **_addresses(game),
        "match": found,
        "rules": rules_of(found),
        "game": game,
        "seed": seed_of(game),
        "said": _said(game),
        "seats": seats,
        "meeting": meeting(seat.player for seat in seats),
        "ranking": sorted(seats, key=lambda seat: int(seat.outcome["place"])),
        **card_of(request, found, game.get_absolute_url()),
        "own": own_part(game, seats, request.user),
    }
    return render(request, "matches/replay.html", context)


@require_safe
def embedded(request: HttpRequest, pk: int, block: int, rotation: int) -> HttpResponseBase:
    """The viewer alone. Pages of other sites may frame it if everybody may see the game."""
    found, game = _played(request, pk, block, rotation)

    def page(request: HttpRequest) -> HttpResponseBase:
        seats = seats_of(game, bots_of(found))
        context = {
            **_addresses(game),
            "game": game,
            "said": _said(game),
            "seats": seats,
            "meeting": meeting(seat.player for seat in seats),
        }
        return render(request, "matches/embedded.html", context)

    if not is_public(found):
        return page(request)
    # It does nothing in anybody's name, so nobody can be lured into a press on it.
    return xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(page))(request)


@require_safe
def verified(request: HttpRequest, pk: int, block: int, rotation: int) -> HttpResponse:
    """What a check of the game finds, step by step; to the replay page the steps alone."""
    found, game = _played(request, pk, block, rotation)
    context = {
        "match": found,
        "game": game,
        "checks": list(checks(game, promise_of(found, _revealed(request, found)))),
        "transcript_url": _addresses(game)["transcript_url"],
    }
    alone = request.headers.get("X-Part") == "checks"
    response = render(request, "matches/_checks.html" if alone else "matches/verified.html", context)
    patch_vary_headers(response, ["X-Part", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


@gzip_page
@require_safe
def replay_document(request: HttpRequest, pk: int, block: int, rotation: int) -> HttpResponse:
    """The game's replay document, made by running its transcript again (a millisecond or two)."""
    _, game = _played(request, pk, block, rotation)
    try:
        response = replay_response(request, game)
    except Refused as no:
        response = HttpResponse(str(no), status=409, content_type="text/plain; charset=utf-8")
    patch_cache_control(response, private=True, no_cache=True)
    return response


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat of a game: who sat there, and what they made."""

    number: int
    player: MatchBot
    outcome: dict[str, Any]
    luck: tuple[float, float] | None

    @property
    def name(self) -> str:
        return self.player.version.bot.name


def seats_of(game: Game, bots: dict[int, MatchBot]) -> list[SeatShown]:
    """The seats in their order."""
    return [
        SeatShown(number, bots[outcome["bot"]], outcome, game.luck_of(outcome["bot"]))
        for number, outcome in enumerate(game.outcome)
    ]


def _played(request: HttpRequest, pk: int, block: int, rotation: int) -> tuple[Match, Game]:
    """The match and the game, if the asker may know of them."""
    found = seen(request, pk)
    game = get_object_or_404(games_of(found).defer("clocks"), block=block, rotation=rotation)
    return found, game


def _addresses(game: Game) -> dict[str, str]:
    place = [game.match_id, game.block, game.rotation]
    return {
        "data_url": reverse("replay_json", args=place),
        "transcript_url": reverse("api_transcript", args=place),
        "verify_url": reverse("verified", args=place),
        "embed_url": reverse("embedded", args=place),
    }


def _said(game: Game) -> dict[str, str]:
    """What its replay document says in English, in the reader's language."""
    return told(game.faults.order_by().values_list("message", flat=True))


def _revealed(request: HttpRequest, match: Match) -> str | None:
    """The secret of its round, if it has one that this reader may know."""
    if match.round is None or match.competition is None:
        return None
    since = hidden_since(match.competition, request.user)
    return (round_at(match.round, since) if since else match.round).revealed
