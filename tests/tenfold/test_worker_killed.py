"""Workers as real processes: killed or told to stop in the middle of a round, every match is played once."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from celery import current_app
from django.conf import settings as configured
from django.db import connection

from arena.phase10.rules import RuleSet
from tenfold.bots.models import BotVersion, VersionState
from tenfold.bots.services import submit_version
from tenfold.competitions.models import Competition, Round
from tenfold.competitions.standings import counted_blocks, refresh_standing
from tenfold.matches.models import Attempt, Match
from tenfold.matches.services import sweep
from tests.builders import TEN_LINES, a_bot, a_competition, a_round, a_version, an_entry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.alone]

ROOT = Path(__file__).resolve().parents[2]
LEASE_S = 3
PATIENCE_S = 150  # on a machine with much else to do
# Long enough to be caught in the middle: a dozen deals that nobody wins.
LONG = RuleSet(deals_per_game=10)
# Longer than a trial on any machine; no test waits for its end.
ENDLESS = RuleSet(deals_per_game=1000)
MATCHES = 6  # in the round of four entries
AT_ONCE = min(MATCHES, os.cpu_count() or 1)


class Worker:
    """A whole worker, `manage.py work`, on the test's own database and broker."""

    def __init__(self, log: Path) -> None:
        url = "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**connection.settings_dict)
        ours = {
            "DATABASE_URL": url,
            "BROKER_URL": configured.BROKER_URL,
            "SANDBOX": "process",
            "LEASE_SECONDS": str(LEASE_S),
        }
        self._log = log.open("ab")
        self._process = subprocess.Popen(
            [sys.executable, ROOT / "manage.py", "work"],
            env=os.environ | ours,
            stdout=self._log,
            stderr=self._log,
        )

    def kill(self) -> None:
        """kill -9 of all its processes, as when a machine goes away; the root last, or the others hear."""
        root = psutil.Process(self._process.pid)
        for process in [*root.children(recursive=True), root]:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self._process.wait(timeout=PATIENCE_S)

    def terminate(self) -> int:
        """SIGTERM to the main process alone, as an init system does; its exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(timeout=PATIENCE_S)

    def close(self) -> None:
        if self._process.poll() is None:
            self.kill()
        self._log.close()


@pytest.fixture
def a_worker(tmp_path: Path) -> Iterator[Callable[[], Worker]]:
    started: list[Worker] = []

    def start() -> Worker:
        started.append(Worker(tmp_path / f"worker{len(started)}.log"))
        return started[-1]

    yield start
    for worker in started:
        worker.close()
    for log in sorted(tmp_path.glob("*.log")):
        sys.stdout.write(f"{log.name}: {log.read_text(errors='replace')[-4000:]}")


@pytest.fixture
def a_running_round(settings) -> Round:
    return a_queued_round(settings, LONG)


def a_queued_round(settings, rules: RuleSet) -> Round:
    """Six matches of four ten-line bots, and nothing else in the queue."""
    settings.LEASE_SECONDS = LEASE_S
    current_app.control.purge()
    competition = a_competition(rules=rules)
    for _ in range(4):
        an_entry(competition=competition, bot=a_version(source=TEN_LINES).bot)
    return a_round(competition=competition, entries=4)


def wait_for(condition: Callable[[], bool], *, meanwhile: Callable[[], object] = lambda: None) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < give_up, f"not within {PATIENCE_S} s; see the workers' logs"
        meanwhile()
        time.sleep(0.1)


def in_the_middle(round_: Round) -> Callable[[], bool]:
    """Some matches are finished and others are being played."""

    def condition() -> bool:
        states = set(round_.matches.values_list("state", flat=True))
        return {Match.State.FINISHED, Match.State.RUNNING} <= states

    return condition


def finished(round_: Round) -> bool:
    round_.refresh_from_db()
    return round_.state == Round.State.FINISHED


def assert_every_match_was_played_once(round_: Round) -> None:
    for match in round_.matches.all():
        assert match.state == Match.State.FINISHED
        assert match.attempts.filter(outcome=Attempt.Outcome.FINISHED).count() == 1
        assert (match.games.count(), match.block_results.count()) == (2, 1)


def assert_standing_equals_a_recount(competition: Competition) -> None:
    # The worker may be at it, and know of fewer matches.
    refresh_standing(competition_id=competition.pk, even_if_fresh=True, wait=True)
    blocks = counted_blocks(competition)
    assert len(blocks) == MATCHES
    for row in competition.standings.all():
        assert row.blocks == sum(row.entry_id in block.entries for block in blocks) == 3


def test_after_a_kill_in_the_middle_of_a_round_every_match_is_played_once(a_running_round, a_worker):
    first = a_worker()
    wait_for(in_the_middle(a_running_round))
    first.kill()
    assert a_running_round.matches.filter(state=Match.State.RUNNING).exists()

    a_worker()
    # What beat does every few seconds.
    wait_for(lambda: finished(a_running_round), meanwhile=sweep)

    assert_every_match_was_played_once(a_running_round)
    assert Attempt.objects.filter(outcome=Attempt.Outcome.EXPIRED).exists()
    assert_standing_equals_a_recount(a_running_round.competition)


def test_a_worker_told_to_stop_hands_its_matches_back_to_the_next_one(a_running_round, a_worker):
    first = a_worker()
    wait_for(in_the_middle(a_running_round))

    assert first.terminate() == 0
    assert not a_running_round.matches.filter(state=Match.State.RUNNING).exists()

    a_worker()
    wait_for(lambda: finished(a_running_round), meanwhile=sweep)

    assert_every_match_was_played_once(a_running_round)
    assert {match.failures for match in a_running_round.matches.all()} == {0}


def test_an_upload_is_tried_while_matches_hold_every_core(settings, a_worker):
    round_ = a_queued_round(settings, ENDLESS)
    a_worker()
    wait_for(lambda: round_.matches.filter(state=Match.State.RUNNING).count() == AT_ONCE)
    bot = a_bot()

    version = submit_version(bot=bot, filename="main.py", data=TEN_LINES, by=bot.owner)
    wait_for(lambda: BotVersion.objects.filter(pk=version.pk, state=VersionState.READY).exists())

    # Not one match has ended to make room for it.
    assert not round_.matches.filter(state=Match.State.FINISHED).exists()
