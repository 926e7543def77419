"""For operators. Sources and dossiers stay out of it: they are their authors'."""

from django.contrib import admin

from tenfold.bots.models import Bot, BotVersion


@admin.register(Bot)
class BotAdmin(admin.ModelAdmin):
    list_display = ("name", "owner", "house", "active_version", "created")
    list_filter = ("house",)
    list_select_related = ("owner", "active_version__bot")
    search_fields = ("name", "owner__username")
    readonly_fields = ("active_version", "created")
    autocomplete_fields = ("owner",)

    def has_add_permission(self, request: object) -> bool:
        return False  # whoever has signed in may add a bot, but of their own: see `bots.permissions`


@admin.register(BotVersion)
class BotVersionAdmin(admin.ModelAdmin):
    list_display = ("__str__", "state", "filename", "sha256", "created")
    list_filter = ("state",)
    list_select_related = ("bot",)
    search_fields = ("bot__name", "sha256")
    fields = ("bot", "number", "filename", "sha256", "state", "state_since", "checks", "created")
    readonly_fields = fields

    def has_add_permission(self, request: object) -> bool:
        return False
