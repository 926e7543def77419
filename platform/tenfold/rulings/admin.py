"""For operators, to look at: rulings are made, and undone, on the competition's pages alone."""

from django.contrib import admin

from tenfold.matches.admin import Shown
from tenfold.rulings.models import Recounted, Ruling, SetAside, Swap


@admin.register(Ruling)
class RulingAdmin(Shown):
    list_display = ("competition", "number", "kind", "by", "made", "undone", "undone_by")
    list_filter = ("kind",)
    list_select_related = ("competition", "by", "undone_by")
    exclude = ("token",)


@admin.register(SetAside)
class SetAsideAdmin(Shown):
    list_display = ("ruling", "match", "unplayed", "replacement")
    list_select_related = ("ruling", "match", "replacement")


@admin.register(Recounted)
class RecountedAdmin(Shown):
    list_display = ("ruling", "match")
    list_select_related = ("ruling", "match")
    exclude = ("before",)


@admin.register(Swap)
class SwapAdmin(Shown):
    list_display = ("ruling", "seat", "before")
    list_select_related = ("ruling", "seat__match", "seat__version__bot", "before__bot")
