"""The worker's part at a table, with bots as real processes."""

from pathlib import Path

import pytest
from django.db.models.functions import Now

from arena.bots import greedy
from arena.phase10.results import ENGINE
from sandbox.process import ProcessSandbox
from sandbox.verdict import SandboxError
from tenfold.matches import sandboxes, stopping
from tenfold.tables import playing
from tenfold.tables.models import Due, Table
from tenfold.tables.services import give_up
from tests.builders import CRASHING, NO_DOCKER, SHORT, a_bot, a_table, a_version
from tests.tenfold.tables.test_services import played_turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


@pytest.fixture(autouse=True)
def any_bot_may_run(settings):
    settings.SANDBOX = "process"
    yield
    stopping.forget()


def stored(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def bots_due(*sources: bytes) -> Table:
    """A table whose person has just moved."""
    versions = [a_version(bot=a_bot(house=True), source=source) for source in sources]
    return played_turn(a_table(bots=versions))


def test_the_bots_are_played_until_the_person_is_due_again():
    table = played_turn(a_table(bots=[a_version(bot=a_bot(house=True)) for _ in range(2)]))

    playing.play_on(table_id=table.pk)
    after = stored(table)

    assert (after.due, after.moves, after.faults) == (Due.PERSON, table.moves + 4, [])
    assert (after.claim, after.claimed_until) == (None, None)
    assert after.game().pending.seat == 0


def test_a_game_goes_on_to_its_end_and_can_be_played_again():
    table = a_table()
    while not table.over:
        playing.play_on(table_id=played_turn(table).pk)
        table = stored(table)

    assert table.transcript().final_hash == table.game().state_hash()
    assert table.game().over


def test_a_second_message_plays_nothing():
    table = played_turn(a_table())
    playing.play_on(table_id=table.pk)
    before = stored(table).moves

    playing.play_on(table_id=table.pk)

    assert stored(table).moves == before


def test_a_table_that_another_worker_has_is_left_alone():
    table = played_turn(a_table())
    assert playing._claimed(table, table.key)

    playing.play_on(table_id=table.pk)

    assert stored(table).moves == table.moves


def test_what_a_killed_worker_left_is_taken_up_where_it_stands():
    table = played_turn(a_table())
    assert playing._claimed(table, table.key)
    Table.objects.update(claimed_until=Now() - playing._CLAIMED_FOR)

    playing.play_on(table_id=table.pk)

    assert stored(table).due == Due.PERSON


def test_a_worker_that_lost_its_claim_stores_nothing(monkeypatch):
    table = played_turn(a_table())
    make = sandboxes.make

    def slow(choice):
        Table.objects.update(claim=table.key)
        return make(choice)

    monkeypatch.setattr(sandboxes, "make", slow)
    playing.play_on(table_id=table.pk)

    assert (stored(table).moves, stored(table).claim) == (table.moves, table.key)


def test_a_game_given_up_while_its_bots_think_stays_given_up(monkeypatch):
    table = played_turn(a_table())
    make = sandboxes.make

    def slow(choice):
        give_up(table=table)
        return make(choice)

    monkeypatch.setattr(sandboxes, "make", slow)
    playing.play_on(table_id=table.pk)

    assert (stored(table).due, bytes(stored(table).log)) == (Due.NOBODY, b"")


def test_a_bot_that_crashes_pays_strikes_and_the_game_goes_on():
    table = bots_due(CRASHING)

    playing.play_on(table_id=table.pk)
    after = stored(table)

    assert after.due == Due.PERSON
    assert [fault[1:3] for fault in after.faults] == [[1, "start_failed"]]
    playing.play_on(table_id=played_turn(after).pk)
    assert len(stored(table).faults) == 2


def test_what_fails_on_our_side_leaves_the_table_for_the_next_message(monkeypatch):
    class Broken(ProcessSandbox):
        def open(self, *_, **__):
            raise SandboxError("the engine is gone")

    table = played_turn(a_table())
    with monkeypatch.context() as patch:
        patch.setattr(sandboxes, "make", lambda choice: Broken())
        playing.play_on(table_id=table.pk)
    assert (stored(table).due, stored(table).claim, stored(table).faults) == (Due.BOTS, None, [])

    playing.play_on(table_id=table.pk)
    assert stored(table).due == Due.PERSON


def test_a_worker_that_is_told_to_stop_leaves_the_table_after_the_move_it_is_at():
    table = played_turn(a_table())
    stopping.ask()

    playing.play_on(table_id=table.pk)

    assert (stored(table).due, stored(table).claim) == (Due.BOTS, None)


def test_a_table_of_another_engine_is_no_trouble(monkeypatch):
    table = played_turn(a_table())
    Table.objects.update(engine=ENGINE - 1)
    monkeypatch.setattr(sandboxes, "doubt", lambda: pytest.fail("the sandbox has done nothing"))

    playing.play_on(table_id=table.pk)

    assert stored(table).due == Due.BOTS


def test_a_table_given_up_as_it_is_claimed_is_no_trouble(monkeypatch):
    table = played_turn(a_table())
    monkeypatch.setattr(playing, "_claimed", lambda *_: Table.objects.all().delete())
    monkeypatch.setattr(sandboxes, "doubt", lambda: pytest.fail("the sandbox has done nothing"))

    playing.play_on(table_id=table.pk)

    assert not Table.objects.exists()


def test_without_docker_house_bots_play_and_others_wait(settings, monkeypatch):
    settings.SANDBOX = "auto"
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: NO_DOCKER)
    house = played_turn(a_table())
    opened = a_version()
    opened.bot.open_to_requests = True
    opened.bot.save()
    other = played_turn(a_table(bots=[opened]))

    playing.play_on(table_id=house.pk)
    playing.play_on(table_id=other.pk)

    assert (stored(house).due, stored(other).due) == (Due.PERSON, Due.BOTS)


def test_a_house_bot_that_thinks_plays_from_the_state_alone():
    version = a_version(bot=a_bot(house=True), source=Path(greedy.__file__).read_bytes())
    table = a_table(bots=[version], rules=SHORT)
    while not table.over:
        playing.play_on(table_id=played_turn(table).pk)
        table = stored(table)

    assert table.faults == []
