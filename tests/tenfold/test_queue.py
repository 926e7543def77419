"""What is sent to the queue, where it goes, and what happens when it cannot be sent."""

import pytest
from celery import Celery, current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

from tenfold import nudge
from tenfold.bots.services import CHECK
from tenfold.competitions.rounds import PLAN
from tenfold.matches.announcing import PLAY_MATCH, PLAY_TRIAL
from tenfold.matches.settling import REFRESH

SENT = {CHECK, PLAN, PLAY_MATCH, PLAY_TRIAL, REFRESH}


def tasks() -> set[str]:
    current_app.loader.import_default_modules()
    return {name for name in current_app.tasks if name.startswith("tenfold.")}


def test_whatever_is_sent_or_timed_is_a_task():
    timed = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}

    assert SENT | timed | set(settings.CELERY_TASK_ROUTES) == tasks()


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        (CHECK, "trial"),
        (PLAY_TRIAL, "trial"),
        (PLAY_MATCH, "matches"),
        (REFRESH, "housekeeping"),
        ("tenfold.matches.tasks.sweep", "housekeeping"),
    ],
)
def test_an_authors_upload_waits_in_no_queue_with_matches(task, queue):
    route = current_app.amqp.router.route({}, task)

    assert route["queue"].name == queue


def test_a_match_may_take_less_long_than_its_message_stays_hidden():
    hidden = settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]

    assert hidden > settings.CELERY_TASK_TIME_LIMIT


@pytest.mark.django_db
def test_a_nudge_waits_for_the_commit(django_capture_on_commit_callbacks, monkeypatch):
    sent = []
    monkeypatch.setattr(nudge, "_send", lambda *what: sent.append(what))
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        nudge.nudge_on_commit(PLAY_MATCH, 7)
        assert sent == []

    assert sent == [(PLAY_MATCH, (7,))]


def test_a_broker_that_is_away_loses_the_nudge_and_nothing_else(monkeypatch, caplog):
    def away(*_: object, **__: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(Celery, "send_task", away)

    nudge._send(PLAY_MATCH, (7,))

    assert "nudge lost" in caplog.text
