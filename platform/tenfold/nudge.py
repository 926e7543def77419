"""Messages to the queue: nudges that may be lost or doubled, since rows decide."""

from functools import partial

import structlog
from django.db import transaction
from kombu.exceptions import OperationalError

from tenfold.celery import app

log = structlog.get_logger(__name__)


def nudge_on_commit(task: str, *args: int) -> None:
    """Ask for `task` (its full name) once the running transaction is committed.

    A broker that cannot be reached is logged and no more: what was asked for stands in the database, and the
    next sweep asks again.
    """
    transaction.on_commit(partial(_send, task, args))


def _send(task: str, args: tuple[int, ...]) -> None:
    try:
        app.send_task(task, args, retry=False)
    except OperationalError as error:
        log.warning("nudge lost", task=task, args=args, error=str(error))
