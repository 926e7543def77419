"""Which scheduled matches the queue hears of, and when.

Only a window of them waits in the queue at any time. So a lost message costs a few repeated ones and never a
flood, and running competitions share the machine by turns, however many matches one of them has planned.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Window
from django.db.models.functions import Now, RowNumber
from django.utils import timezone

from tenfold.matches import sandboxes
from tenfold.matches.models import Match, MatchBot, MatchKind
from tenfold.nudge import nudge_on_commit

PLAY_MATCH = "tenfold.matches.tasks.play_match"
PLAY_TRIAL = "tenfold.matches.tasks.play_trial"

# Enough that no worker idles between two matches.
WINDOW = 32


def _stale() -> datetime:
    """Who was announced before this and is not claimed yet is announced again.

    Twice is harmless, never is not; and a lease is how long a lost worker may go unnoticed anyway.
    """
    return timezone.now() - timedelta(seconds=settings.LEASE_SECONDS)


def announce_waiting() -> int:
    """Announce what is due, trials first, once the running transaction commits; give their number."""
    trials = list(_unannounced(MatchKind.TRIAL).order_by("id").values_list("id", flat=True)[:WINDOW])
    free = WINDOW - _announced_and_waiting()
    wanted = [*trials, *(_by_turns()[:free] if free > 0 else ())]
    taken = _taken(wanted)
    due = [pk for pk in wanted if pk in taken]
    Match.objects.filter(pk__in=due).update(announced_at=Now())
    for pk in due:
        nudge_on_commit(PLAY_TRIAL if pk in trials else PLAY_MATCH, pk)
    return len(due)


def _taken(wanted: Sequence[int]) -> set[int]:
    """Lock those of them that nobody else is at: who announces waits for nobody, so it cannot deadlock."""
    rows = _due().filter(pk__in=wanted).select_for_update(skip_locked=True)
    return set(rows.values_list("id", flat=True))


def _due() -> QuerySet[Match]:
    """Scheduled, not announced of late, and such as the workers can run.

    Where they run the house's bots alone, matches of others would else fill the window, and none be played.
    """
    stale = Q(announced_at__isnull=True) | Q(announced_at__lt=_stale())
    due = Match.objects.filter(stale, state=Match.State.SCHEDULED)
    choice = sandboxes.published()
    if choice and choice.runs == sandboxes.Runs.NOTHING:
        return due.none()
    if choice and choice.runs == sandboxes.Runs.HOUSE_ONLY:
        others = MatchBot.objects.filter(match=OuterRef("pk"), version__bot__house=False)
        return due.filter(~Exists(others))
    return due


def _unannounced(kind: MatchKind) -> QuerySet[Match]:
    return _due().filter(kind=kind)


def _announced_and_waiting() -> int:
    fresh = Q(announced_at__gte=_stale())
    return Match.objects.filter(fresh, kind=MatchKind.ROUND, state=Match.State.SCHEDULED).count()


def _by_turns() -> QuerySet[Match, int]:
    """The next of every round before the second next of any."""
    turn = Window(RowNumber(), partition_by=F("round"), order_by="id")
    return (
        _unannounced(MatchKind.ROUND).annotate(turn=turn).order_by("turn", "id").values_list("id", flat=True)
    )
