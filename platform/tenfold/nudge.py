"""Messages to the queue: nudges that may be lost or doubled, since rows decide."""

import time
from collections.abc import Sequence
from functools import partial

import structlog
from django.db import transaction
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from tenfold.celery import app

log = structlog.get_logger(__name__)

# A broker that has failed is left alone for so long: each nudge would wait for it.
CALM_S = 5.0
_calm_until = 0.0


def nudge_on_commit(task: str, *pks: int) -> None:
    """Ask for `task` (its full name) once for each of these rows when the running transaction is committed.

    A broker that fails in whatever way is logged and no more: what was asked for stands in the database, and
    the next sweep asks again.
    """
    if pks:
        transaction.on_commit(partial(_send, task, pks))


def _send(task: str, pks: Sequence[int]) -> None:
    """All of them in one go to the broker and back."""
    global _calm_until  # noqa: PLW0603 - what this process knows of its broker
    if time.monotonic() < _calm_until:
        return
    try:
        with app.producer_or_acquire() as producer, producer.batch():
            for pk in pks:  # nothing to declare: the broker makes a queue of its first message
                app.send_task(task, (pk,), retry=False, producer=producer, declare=())
    except (KombuError, RedisError, OSError) as error:
        _calm_until = time.monotonic() + CALM_S
        log.warning("nudges lost", task=task, pks=pks, error=str(error), calm_s=CALM_S)
