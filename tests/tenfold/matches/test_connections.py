"""What a worker's process does with its connection to the database from one task to the next."""

import pytest
from celery.fixups.django import DjangoFixup
from django.db import connection, connections

from tenfold.celery import app
from tenfold.matches.worker import use_connections_again

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def between_tasks():
    """What happens between two tasks: Celery's part after the first one, and ours before the second."""
    celery = DjangoFixup(app).worker_fixup

    def passed():
        celery.close_database()
        use_connections_again()

    return passed


def backend() -> int:
    """The server's process that answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


def test_tasks_share_a_connection(between_tasks):
    first = backend()
    between_tasks()

    assert backend() == first


def test_a_connection_that_has_ended_meanwhile_is_replaced_before_the_next_task(between_tasks):
    first = backend()
    other = connections.create_connection("default")
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 10_000)", [first])
    other.close()
    between_tasks()

    assert backend() != first


def test_an_old_connection_is_replaced(between_tasks):
    first = backend()
    connection.close_at = 0.0
    between_tasks()

    assert backend() != first
