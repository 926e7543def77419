"""Which scheduled matches the queue hears of, and when.

Only a window of them waits in the queue at any time. So a lost message costs a few repeated ones and never a
flood, and running competitions share the machine by turns, however many matches one of them has planned.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import zip_longest

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Now

from tenfold.competitions.models import Round
from tenfold.matches import sandboxes
from tenfold.matches.models import Match, MatchBot, MatchKind
from tenfold.nudge import nudge_on_commit

PLAY_MATCH = "tenfold.matches.tasks.play_match"
PLAY_TRIAL = "tenfold.matches.tasks.play_trial"
PLAY_REQUESTED = "tenfold.matches.tasks.play_requested"

# Enough that no worker idles between two matches.
WINDOW = 32


def _stale() -> CombinedExpression:
    """Who was announced before this and is not claimed yet is announced again.

    Twice is harmless, never is not; and a lease is how long a lost worker may go unnoticed anyway. By the
    clock of the database, as all that is compared with it: a worker's own may be an hour off.
    """
    return Now() - timedelta(seconds=settings.LEASE_SECONDS)


def announce_waiting() -> int:
    """Announce what is due, trials first, once the running transaction commits; give their number."""
    due = _due()
    trials = list(_alone(due, MatchKind.TRIAL)[:WINDOW])
    requested = _one_of_each_author(due)
    free = WINDOW - _announced_and_waiting()
    # Half a window at a time, or every result would look for the one match that has its place.
    wanted = [*trials, *requested, *(_by_turns(due, free) if free * 2 >= WINDOW else ())]
    taken = _taken(due, wanted)
    tasks = dict.fromkeys(trials, PLAY_TRIAL) | dict.fromkeys(requested, PLAY_REQUESTED)
    for pk in wanted:
        if pk in taken:
            nudge_on_commit(tasks.get(pk, PLAY_MATCH), pk)
    return len(taken)


def _alone(due: QuerySet[Match], kind: MatchKind) -> QuerySet[Match, int]:
    """Those of no round. Said so, they are found by the index of what is open."""
    return due.filter(round=None, kind=kind).order_by("id").values_list("id", flat=True)


def _one_of_each_author(due: QuerySet[Match]) -> list[int]:
    """Of whoever asked for matches the oldest, unless one is under way: they play by turns, not by haste."""
    busy = Q(state=Match.State.RUNNING) | Q(state=Match.State.SCHEDULED, announced_at__gte=_stale())
    under_way = Match.objects.filter(busy, round=None, kind=MatchKind.REQUESTED).values("requested_by")
    rest = _alone(due, MatchKind.REQUESTED).exclude(requested_by__in=under_way)
    return list(rest.order_by("requested_by", "id").distinct("requested_by")[:WINDOW])


def _taken(due: QuerySet[Match], wanted: Sequence[int]) -> set[int]:
    """Note for those of them that nobody else is at that they are announced now.

    Their rows are locked: who announces waits for nobody, so it cannot deadlock.
    """
    if not wanted:
        return set()
    rows = due.filter(pk__in=wanted).select_for_update(skip_locked=True)
    taken = set(rows.values_list("id", flat=True))
    Match.objects.filter(pk__in=taken).update(announced_at=Now())
    return taken


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


def _announced_and_waiting() -> int:
    fresh = Q(announced_at__gte=_stale())
    waiting = Match.objects.filter(fresh, kind=MatchKind.ROUND, state=Match.State.SCHEDULED)
    return waiting.filter(competition__paused=False).count()


def _by_turns(due: QuerySet[Match], most: int) -> list[int]:
    """The next of every round before the second next of any; each round is read no further than `most`."""
    of_round = due.filter(round=OuterRef("pk")).order_by("id").values("id")[:most]
    rounds = Round.objects.exclude(state=Round.State.FINISHED).filter(competition__paused=False)
    # None rather than an empty list comes where nothing at all can be run.
    waiting = rounds.order_by("id").values_list(ArraySubquery(of_round), flat=True)
    turns = zip_longest(*(next_ones or () for next_ones in waiting))
    return [pk for turn in turns for pk in turn if pk is not None][:most]
