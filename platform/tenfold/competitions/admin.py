"""For operators: results are made by matches, so standings and rounds are shown and not edited."""

from django.contrib import admin

from tenfold.competitions.editing import FIXED_BY_THE_FIRST_ROUND
from tenfold.competitions.models import Competition, Entry, Round, Standing


@admin.register(Competition)
class CompetitionAdmin(admin.ModelAdmin):
    list_display = ("name", "organizer", "players", "blocks", "visibility", "created")
    list_filter = ("visibility",)
    list_select_related = ("organizer",)
    search_fields = ("name", "organizer__username")
    autocomplete_fields = ("organizer",)
    # Only `tenfold.competitions.editing` looks whether these go together, without which a match would fail,
    # and whether the first round has begun.
    readonly_fields = FIXED_BY_THE_FIRST_ROUND

    def has_add_permission(self, request: object) -> bool:
        return False  # whoever has signed in may add one, as its organizer: see `competitions.permissions`


@admin.register(Entry)
class EntryAdmin(admin.ModelAdmin):
    list_display = ("bot", "competition", "state", "state_since", "reason")
    list_filter = ("state",)
    list_select_related = ("bot", "competition")
    search_fields = ("bot__name", "competition__name")
    autocomplete_fields = ("bot", "competition")


@admin.register(Round)
class RoundAdmin(admin.ModelAdmin):
    list_display = ("__str__", "state", "started", "finished")
    list_filter = ("state",)
    list_select_related = ("competition",)
    # The secret opens all decks of a running round.
    fields = ("competition", "number", "state", "commitment", "started_by", "started", "finished")
    readonly_fields = fields

    def has_add_permission(self, request: object) -> bool:
        return False


@admin.register(Standing)
class StandingAdmin(admin.ModelAdmin):
    list_display = ("rank", "entry", "competition", "margin", "low", "high", "games", "updated")
    list_select_related = ("entry__bot", "entry__competition", "competition")

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: Standing | None = None) -> bool:
        return False
