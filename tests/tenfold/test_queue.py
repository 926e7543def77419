"""What is sent to the queue, where it goes, and what happens when it cannot be sent."""

import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
import redis
from celery import Celery, current_app
from django.conf import settings
from django.db import transaction

from tenfold import nudge
from tenfold.bots.services import CHECK
from tenfold.competitions.rounds import EXTEND, PLAN
from tenfold.competitions.standings import REFRESH
from tenfold.matches.announcing import PLAY_MATCH, PLAY_REQUESTED, PLAY_TRIAL
from tenfold.tables.services import PLAY_ON

SENT = {CHECK, EXTEND, PLAN, PLAY_MATCH, PLAY_ON, PLAY_REQUESTED, PLAY_TRIAL, REFRESH}


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
        (PLAY_REQUESTED, "requested"),
        (PLAY_MATCH, "matches"),
        (PLAY_ON, "tables"),
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


class Broker(socketserver.ThreadingTCPServer):
    """Says the same to whatever it is asked, or nothing at all."""

    daemon_threads = True

    def __init__(self, says: bytes) -> None:
        def answer(handler: socketserver.StreamRequestHandler) -> None:
            while handler.rfile.readline():
                handler.wfile.write(says)

        handler = type("Handler", (socketserver.StreamRequestHandler,), {"handle": answer})
        super().__init__(("127.0.0.1", 0), handler)


@contextmanager
def a_broker(says: bytes | None) -> Iterator[str]:
    """The address of one that fails in its own way; None: nobody listens there."""
    with Broker(says or b"") as server:
        url = f"redis://127.0.0.1:{server.server_address[1]}/0"
        if says is not None:
            threading.Thread(target=server.serve_forever, daemon=True).start()
        else:
            server.socket.close()
        yield url
        if says is not None:
            server.shutdown()


@pytest.mark.parametrize(
    "says",
    [
        None,
        b"",  # it is there, and hangs
        b"-MISCONF Errors writing to the AOF file: No space left on device\r\n",
        b"-OOM command not allowed when used memory > 'maxmemory'\r\n",
        b"-LOADING the dataset in memory\r\n",
        b"-NOAUTH Authentication required.\r\n",
        b"no such protocol\r\n",
    ],
)
def test_a_broker_that_fails_costs_the_nudges_and_a_few_seconds(says, monkeypatch, caplog):
    monkeypatch.setattr(nudge, "_calm_until", 0.0)
    with a_broker(says) as url:
        app = Celery("a", broker=url, set_as_current=False)
        app.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
        monkeypatch.setattr(nudge, "app", app)
        begun = time.monotonic()

        for pk in range(32):
            nudge._send(PLAY_MATCH, (pk, pk + 32))

    assert time.monotonic() - begun < 20  # one wait, which is of 3 seconds, and not 32
    assert "nudges lost" in caplog.text


def test_a_broker_that_has_failed_is_asked_again_after_a_while(monkeypatch):
    sent = []
    monkeypatch.setattr(Celery, "send_task", lambda *_, **__: sent.append(1))
    monkeypatch.setattr(nudge, "_calm_until", time.monotonic() - 0.1)

    nudge._send(PLAY_MATCH, (7,))

    assert sent == [1]


def test_beat_s_messages_outlive_clocks_that_are_hours_apart():
    lives = [entry["options"]["expires"] for entry in settings.CELERY_BEAT_SCHEDULE.values()]

    assert min(lives) > timedelta(hours=14).total_seconds()


def test_worker_and_beat_never_give_their_broker_up():
    assert current_app.conf.broker_connection_max_retries is None


def test_many_nudges_take_one_way_to_the_broker(monkeypatch):
    app = Celery("a", broker=settings.BROKER_URL, set_as_current=False)
    monkeypatch.setattr(nudge, "app", app)
    app.conf.task_default_queue = "one-way"
    nudge._send(PLAY_MATCH, [1])  # connects
    sent = []
    send = redis.Connection.send_packed_command

    def noted(self, *args, **more):
        sent.append(args)
        send(self, *args, **more)

    monkeypatch.setattr(redis.Connection, "send_packed_command", noted)

    nudge._send(PLAY_MATCH, range(30))

    with app.connection_for_read() as connection:
        assert connection.SimpleQueue("one-way").clear() == 31
    assert len(sent) < 20  # a few of them to connect
