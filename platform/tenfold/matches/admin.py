"""For operators, to look at: what is here moves by the rules of `matches.services` alone."""

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
class MatchBotAdmin(Shown):
    list_display = ("match", "index", "version", "margin", "games", "wins", "forfeits")
    list_select_related = ("match", "version__bot")


@admin.register(Game)
class GameAdmin(Shown):
    list_display = ("match", "block", "rotation", "hash")
    exclude = ("clocks",)


@admin.register(FaultLog)
class FaultLogAdmin(Shown):
    list_display = ("game", "bot", "turn", "kind", "message")
    list_filter = ("kind",)
    list_select_related = ("game__match", "bot__version__bot", "bot__match")
    exclude = ("dossier",)


@admin.register(Note)
class NoteAdmin(Shown):
    list_display = ("game", "bot", "turn")
    list_select_related = ("game__match", "bot__version__bot", "bot__match")
    exclude = ("text",)


@admin.register(BlockResult)
class BlockResultAdmin(Shown):
    list_display = ("match", "block", "margins")
