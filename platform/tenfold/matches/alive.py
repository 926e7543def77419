"""Which machines with a worker are alive: each says so every few seconds, and is soon forgotten else."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from socket import gethostname
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from tenfold.matches.models import Attempt, Match
from tenfold.matches.sandboxes import Choice, Runs

#: Silence for so long means that a machine has no worker any more.
FORGOTTEN_AFTER_S: Final = 60
_ROLL: Final = "machines"
_MOST: Final = 200


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine that was `heard` of lately; `runs` is what it runs bots in, and `reason` says why.

    It has so many `processes` for matches of rounds, of which `busy` have one.
    """

    name: str
    runs: Runs
    reason: str
    processes: int
    heard: datetime
    busy: int = 0


def report(choice: Choice) -> None:
    """Say that this machine is alive.

    Each writes a key of its own; a name that two writers lost of the roll is there again by the next report.
    """
    here = gethostname()
    said = (choice.runs.value, choice.reason, settings.CELERY_WORKER_CONCURRENCY, timezone.now())
    cache.set(_key(here), said, timeout=FORGOTTEN_AFTER_S)
    roll: list[str] = cache.get(_ROLL) or []
    if here not in roll:
        alive = cache.get_many([_key(name) for name in roll])
        roll = [name for name in roll if _key(name) in alive]
        cache.set(_ROLL, [*roll[-_MOST:], here], timeout=None)


def machines(playing: Sequence[Attempt] = ()) -> list[Machine]:
    """Those alive, by name; `playing` are the attempts under way, by which they are busy."""
    roll: list[str] = cache.get(_ROLL) or []
    said = cache.get_many([_key(name) for name in roll])
    hosts = [machine_of(each) for each in playing if each.match.kind == Match.Kind.ROUND]
    found = []
    for name in sorted(roll):
        if _key(name) in said:
            runs, reason, processes, heard = said[_key(name)]
            found.append(Machine(name, Runs(runs), reason, processes, heard, hosts.count(name)))
    return found


def playing_now() -> list[Attempt]:
    """Attempts under way, of the whole site and oldest first: as many as there are processes that play."""
    under_way = Attempt.objects.filter(ended=None).select_related("match__round")
    return list(under_way.order_by("started", "id")[: _MOST * 10])


def machine_of(attempt: Attempt) -> str:
    """The name of the machine that plays it: `worker` has its process, too."""
    return attempt.worker.rpartition(":")[0] or attempt.worker


def _key(name: str) -> str:
    return f"machine:{name}"
