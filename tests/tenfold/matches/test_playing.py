"""A worker's part, with bots as real processes."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection, transaction

from sandbox.limits import Limits
from sandbox.process import ProcessSandbox
from sandbox.program import Program
from sandbox.session import Session
from sandbox.verdict import SandboxError
from tenfold.competitions.banks import limits_of, session_wall_ms
from tenfold.competitions.choices import Banks
from tenfold.matches import kept, playing, results, sandboxes, stopping
from tenfold.matches.models import FaultLog, Match
from tenfold.matches.services import Claim, claim, sweep
from tests.builders import (
    CRASHING,
    DOCKER,
    NO_DOCKER,
    TEN_LINES,
    a_bot,
    a_competition,
    a_match,
    a_round,
    a_version,
    an_entry,
)
from tests.tenfold.matches.test_lifecycle import let_the_lease_run_out, outcomes

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def any_bot_may_run(settings, monkeypatch) -> Iterator[None]:
    settings.SANDBOX = "process"
    monkeypatch.setattr(playing, "LEAVING_S", 0.0)
    yield
    stopping.forget()


def a_match_of(*sources: bytes, blocks: int = 1) -> Match:
    competition = a_competition(players=len(sources), blocks=blocks)
    for source in sources:
        an_entry(competition=competition, bot=a_version(source=source).bot)
    return a_match(round_=a_round(competition=competition, entries=len(sources)))


class BrokenSandbox(ProcessSandbox):
    def open(self, *_: Any, **__: Any) -> Session:
        raise SandboxError("the engine is gone")


def a_claim_on(match: Match) -> Claim:
    mine = claim(match_id=match.pk, worker="w")
    assert mine is not None
    match.refresh_from_db()
    return mine


def test_a_match_is_played_and_recorded():
    match = a_match()

    playing.play(match_id=match.pk)
    match.refresh_from_db()

    assert match.state == Match.State.FINISHED
    assert all(seat["cpu_ms"] > 0 for game in match.games.all() for seat in game.outcome)


def test_a_match_between_plain_processes_keeps_that_there_was_no_sandbox():
    match = a_match()

    playing.play(match_id=match.pk)
    match.refresh_from_db()

    assert match.ran_in == {"sandbox": "process", "python": sys.version.split()[0]}


def test_a_bot_that_crashes_loses_and_its_match_is_a_result():
    match = a_match_of(CRASHING, b"import sys\nfor line in sys.stdin: print('nonsense', flush=True)\n")

    playing.play(match_id=match.pk)
    match.refresh_from_db()

    assert match.state == Match.State.FINISHED
    assert set(match.bots.values_list("faults__kind", flat=True)) == {"start_failed", "bad_reply"}


def test_what_a_crashed_bot_wrote_to_stderr_is_in_its_dossier_and_not_in_what_all_may_read():
    match = a_match_of(CRASHING, CRASHING)

    playing.play(match_id=match.pk)
    faults = FaultLog.objects.filter(game__match=match)

    assert all(fault.dossier["detail"]["last_line"] == "RuntimeError: on purpose" for fault in faults)
    assert {fault.message for fault in faults} == {
        "The bot ended with exit code 1 before it answered its first line."
    }


def test_an_upload_that_has_passed_its_check_is_not_compiled_again_for_a_match():
    unfit = b"def f(:"  # a check would refuse it

    assert playing.program("bot.py", unfit).files == {"main.py": unfit}


def test_no_container_is_reaped_out_of_a_match_that_may_still_run(settings, monkeypatch):
    lifetimes = set()

    class Watched(ProcessSandbox):
        def open(self, program: Program, *, limits: Limits, **how: Any) -> Session:
            lifetimes.add(limits.lifetime_s)
            return super().open(program, limits=limits, **how)

    monkeypatch.setattr(sandboxes, "make", lambda _: Watched())

    playing.play(match_id=a_match().pk)

    assert lifetimes == {settings.CELERY_TASK_TIME_LIMIT}


SLEEPING = TEN_LINES.replace(b"    print(", b"    __import__('time').sleep(0.3)\n    print(")


def test_bots_that_sleep_out_every_game_cannot_keep_a_match_from_its_end(settings):
    settings.LONGEST_MATCH_SECONDS = 4  # 750 ms for each bot in each lane
    match = a_match_of(SLEEPING, SLEEPING, blocks=20)

    playing.play(match_id=match.pk)

    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    faults = FaultLog.objects.filter(game__match=match)
    assert {fault.kind for fault in faults} == {"wall_bank"}
    assert "over the games it was started for, all that it has for them" in faults[0].message


@pytest.mark.parametrize("players", range(2, 7))
def test_all_bots_of_all_lanes_together_leave_a_match_time_to_end(players):
    share = max(session_wall_ms(limits_of(banks), players=players, blocks=200) for banks in Banks)

    assert players * players * share <= 7_200_000 * 3 // 4


def test_a_short_match_is_not_slept_through_for_hours():
    assert session_wall_ms(Limits(), players=2, blocks=10) == 300_000


def test_a_second_delivery_plays_nothing():
    match = a_match()
    playing.play(match_id=match.pk)

    playing.play(match_id=match.pk)

    assert outcomes(match) == ["finished"]


def test_a_sandbox_that_breaks_costs_an_attempt_and_no_bot(monkeypatch):
    match = a_match()
    monkeypatch.setattr(sandboxes, "make", lambda _: BrokenSandbox())

    playing.play(match_id=match.pk)
    match.refresh_from_db()

    assert match.state == Match.State.SCHEDULED
    assert "the engine is gone" in match.attempts.get().why


def test_a_machine_that_cannot_play_leaves_the_message_after_next_to_one_that_can(monkeypatch, settings):
    settings.SANDBOX = "docker"
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: NO_DOCKER)
    paused: list[float] = []
    monkeypatch.setattr(time, "sleep", paused.append)
    match = a_match()

    playing.play(match_id=match.pk)
    match.refresh_from_db()

    # Announced again with the next result or sweep, and not only when a lease has gone by.
    assert match.announced_at is None
    assert paused == [playing.LEAVING_S]


def test_a_machine_that_must_not_run_the_bots_leaves_the_match_waiting(monkeypatch, settings):
    settings.SANDBOX = "docker"
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: NO_DOCKER)
    match = a_match()

    playing.play(match_id=match.pk)
    match.refresh_from_db()

    assert (match.state, match.attempts.count()) == (Match.State.SCHEDULED, 0)


def test_an_engine_that_goes_away_after_the_bots_were_let_in_runs_none_of_them(monkeypatch, settings):
    settings.SANDBOX = "auto"
    answers = iter([DOCKER])
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: next(answers, NO_DOCKER))
    monkeypatch.setattr(kept, "DockerSandbox", lambda **_: BrokenSandbox())
    match = a_match()

    playing.play(match_id=match.pk)
    match.refresh_from_db()

    assert match.state == Match.State.SCHEDULED
    assert "the engine is gone" in match.attempts.get().why


def test_without_docker_house_bots_play_all_the_same(monkeypatch, settings):
    settings.SANDBOX = "auto"
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: NO_DOCKER)
    competition = a_competition()
    for _ in range(2):
        an_entry(competition=competition, bot=a_version(bot=a_bot(house=True)).bot)
    match = a_match(round_=a_round(competition=competition))

    playing.play(match_id=match.pk)
    match.refresh_from_db()

    assert match.state == Match.State.FINISHED


def test_a_worker_told_to_stop_hands_its_match_back():
    match = a_match()
    stopping.ask()

    playing.play(match_id=match.pk)
    match.refresh_from_db()

    assert (match.state, match.failures) == (Match.State.SCHEDULED, 0)
    assert outcomes(match) == ["handed_back"]


def soon(holds):
    """Whether it comes to hold, however long a busy machine takes."""
    deadline = time.monotonic() + 30
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.05)
    return holds()


@pytest.mark.django_db(transaction=True)
def test_the_lease_is_renewed_while_a_match_is_played(settings):
    settings.LEASE_SECONDS = 1
    match = a_match()
    mine = a_claim_on(match)
    first = match.lease_until

    def renewed():
        match.refresh_from_db()
        return match.lease_until > first

    with playing.kept_alive(mine):
        assert soon(renewed)


@pytest.mark.django_db(transaction=True)
def test_a_database_that_was_started_anew_meanwhile_costs_no_attempt(monkeypatch):
    match = a_match()
    monkeypatch.setattr(playing._Table, "played", after_hanging_up_on_us(playing._Table.played))

    playing.play(match_id=match.pk)

    assert outcomes(match) == ["finished"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("trouble", [OperationalError("deadlock detected"), InterfaceError("closed")])
def test_a_database_in_trouble_for_a_moment_costs_no_attempt(monkeypatch, trouble):
    match = a_match()
    monkeypatch.setattr(playing, "STORING_PAUSES_S", (0.0, 0.0))
    monkeypatch.setattr(playing, "record", failing_with(trouble, times=2))

    playing.play(match_id=match.pk)

    assert outcomes(match) == ["finished"]


@pytest.mark.django_db(transaction=True)
def test_a_database_that_stays_in_trouble_costs_the_attempt(monkeypatch):
    match = a_match()
    monkeypatch.setattr(playing, "STORING_PAUSES_S", (0.0, 0.0))
    monkeypatch.setattr(playing, "record", failing_with(OperationalError("deadlock detected"), times=3))

    playing.play(match_id=match.pk)

    assert outcomes(match) == ["failed"]
    assert "deadlock detected" in match.attempts.get().why


def failing_with(trouble, *, times):
    """Stores a match, and fails at the end of it the first so many times."""
    troubles = iter([trouble] * times)

    def record(**what):
        with transaction.atomic():
            results.record(**what)
            for each in troubles:
                raise each

    return record


def after_hanging_up_on_us(play):
    """Plays once the database has ended our connection, as it does when it stops."""

    def hang_up_and_play(*args):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (pid,) = cursor.fetchone()
        thread = threading.Thread(target=end_connection, args=(pid,))
        thread.start()
        thread.join()
        return play(*args)

    return hang_up_and_play


def end_connection(pid):
    with closing(connection), connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])


@pytest.mark.django_db(transaction=True)
def test_a_claim_that_was_taken_away_is_noticed(settings):
    settings.LEASE_SECONDS = 1
    match = a_match()
    mine = a_claim_on(match)
    let_the_lease_run_out(match)
    sweep()

    with playing.kept_alive(mine) as lost:
        assert soon(lost)
