"""For operators, to look at: what is here moves by the rules of `matches.services` alone."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin

from tenfold.matches.models import Attempt, BlockResult, FaultLog, Game, Match, MatchBot, Note


class Shown(admin.ModelAdmin):
    """Rows to read."""

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        return False


def _counted(field: str, called: str) -> Callable[[Any, Any], int]:
    """The field as pages count it, from one; rows, and the JSON in them, count from zero."""

    @admin.display(description=called, ordering=field)
    def from_one(_of: Any, row: Any) -> int:  # noqa: ANN401 - a row of whichever model has the field
        return int(getattr(row, field)) + 1

    return from_one


class _Counted(Shown):
    """Rows with a place in their match."""

    block_from_one = _counted("block", "block")
    rotation_from_one = _counted("rotation", "game")
    seat_from_one = _counted("seat", "seat")
    turn_from_one = _counted("turn", "turn")

    @admin.display(description="index (from 0)", ordering="index")
    def bare_index(self, row: MatchBot) -> int:
        """What results name a bot by, as in the `outcome` of a game: no page has it."""
        return row.index


@admin.register(Match)
class MatchAdmin(Shown):
    list_display = ("id", "kind", "competition", "number", "state", "attempts_made", "failures", "finished")
    list_filter = ("kind", "state")
    list_select_related = ("competition",)
    exclude = ("secret", "attempt_token")


@admin.register(Attempt)
class AttemptAdmin(Shown):
    list_display = ("match", "number", "worker", "started", "heartbeat", "ended", "outcome", "why")
    list_filter = ("outcome",)
    exclude = ("token",)


@admin.register(MatchBot)
class MatchBotAdmin(_Counted):
    list_display = ("match", "bare_index", "version", "margin", "games", "wins", "forfeits")
    list_select_related = ("match", "version__bot")
    exclude = ("index",)
    readonly_fields = ("bare_index",)


@admin.register(Game)
class GameAdmin(_Counted):
    list_display = ("match", "block_from_one", "rotation_from_one", "hash")
    exclude = ("block", "rotation")
    readonly_fields = ("block_from_one", "rotation_from_one")


@admin.register(FaultLog)
class FaultLogAdmin(_Counted):
    list_display = ("game", "bot", "turn_from_one", "kind", "message")
    list_filter = ("kind",)
    list_select_related = ("game__match", "bot__version__bot", "bot__match")
    exclude = ("seat", "turn", "dossier")
    readonly_fields = ("seat_from_one", "turn_from_one")


@admin.register(Note)
class NoteAdmin(_Counted):
    list_display = ("game", "bot", "turn_from_one")
    list_select_related = ("game__match", "bot__version__bot", "bot__match")
    exclude = ("turn", "text")
    readonly_fields = ("turn_from_one",)


@admin.register(BlockResult)
class BlockResultAdmin(_Counted):
    list_display = ("match", "block_from_one", "margins")
    exclude = ("block",)
    readonly_fields = ("block_from_one",)
