"""What a competition's page shows of announcements, without knowing of them itself."""

from typing import Any

from django import template

from tenfold.announcements import services
from tenfold.announcements.models import Announcement
from tenfold.competitions.models import Competition

register = template.Library()

_SHOWN = 3


@register.simple_tag(takes_context=True)
def announced(context: dict[str, Any], competition: Competition) -> list[Announcement]:
    """The newest few to all, with those to the reader alone among them."""
    user = context["user"]
    found = services.latest(competition)
    if user.is_authenticated:
        theirs = competition.announcements.filter(to=user).select_related("answers")
        found = [*found, *theirs.order_by("-id")[:_SHOWN]]
    return sorted(found, key=lambda one: -one.pk)[:_SHOWN]


@register.simple_tag(takes_context=True)
def questions_waiting(context: dict[str, Any], competition: Competition) -> int:
    """How many authors' questions nobody has answered; none to those who may not read them."""
    reads = context["user"].has_perm("announcements.view_questions", competition)
    return competition.questions.filter(answers=None).count() if reads else 0
