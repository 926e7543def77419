"""The life of a match, whatever is lost, doubled or late."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from arena.match import MatchRecord
from tenfold.bots.models import VersionState
from tenfold.competitions.standings import refresh_standing
from tenfold.matches import results
from tenfold.matches.announcing import PLAY_MATCH
from tenfold.matches.models import MOST_FAILURES, Attempt, BlockResult, Game, Match
from tenfold.matches.results import record
from tenfold.matches.services import Claim, claim, fail_attempt, hand_back, renew, sweep
from tests.builders import a_match, a_record, a_round, a_trial, a_version

pytestmark = pytest.mark.django_db


def claimed(match: Match) -> Claim:
    got = claim(match_id=match.pk, worker="w1")
    assert got is not None
    match.refresh_from_db()
    return got


def let_the_lease_run_out(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def outcomes(match: Match) -> list[str]:
    return list(match.attempts.order_by("number").values_list("outcome", flat=True))


def test_a_claim_opens_an_attempt_under_a_lease():
    match = a_match()

    claimed(match)

    assert match.state == Match.State.RUNNING
    assert match.lease_until > timezone.now()
    assert match.attempts.get().worker == "w1"


def test_a_second_delivery_finds_nothing_to_claim():
    match = a_match()
    claimed(match)

    assert claim(match_id=match.pk, worker="w2") is None


def test_a_finished_match_is_not_claimed_again():
    match = a_match()
    record(claim=claimed(match), played=a_record(match))

    assert claim(match_id=match.pk, worker="w2") is None


def test_a_heartbeat_prolongs_the_lease():
    match = a_match()
    mine = claimed(match)
    let_the_lease_run_out(match)

    assert renew(claim=mine)
    match.refresh_from_db()
    assert match.lease_until > timezone.now()


def test_a_lost_claim_cannot_be_renewed():
    match = a_match()
    mine = claimed(match)
    let_the_lease_run_out(match)
    sweep()

    assert not renew(claim=mine)


def test_a_result_is_stored_whole():
    match = a_match()

    assert record(claim=claimed(match), played=a_record(match))
    match.refresh_from_db()

    assert match.state == Match.State.FINISHED
    assert outcomes(match) == ["finished"]
    assert (match.games.count(), match.block_results.count()) == (2, 1)
    assert [bot.games for bot in match.bots.all()] == [2, 2]


def test_a_result_comes_once_even_when_recorded_twice():
    match = a_match()
    mine, played = claimed(match), a_record(match)
    record(claim=mine, played=played)

    assert not record(claim=mine, played=played)
    assert match.games.count() == 2


def test_a_late_result_with_a_stale_token_is_ignored():
    match = a_match()
    slow = claimed(match)
    let_the_lease_run_out(match)
    sweep()
    quick = claimed(match)

    assert not record(claim=slow, played=a_record(match))
    assert match.games.count() == 0
    assert record(claim=quick, played=a_record(match))


def test_a_result_is_recorded_entirely_or_not_at_all(monkeypatch):
    match = a_match()
    mine, played = claimed(match), a_record(match)
    monkeypatch.setattr(results, "settle", lambda **_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        record(claim=mine, played=played)

    assert not Game.objects.exists()
    assert not BlockResult.objects.exists()
    match.refresh_from_db()
    assert match.state == Match.State.RUNNING


def test_a_lapsed_claim_is_swept_and_announced_again(nudges):
    match = a_match()
    claimed(match)
    let_the_lease_run_out(match)
    nudges.clear()

    assert sweep() == 1
    match.refresh_from_db()

    assert match.state == Match.State.SCHEDULED
    assert outcomes(match) == ["expired"]
    assert nudges == [("tenfold.matches.tasks.play_match", match.pk)]


def test_a_live_claim_is_not_swept():
    match = a_match()
    claimed(match)

    assert sweep() == 0


def test_a_sweep_does_not_take_a_lease_that_was_renewed_meanwhile(monkeypatch):
    match = a_match()
    mine = claimed(match)
    let_the_lease_run_out(match)
    expired = list(Match.objects.filter(pk=match.pk))
    renew(claim=mine)

    from tenfold.matches import services

    assert expired
    assert not services._release(mine, Attempt.Outcome.EXPIRED, why="late")


def test_a_match_handed_back_is_played_by_another_and_costs_no_attempt():
    match = a_match()
    hand_back(claim=claimed(match), why="told to stop")
    match.refresh_from_db()

    assert (match.state, match.failures) == (Match.State.SCHEDULED, 0)
    record(claim=claimed(match), played=a_record(match))
    assert outcomes(match) == ["handed_back", "finished"]


def test_a_failed_attempt_waits_before_it_is_announced_again(nudges):
    match = a_match()
    nudges.clear()

    fail_attempt(claim=claimed(match), why="Docker went away")
    match.refresh_from_db()

    assert (match.state, match.failures) == (Match.State.SCHEDULED, 1)
    assert nudges == []


def test_a_match_is_void_after_three_failed_attempts():
    match = a_match()
    for _ in range(MOST_FAILURES):
        fail_attempt(claim=claimed(match), why="Docker went away")
    match.refresh_from_db()

    assert match.state == Match.State.VOID
    assert "3 attempts failed on our side" in match.reason
    assert [attempt.why for attempt in match.attempts.all()] == ["Docker went away"] * 3


def test_a_void_match_is_never_claimed():
    match = a_match()
    for _ in range(MOST_FAILURES):
        fail_attempt(claim=claimed(match), why="it")

    assert claim(match_id=match.pk, worker="w") is None


def test_a_void_match_does_not_hold_up_its_round():
    match = a_match()
    for _ in range(MOST_FAILURES):
        fail_attempt(claim=claimed(match), why="it")
    match.round.refresh_from_db()

    assert match.round.state == "finished"


def test_a_void_trial_refuses_the_version_and_blames_nobody():
    version = a_version(state=VersionState.TRIAL)
    trial = a_trial(version=version)
    for _ in range(MOST_FAILURES):
        fail_attempt(claim=claimed(trial), why="it")
    version.refresh_from_db()

    assert version.state == VersionState.REFUSED
    assert "says nothing about the bot" in version.reason


def test_a_match_whose_message_was_lost_is_announced_again(nudges):
    match = a_match()
    nudges.clear()
    Match.objects.filter(pk=match.pk).update(announced_at=timezone.now() - timedelta(minutes=5))

    sweep()

    assert nudges == [("tenfold.matches.tasks.play_match", match.pk)]


def test_a_match_that_was_just_announced_is_left_alone(nudges):
    a_match()
    nudges.clear()

    sweep()

    assert nudges == []


def test_a_running_match_is_not_announced(nudges):
    claimed(a_match())
    nudges.clear()

    sweep()

    assert nudges == []


def test_running_rounds_share_the_queue_by_turns(nudges, monkeypatch):
    monkeypatch.setattr("tenfold.matches.announcing.WINDOW", 0)
    rounds = [a_round(entries=4), a_round(entries=4)]
    monkeypatch.setattr("tenfold.matches.announcing.WINDOW", 4)
    nudges.clear()

    sweep()

    of_round = dict(Match.objects.values_list("pk", "round_id"))
    assert [of_round[pk] for _, pk in nudges] == [rounds[0].pk, rounds[1].pk] * 2


def test_no_more_matches_wait_in_the_queue_than_the_window_holds(nudges, monkeypatch):
    monkeypatch.setattr("tenfold.matches.announcing.WINDOW", 3)

    a_round(entries=5)
    sweep()

    assert [task for task, _ in nudges].count(PLAY_MATCH) == 3


def test_a_finished_match_lets_the_next_one_into_the_queue(nudges, monkeypatch):
    monkeypatch.setattr("tenfold.matches.announcing.WINDOW", 1)
    round_ = a_round(entries=3)
    match = round_.matches.get(announced_at__isnull=False)
    nudges.clear()

    record(claim=claimed(match), played=a_record(match))

    assert [task for task, _ in nudges if task.endswith("play_match")] == ["tenfold.matches.tasks.play_match"]


def test_a_slow_match_keeps_no_other_of_its_round_waiting(monkeypatch):
    monkeypatch.setattr("tenfold.matches.announcing.WINDOW", 2)
    round_ = a_round(entries=4)
    slow = claimed(a_match(round_=round_))

    for match in round_.matches.filter(state=Match.State.SCHEDULED).order_by("-number"):
        record(claim=claimed(match), played=a_record(match))
    refresh_standing(competition_id=round_.competition_id, even_if_fresh=True)

    assert round_.matches.exclude(state=Match.State.FINISHED).get().pk == slow.match_id
    assert sorted(row.blocks for row in round_.competition.standings.all()) == [2, 2, 3, 3]


def test_trials_do_not_wait_behind_a_full_window(nudges, monkeypatch):
    monkeypatch.setattr("tenfold.matches.announcing.WINDOW", 1)
    a_round(entries=3)
    trial = a_trial()

    sweep()

    assert ("tenfold.matches.tasks.play_trial", trial.pk) in nudges


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_claim_at_once_get_one_claim():
    from threading import Thread

    match = a_match()
    got: list[Claim | None] = []

    def work() -> None:
        got.append(claim(match_id=match.pk, worker="w"))
        connection.close()

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sum(one is not None for one in got) == 1
    assert match.attempts.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_last_matches_that_end_together_finish_the_round():
    from threading import Barrier, Thread

    round_ = a_round(entries=3)
    matches = list(round_.matches.all())
    record(claim=claimed(matches[0]), played=a_record(matches[0]))
    claims = [(claimed(match), a_record(match)) for match in matches[1:]]
    together = Barrier(2)

    def end(mine: Claim, played: MatchRecord) -> None:
        together.wait()
        record(claim=mine, played=played)
        connection.close()

    threads = [Thread(target=end, args=each) for each in claims]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    round_.refresh_from_db()

    assert round_.state == "finished"
