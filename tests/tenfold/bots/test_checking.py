from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tenfold.bots import checking
from tenfold.bots.models import BotVersion, VersionState
from tenfold.matches import sandboxes
from tests.builders import DOCKER, NO_DOCKER, TEN_LINES, a_bot, a_version

pytestmark = pytest.mark.django_db

CHECK = "tenfold.bots.tasks.check_version"


@pytest.fixture(autouse=True)
def any_bot_may_run(settings):
    settings.SANDBOX = "process"


def received(source: bytes = TEN_LINES, **more: Any) -> BotVersion:
    return a_version(source=source, state=VersionState.RECEIVED, **more)


def stalled(state: VersionState, *, checks: int = 1) -> BotVersion:
    version = a_version(state=state)
    long_ago = timezone.now() - timedelta(minutes=5)
    BotVersion.objects.filter(pk=version.pk).update(state_since=long_ago, checks=checks)
    return version


def test_a_sound_upload_goes_to_its_trial(nudges):
    version = received()

    checking.check(version_id=version.pk)
    version.refresh_from_db()

    assert version.state == VersionState.TRIAL
    assert nudges == [("tenfold.matches.tasks.play_trial", version.trials.get().pk)]


def test_an_upload_that_does_not_compile_is_refused_with_the_reason():
    version = received(b"def broken(:\n")

    checking.check(version_id=version.pk)
    version.refresh_from_db()

    assert version.state == VersionState.REFUSED
    assert "line 1" in version.reason


def test_a_file_of_another_kind_is_refused_with_the_reason():
    version = received(b"x", filename="bot.exe")

    checking.check(version_id=version.pk)
    version.refresh_from_db()

    assert "neither a .py nor a .zip" in version.reason


def test_a_second_delivery_finds_nothing_to_check():
    version = received()
    checking.check(version_id=version.pk)

    checking.check(version_id=version.pk)

    assert version.trials.count() == 1


def test_without_docker_a_strangers_upload_is_refused_and_says_why(monkeypatch, settings):
    settings.SANDBOX = "auto"
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: NO_DOCKER)
    version = received()

    checking.check(version_id=version.pk)
    version.refresh_from_db()

    assert version.state == VersionState.REFUSED
    assert "no Docker engine answers" in version.reason
    assert "SANDBOX=process" in version.reason


def test_while_nothing_can_run_an_upload_waits_and_is_checked_once_something_can(monkeypatch, settings):
    settings.SANDBOX = "docker"
    missing = iter([NO_DOCKER])
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: next(missing, DOCKER))
    version = received()

    checking.check(version_id=version.pk)
    version.refresh_from_db()
    assert (version.state, version.checks) == (VersionState.RECEIVED, 0)

    checking.check(version_id=version.pk)
    version.refresh_from_db()
    assert version.state == VersionState.TRIAL


def test_without_docker_a_house_bot_is_checked_all_the_same(monkeypatch, settings):
    settings.SANDBOX = "auto"
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: NO_DOCKER)
    version = received(bot=a_bot(house=True))

    checking.check(version_id=version.pk)
    version.refresh_from_db()

    assert version.state == VersionState.TRIAL


def test_the_trial_is_against_the_best_house_bot():
    for slug in ("random", "greedy", "tenline"):
        a_version(bot=a_bot(name=slug, house=True))
    version = received()

    checking.check(version_id=version.pk)

    players = version.trials.get().bots.order_by("index")
    assert [player.version.bot.slug for player in players] == [version.bot.slug, "greedy"]


def test_before_there_is_a_house_bot_a_version_is_tried_against_itself():
    version = received()

    checking.check(version_id=version.pk)

    assert {player.version_id for player in version.trials.get().bots.all()} == {version.pk}


def test_a_check_whose_worker_died_starts_again(nudges):
    version = stalled(VersionState.CHECKING)

    checking.sweep()
    version.refresh_from_db()

    assert version.state == VersionState.RECEIVED
    assert nudges == [(CHECK, version.pk)]


def test_a_version_whose_message_was_lost_is_announced_again(nudges):
    version = stalled(VersionState.RECEIVED, checks=0)

    checking.sweep()

    assert nudges == [(CHECK, version.pk)]


def test_a_version_that_breaks_every_check_is_refused_as_our_fault():
    version = stalled(VersionState.CHECKING, checks=3)

    checking.sweep()
    version.refresh_from_db()

    assert version.state == VersionState.REFUSED
    assert "says nothing about the bot" in version.reason


def test_a_fresh_version_is_left_to_its_first_message(nudges):
    received()

    checking.sweep()

    assert nudges == []
