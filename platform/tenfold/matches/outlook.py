"""When will it be played? Measured by how fast the running rounds got on, never promised."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db.models import Count, Min
from django.utils import timezone
from django.utils.translation import gettext as _

from tenfold.competitions.choices import Image
from tenfold.competitions.models import Round
from tenfold.matches import sandboxes
from tenfold.matches.models import Match

_PUBLISHED: Final = "outlook"
_PUBLISHED_FOR_S: Final = 60
# Of so many matches the pace is taken: the newest tell how it is now.
_LOOKED_AT: Final = 20


@dataclass(frozen=True, slots=True)
class Outlook:
    """`pace`: seconds from one match's end to the next's, over all rounds; `left`: seconds, by round.

    A round that further matches are added to has no end to be told. `hourly`: matches an hour, by round.
    """

    pace: float
    left: Mapping[int, float]
    hourly: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why a match is not being played: `reason` in the reader's language, or `quoted` from a worker.

    Else it waits for its turn. `position`: its place in line; `seconds`: until then, if known.
    """

    reason: str = ""
    quoted: str = ""
    position: int | None = None
    seconds: float | None = None


def publish() -> None:
    """Tell the pages how the running rounds get on; they would each look at the same matches otherwise."""
    cache.set(_PUBLISHED, outlook(), timeout=_PUBLISHED_FOR_S)


def published() -> Outlook | None:
    """What was measured last; None before any match of a running round is over, or when nobody measures."""
    found: Outlook | None = cache.get(_PUBLISHED)
    return found


def outlook() -> Outlook | None:
    """How fast the running rounds get on, and how long that leaves each of them; paused ones stand still."""
    rounds = Round.objects.exclude(state=Round.State.FINISHED).filter(competition__paused=False)
    pace = _pace(rounds.aggregate(Min("started"))["started__min"])
    if pace is None:
        return None
    waiting = _waiting_by_round()
    ending = waiting.keys() - set(rounds.filter(open=True).values_list("pk", flat=True))
    left = {pk: pace * _until(waiting, pk, waiting[pk]) for pk in ending}
    return Outlook(pace, left, _hourly(dict(rounds.values_list("pk", "started"))))


def waiting_of(match: Match) -> Waiting:
    """Of a scheduled match: what keeps it, or its place in line and how long that takes."""
    if obstacle := _obstacle(match):
        return obstacle
    if match.round_id is None:  # from a queue of its own, in which nobody waits for long
        return Waiting(_("It waits for a free worker, which mostly takes seconds."))
    line = Match.objects.filter(round=match.round_id, state=Match.State.SCHEDULED)
    before = line.filter(id__lte=match.pk).count()
    position = _until(_waiting_by_round(), match.round_id, before)
    measured = published()
    return Waiting(position=position, seconds=measured.pace * position if measured else None)


def _pace(since: datetime | None) -> float | None:
    """Seconds from end to end of the newest matches that ended since the first running round began."""
    if since is None:
        return None
    ended = Match.objects.filter(
        round__state=Round.State.RUNNING, competition__paused=False, state=Match.State.FINISHED
    )
    times = [match.finished or since for match in ended.order_by("-finished")[:_LOOKED_AT]]
    if not times:
        return None
    began = times[-1] if len(times) == _LOOKED_AT else since
    return (timezone.now() - began).total_seconds() / len(times)


def _hourly(started: Mapping[int, datetime]) -> dict[int, float]:
    """Matches an hour of each round that runs, by what it ended in the last hour, or since it began."""
    now = timezone.now()
    begun = {pk: max(when, now - timedelta(hours=1)) for pk, when in started.items()}
    of_late = Match.objects.filter(
        round__in=begun, state=Match.State.FINISHED, finished__gte=now - timedelta(hours=1)
    )
    ended = dict(of_late.order_by().values_list("round").annotate(Count("pk")))
    return {pk: 3600 * ended.get(pk, 0) / (now - since).total_seconds() for pk, since in begun.items()}


def _waiting_by_round() -> dict[int, int]:
    """Paused rounds take no turns, so they keep nobody waiting."""
    open_ones = Match.objects.filter(
        round__isnull=False,
        competition__paused=False,
        state__in=Match.OPEN,
    )
    return dict(open_ones.order_by().values_list("round").annotate(Count("pk")))


def _until(waiting: Mapping[int, int], round_: int, place: int) -> int:
    """How many matches are over once the one at this place of its round is: rounds take turns."""
    return place + sum(min(place, others) for pk, others in waiting.items() if pk != round_)


def _obstacle(match: Match) -> Waiting | None:
    if match.competition and match.competition.paused:
        return Waiting(_("Its competition is paused: no match of it begins until its organizers resume it."))
    choice = sandboxes.published(Image(match.image))
    if choice is None:
        return Waiting(_("No worker has been heard of lately: nothing is played until one is back."))
    if choice.runs == sandboxes.Runs.NOTHING:
        return Waiting(quoted=choice.reason)
    if choice.runs == sandboxes.Runs.HOUSE_ONLY and match.bots.filter(version__bot__house=False).exists():
        return Waiting(quoted=choice.reason)
    if match.failures:
        return Waiting(
            _("An attempt at it failed on our side, for which no bot is blamed; it is played again soon.")
        )
    return None
