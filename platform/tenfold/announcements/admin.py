"""For operators, to look at: announcements are made, and changed, on the competition's pages alone."""

from django.contrib import admin

from tenfold.announcements.models import Announcement, Question, Wording
from tenfold.matches.admin import Shown


@admin.register(Announcement)
class AnnouncementAdmin(Shown):
    list_display = ("competition", "to", "by", "made", "changed")
    list_select_related = ("competition", "to", "by")


@admin.register(Question)
class QuestionAdmin(Shown):
    list_display = ("competition", "by", "asked")
    list_select_related = ("competition", "by")


@admin.register(Wording)
class WordingAdmin(Shown):
    list_display = ("announcement", "by", "until")
    list_select_related = ("announcement", "by")
