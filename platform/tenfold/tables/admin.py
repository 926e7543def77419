"""For operators, to look at; what the decks are stays a secret to them, too."""

from django.contrib import admin

from tenfold.matches.admin import Shown
from tenfold.tables.models import Table


@admin.register(Table)
class TableAdmin(Shown):
    list_display = ("id", "owner", "players", "due", "moves", "created", "moved")
    list_filter = ("due",)
    list_select_related = ("owner",)
    exclude = ("seed", "log", "visitor", "network", "claim")
