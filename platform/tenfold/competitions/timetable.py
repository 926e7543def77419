"""Rounds that start by themselves: at times of day, every so many hours, or one after the other.

A round is due at the first such time after the last round was started (or after the timetable was set, if
that is later). So what was missed, because a round still ran or the site was down, is made up for once.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tenfold.competitions.bounds import EVERY_HOURS
from tenfold.competitions.choices import Timetable
from tenfold.competitions.models import Competition, Round
from tenfold.competitions.rounds import database_now, start_round
from tenfold.refusal import Refused

log = structlog.get_logger(__name__)

MOST_TIMES = 24
_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


def times_of(written: str) -> list[time]:
    """The times of day in a text such as `9:00, 18:30`, in order; `Refused` where one is none."""
    found = set()
    for word in written.replace(",", " ").split():
        parts = _TIME.fullmatch(word)
        if parts is None:
            raise Refused(
                _("A time of day is written as 18:00, from 0:00 to 23:59; %(came)s came.")
                % {"came": f"{word!r:.20}"}
            )
        found.add(time(int(parts[1]), int(parts[2])))
    return sorted(found)


def checked_timetable(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a timetable as they are stored; `Refused` where they make no sense together."""
    timetable, hours, zone = settings["timetable"], settings["every_hours"], settings["time_zone"]
    times = times_of(settings["at_times"])
    if timetable not in Timetable.values:
        raise Refused(
            _("A timetable is one of %(known)s; %(came)s came.")
            % {"known": ", ".join(Timetable.values), "came": f"{timetable!r:.40}"}
        )
    if zone not in available_timezones():
        raise Refused(
            _("A time zone is named as Europe/Berlin or UTC is; %(came)s is none.")
            % {"came": f"{zone!r:.60}"}
        )
    if (timetable == Timetable.HOURS) != (hours is not None):
        raise Refused(_("every_hours says how often, with the timetable “every so many hours” and no other."))
    if hours is not None and hours not in EVERY_HOURS:
        raise Refused(_("every_hours is %(bounds)s; %(came)s came.") % {"bounds": EVERY_HOURS, "came": hours})
    if (timetable == Timetable.DAILY) != bool(times):
        raise Refused(_("at_times says when, with the timetable “every day” and no other."))
    if len(times) > MOST_TIMES:
        raise Refused(
            _("A day has at most %(most)s rounds; %(came)s times came.")
            % {"most": MOST_TIMES, "came": len(times)}
        )
    return {"at_times": ", ".join(f"{at:%H:%M}" for at in times)}


def next_start(competition: Competition, last: Round | None) -> datetime | None:
    """When the next round is due, in UTC; None where it is started by hand, or the last one still runs.

    Of one that follows the last one at once, this is the end of that one; the first is started by hand.
    """
    since = max(competition.timetable_since, last.started) if last else competition.timetable_since
    match competition.timetable:
        case Timetable.AT_ONCE:
            return last.finished if last else None
        case Timetable.HOURS:
            return since + timedelta(hours=competition.every_hours or 1)
        case Timetable.DAILY:
            return _next_time(since, times_of(competition.at_times), ZoneInfo(competition.time_zone))
    return None


def _next_time(after: datetime, times: list[time], zone: ZoneInfo) -> datetime:
    """The first of these times of day, by the clocks of the zone, later than `after`."""
    today: date = after.astimezone(zone).date()
    coming = (
        datetime.combine(today + timedelta(days=days), at, tzinfo=zone).astimezone(after.tzinfo)
        for days in range(3)
        for at in times
    )
    return next(at for at in coming if at > after)


def start_due() -> int:
    """Start every round that is due, by the clock of the database; give their number.

    What cannot be started is tried again at the next call, and the competition's page says why.
    """
    running = Round.objects.filter(competition=OuterRef("pk")).exclude(state=Round.State.FINISHED)
    timed = Competition.objects.exclude(timetable=Timetable.BY_HAND).filter(~Exists(running), paused=False)
    return sum(map(_started, timed.values_list("pk", flat=True)))


def _started(pk: int) -> bool:
    try:
        return _start_if_due(pk)
    except Exception:  # or what is wrong with one competition would keep all others from starting
        log.exception("round not started by an error of ours", competition=pk)
        return False


def _start_if_due(pk: int) -> bool:
    with transaction.atomic():
        unlocked = Competition.objects.select_for_update(no_key=True, skip_locked=True)
        competition = unlocked.filter(pk=pk).first()
        last = Round.objects.filter(competition=pk).order_by("-number").first()
        if competition is None or (last and last.state != Round.State.FINISHED):
            return False  # somebody else is at it, or was quicker
        due = next_start(competition, last)
        if due is None or due > database_now():
            return False
        return start_or_say_why(competition)


def start_or_say_why(competition: Competition) -> bool:
    """Start its next round, under the lock of its row; tell whether it could be."""
    try:
        # What is kept is English, whoever's language this thread last spoke.
        with translation.override(None):
            start_round(competition=competition, by=None)
    except Refused as no:
        say(competition.pk, str(no))
        log.info("round not started", competition=competition.pk, why=str(no))
        return False
    return True


def say(competition: int, note: str) -> None:
    """Let the page of a competition say why nothing begins there; empty: nothing is in the way."""
    Competition.objects.filter(pk=competition).exclude(not_started=note).update(not_started=note)


def in_words(competition: Competition) -> str:
    """The timetable as a page says it."""
    match competition.timetable:
        case Timetable.AT_ONCE:
            return _("a round follows the last one at once")
        case Timetable.HOURS:
            hours = competition.every_hours or 1
            return ngettext("a round every hour", "a round every %(hours)s hours", hours) % {"hours": hours}
        case Timetable.DAILY:
            return _("a round every day at %(times)s (%(zone)s)") % {
                "times": competition.at_times,
                "zone": competition.time_zone,
            }
    return ""
