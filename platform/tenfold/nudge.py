"""Messages to the queue: nudges that may be lost or doubled, since rows decide."""

import time
from functools import partial

import structlog
from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from tenfold.celery import app

log = structlog.get_logger(__name__)

# A broker that has failed is left alone for so long: a round has many messages, and each would wait for it.
CALM_S = 5.0
_calm_until = 0.0


def nudge_on_commit(task: str, *args: int) -> None:
    """Ask for `task` (its full name) once the running transaction is committed.

    A broker that fails in whatever way is logged and no more: what was asked for stands in the database, and
    the next sweep asks again.
    """
    transaction.on_commit(partial(_send, task, args))


def _send(task: str, args: tuple[int, ...]) -> None:
    global _calm_until  # noqa: PLW0603 - what this process knows of its broker
    if time.monotonic() < _calm_until:
        return
    try:
        app.send_task(task, args, retry=False)
    except (OperationalError, RedisError, OSError) as error:
        _calm_until = time.monotonic() + CALM_S
        log.warning("nudge lost", task=task, args=args, error=str(error), calm_s=CALM_S)
