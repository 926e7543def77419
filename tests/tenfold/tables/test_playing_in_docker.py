"""Strangers' bots at a person's table, in containers of their own."""

import pytest

from tenfold.matches import kept
from tenfold.tables import playing
from tenfold.tables.models import Due, Table
from tests.builders import CRASHING, TEN_LINES, a_table, a_user, a_version
from tests.tenfold.tables.test_services import played_turn

pytestmark = [pytest.mark.django_db, pytest.mark.docker, pytest.mark.usefixtures("nudges", "in_containers")]


def opened(source: bytes = TEN_LINES):
    version = a_version(source=source)
    version.bot.open_to_requests = True
    version.bot.save()
    return version


def test_bots_of_strangers_sit_down_turn_after_turn():
    table = a_table(by=a_user(), bots=[opened(), opened(CRASHING)])
    for _ in range(2):
        playing.play_on(table_id=played_turn(table).pk)
        table = Table.objects.get()
        assert table.due != Due.BOTS

    assert {fault[1] for fault in table.faults} == {2}
    assert kept._kept
