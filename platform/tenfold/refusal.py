"""The one way in which a service says no to a person."""

from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING, Any, Final

from django.utils import timezone

if TYPE_CHECKING:
    from django.db.models import QuerySet

#: Where a limit does not know when there is room again: it hangs on what somebody does.
WAIT_S: Final = 15 * 60


class Refused(Exception):
    """What was asked cannot be done. The message is a sentence for the person who asked.

    It says what came, what was expected and what to do next. Pages show it as a form error or message, the
    API as a problem document.
    """


class TooMany(Refused):
    """It can be done, but not so often: the message says when again, and programs are told `wait_s`."""

    def __init__(self, said: str, *, wait_s: int = WAIT_S) -> None:
        super().__init__(said)
        self.wait_s = wait_s


class Stale(Refused):
    """Somebody else has changed it meanwhile: the message says what, or to look again."""


def refuse_more(rows: "QuerySet[Any]", when: str, *, most: int, within: timedelta, said: str) -> None:
    """Refuse one more where `most` of these rows came `within` the time before; say when there is room."""
    of_late = rows.filter(**{f"{when}__gt": timezone.now() - within})
    if of_late.count() >= most:
        raise TooMany(said, wait_s=until_room(of_late, when, most=most, within=within))


def until_room(rows: "QuerySet[Any]", when: str, *, most: int, within: timedelta) -> int:
    """In how many seconds there are fewer than `most` of these rows `within` the time before.

    Only of a full limit: where nothing may come at all, no wait helps, and it is the usual one.
    """
    if most < 1:
        return WAIT_S
    newest = rows.order_by(f"-{when}").values_list(when, flat=True)
    in_the_way = next(iter(newest[most - 1 : most]), None)
    left = in_the_way + within - timezone.now() if in_the_way else timedelta(0)
    return max(1, ceil(left / timedelta(seconds=1)))
