"""A machine whose clock is off: what is compared with the rows of others goes by the database's."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tenfold.bots import checking
from tenfold.bots.models import VersionState
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.models import Attempt, Match
from tenfold.matches.services import Claim, claim, fail_attempt, renew, sweep
from tests.builders import a_match, a_version, played

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges", "off")]
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
true_now = timezone.now


@pytest.fixture(params=[HOUR, -HOUR], ids=["fast", "slow"])
def off(request, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: true_now() + request.param)


def announced(match: Match, *, ago: timedelta) -> None:
    Match.objects.exclude(pk=match.pk).update(announced_at=true_now())
    Match.objects.filter(pk=match.pk).update(announced_at=true_now() - ago)


def claimed(match: Match) -> Claim:
    got = claim(match_id=match.pk, worker="w")
    assert got is not None
    return got


def test_a_match_that_was_just_announced_is_not_announced_again():
    announced(a_match(), ago=MINUTE / 6)

    assert announce_waiting() == 0


def test_a_match_whose_message_was_lost_is_announced_again():
    announced(a_match(), ago=2 * MINUTE)

    assert announce_waiting() == 1


def test_a_live_claim_is_not_swept_and_renewed():
    mine = claimed(a_match())

    assert sweep() == 0
    assert renew(claim=mine)


def test_what_failed_waits_as_long_as_elsewhere():
    match = a_match()
    fail_attempt(claim=claimed(match), why="ours")

    match.refresh_from_db()

    assert abs(match.announced_at - true_now()) < MINUTE


def test_a_match_has_finished_when_it_has():
    match = played(a_match())

    assert abs(match.finished - true_now()) < MINUTE
    attempt = Attempt.objects.get(match=match)
    assert attempt.started <= attempt.ended


def test_a_version_that_is_being_checked_is_left_alone():
    version = a_version(state=VersionState.CHECKING)
    type(version).objects.update(state_since=true_now() - MINUTE / 6)

    checking.sweep()
    version.refresh_from_db()

    assert version.state == VersionState.CHECKING


def test_a_check_that_lost_its_worker_is_taken_up_again():
    version = a_version(state=VersionState.CHECKING)
    type(version).objects.update(state_since=true_now() - 2 * MINUTE)

    checking.sweep()
    version.refresh_from_db()

    assert version.state == VersionState.RECEIVED
