"""Which matches the queue hears of."""

import threading
from contextlib import closing

import pytest
from django.db import connection, transaction

from tenfold.matches.announcing import announce_waiting
from tenfold.matches.models import Match
from tests.builders import a_match


def announced_elsewhere() -> int:
    """How many another worker announces meanwhile, with a connection of its own."""
    numbers = []

    def announce() -> None:
        with closing(connection), transaction.atomic():
            numbers.append(announce_waiting())

    thread = threading.Thread(target=announce, daemon=True)
    thread.start()
    thread.join(timeout=10)
    return numbers.pop()


@pytest.mark.django_db(transaction=True)
def test_who_announces_leaves_out_what_another_is_at_and_does_not_wait_for_it():
    held, free = a_match(), a_match()
    Match.objects.update(announced_at=None)

    with transaction.atomic():
        Match.objects.select_for_update().get(pk=held.pk)
        number = announced_elsewhere()

    assert number == 1
    assert Match.objects.get(announced_at__isnull=False) == free
