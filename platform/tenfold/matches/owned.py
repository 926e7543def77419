"""The part of a game's page that the owners of its bots see, each of their own."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from tenfold.accounts.models import User
from tenfold.matches.clocks import unpacked
from tenfold.matches.models import Game, MatchBot
from tenfold.matches.spending import spending

if TYPE_CHECKING:
    from tenfold.matches.replay_views import SeatShown


def own_bots(players: Sequence[MatchBot], reader: User | AnonymousUser) -> set[int]:
    """Those of the players whose stderr and clocks this reader may see, by id."""
    return {player.pk for player in players if reader.has_perm("matches.view_notes", player)}


def own_part(game: Game, seats: Sequence["SeatShown"], reader: User | AnonymousUser) -> dict[str, Any] | None:
    """What stands on a game's page for this reader alone; None for who has no bot in it."""
    own = own_bots([seat.player for seat in seats], reader)
    if not own:
        return None
    clocks = unpacked(bytes(game.clocks))
    return {
        "notes": game.notes.filter(bot__in=own).exists(),
        "notes_url": reverse("notes", args=[game.match_id, game.block, game.rotation]),
        "seats": [
            (seat, spending(clocks, seat.number, game.match.limits))
            for seat in seats
            if seat.player.pk in own
        ],
    }
