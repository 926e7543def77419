"""Rounds of house bots, played by real workers: Celery's processes as a site runs them, a core for each."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from hashlib import sha256
from importlib import resources

from django.core.management.base import CommandError
from django.db.models import Max, Min
from django.utils import timezone

from arena.phase10.rules import RuleSet
from tenfold.accounts.services import house_user
from tenfold.bots.models import Bot, BotVersion
from tenfold.celery import app
from tenfold.competitions.models import Competition, Entry, Round
from tenfold.competitions.rounds import plan_round, start_round
from tenfold.embedded.child import dies_with_parent
from tenfold.matches.management.commands.work import Node
from tenfold.matches.models import Attempt

PATIENCE_S = 600


def a_league(name: str, *, bot: str, entries: int, rules: RuleSet, blocks: int) -> Competition:
    """`entries` times the same house bot, by the name of its file, in a competition for two."""
    owner = house_user()
    source = (resources.files("arena.bots") / bot).read_bytes()
    league = Competition.objects.create(
        organizer=owner, name=name, slug=name, rule_set=rules.to_dict(), players=2, blocks=blocks
    )
    for number in range(entries):
        title = f"{name}-{number}"
        one = Bot.objects.create(owner=owner, name=title, slug=title, house=True)
        one.active_version = BotVersion.objects.create(
            bot=one, number=1, filename=bot, source=source, sha256=sha256(source).hexdigest(),
            state=BotVersion.State.READY, state_since=timezone.now(),
        )  # fmt: skip
        one.save()
        Entry.objects.create(competition=league, bot=one, state_since=timezone.now())
    return league


def a_round(league: Competition) -> Round:
    """Started, planned and announced."""
    started = start_round(competition=league, by=league.organizer)
    plan_round(round_id=started.pk)
    return started


@contextmanager
def workers(cores: Sequence[int]) -> Iterator[None]:
    """A worker with one process on each of these cores, until the block ends."""
    nodes = [Node(f"bench{core}", "matches", ("--concurrency", "1"), {"CORES": str(core)}) for core in cores]
    running = [_started(node) for node in nodes]
    try:
        _wait(lambda: len(app.control.ping(timeout=0.5) or ()) == len(running), "the workers answer")
        yield
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait()


def _started(node: Node) -> subprocess.Popen[bytes]:
    """Its banner would stand among our rows; its log goes where ours goes."""
    return subprocess.Popen(
        [*dies_with_parent(signal.SIGTERM), *node.command()],
        env={**os.environ, **node.environment},
        stdout=subprocess.DEVNULL,
    )


def played(round_: Round) -> tuple[float, float]:
    """Wait until it is over; seconds between one match's start and the next, and from the first to the end.

    By the clock of the database, so that neither looking nor the workers' own start counts.
    """
    _wait(lambda: Round.objects.get(pk=round_.pk).state == Round.State.FINISHED, "the round is over")
    attempts = Attempt.objects.filter(match__round=round_)
    times = attempts.aggregate(first=Min("started"), last=Max("started"), end=Max("ended"))
    apart = (times["last"] - times["first"]) / max(1, attempts.count() - 1)
    return apart / timedelta(seconds=1), (times["end"] - times["first"]) / timedelta(seconds=1)


def _wait(true: Callable[[], bool], what: str) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > give_up:
            raise CommandError(f"Waited {PATIENCE_S} s in vain until {what}.")
        time.sleep(0.05)
