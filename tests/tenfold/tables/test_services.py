"""Sitting down, moving by turns, and what becomes of tables that nobody plays any more."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from arena.phase10.errors import IllegalMove
from arena.phase10.results import ENGINE
from arena.phase10.rules import STANDARD
from arena.protocol import BadReply
from tenfold.accounts.leaving import delete_account
from tenfold.matches.requested import open_to_all
from tenfold.refusal import Refused, Stale, TooMany
from tenfold.tables import services
from tenfold.tables.models import Due, Table
from tenfold.tables.players import Player
from tenfold.tables.services import PLAY_ON, move, open_table, sweep, try_out
from tests.builders import a_bot, a_table, a_user, a_version

pytestmark = pytest.mark.django_db

VISITOR = Player(visitor="somebody", network="here")


def house_bots(count: int = 1):
    return [a_version(bot=a_bot(house=True)) for _ in range(count)]


def said(table: Table, **reply) -> bytes:
    return json.dumps({"id": str(table.moves), **reply}).encode()


def first_card(table: Table) -> str:
    return table.game().view(0).hand[0]


def played_turn(table: Table) -> Table:
    """The person draws from the stock and throws a card away."""
    move(table=table, said=said(table, draw="stock"))
    move(table=table, said=said(table, discard=first_card(table)))
    return table


def aged(table: Table, **ago: float) -> None:
    Table.objects.filter(pk=table.pk).update(moved=timezone.now() - timedelta(**ago))


def test_whoever_sits_down_is_asked_first(nudges):
    table = a_table(by=a_user())

    assert (table.due, table.moves, nudges) == (Due.PERSON, 0, [])
    assert table.game().pending.seat == 0


def test_a_visitor_plays_house_bots_and_those_that_are_open():
    house, opened, closed = a_version(bot=a_bot(house=True)), a_version(), a_version()
    opened.bot.open_to_requests = True
    opened.bot.save()

    assert set(open_to_all()) == {house, opened}
    with pytest.raises(Refused, match="its owner has not opened it"):
        open_table(by=VISITOR, bots=[closed], rules=STANDARD)


def test_an_author_plays_a_bot_of_their_own():
    author = a_user()
    own = a_version(bot=a_bot(owner=author))

    assert a_table(by=author, bots=[own]).bots.get().version == own


@pytest.mark.parametrize("count", [0, 6])
def test_a_table_has_one_to_five_bots(count):
    with pytest.raises(Refused, match=f"{count} came"):
        open_table(by=VISITOR, bots=house_bots(1) * count, rules=STANDARD)


def test_the_same_bot_may_sit_there_twice():
    assert a_table(bots=house_bots(1) * 2).players == 3


def test_nobody_has_many_games_at_once():
    for _ in range(services.MOST_OPEN):
        a_table()

    with pytest.raises(TooMany, match="not over yet"):
        a_table()
    Table.objects.update(due=Due.NOBODY)
    a_table()


def test_nobody_sits_down_without_end(monkeypatch):
    monkeypatch.setattr(services, "MOST_AN_HOUR", 2)
    author = a_user()
    for _ in range(2):
        a_table(by=author)

    with pytest.raises(TooMany, match="within an hour"):
        a_table(by=author)
    a_table(by=a_user())


def test_who_gives_up_at_once_does_not_sit_down_without_end(monkeypatch):
    monkeypatch.setattr(services, "MOST_AN_HOUR", 2)
    author = a_user()
    for _ in range(2):
        services.give_up(table=a_table(by=author))

    with pytest.raises(TooMany, match="within an hour"):
        a_table(by=author)
    Table.objects.update(created=timezone.now() - services.COUNTED_FOR)
    sweep()
    assert not Table.objects.exists()


def test_a_visitor_with_another_session_is_counted_by_address(monkeypatch):
    monkeypatch.setattr(services, "MOST_OPEN", 1)
    open_table(by=VISITOR, bots=house_bots(), rules=STANDARD)

    with pytest.raises(TooMany):
        open_table(by=Player(visitor="another", network="here"), bots=house_bots(), rules=STANDARD)
    open_table(by=Player(visitor="another", network="there"), bots=house_bots(), rules=STANDARD)


@pytest.mark.usefixtures("nudges")
@pytest.mark.django_db(transaction=True)
def test_a_visitor_of_many_windows_has_no_more_games_at_once_than_one_of_one():
    bots = house_bots()

    def try_one(window: int) -> bool:
        try:
            open_table(by=Player(visitor=f"window {window}", network="here"), bots=bots, rules=STANDARD)
        except TooMany:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(8) as windows:
        assert sum(windows.map(try_one, range(8))) == services.MOST_OPEN


def test_a_closed_account_sits_down_nowhere():
    with pytest.raises(Refused, match="closed"):
        a_table(by=a_user(is_active=False))


def test_a_draw_is_stored_and_the_person_stays_due(nudges):
    table = a_table()

    move(table=table, said=said(table, draw="stock"))
    stored = Table.objects.get()

    assert (stored.moves, stored.due, nudges) == (1, Due.PERSON, [])
    assert len(stored.game().view(0).hand) == 11


def test_after_the_discard_the_bots_are_asked(nudges):
    table = played_turn(a_table())

    assert (Table.objects.get().due, nudges) == (Due.BOTS, [(PLAY_ON, table.pk)])


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        ({"discard": "R1"}, "it cannot give R1"),
        ({"lay": [["R1"]], "discard": "R1"}, "2 groups, not 1"),
        ({}, "the turn ends with a discard"),
        ({"hit": [{"card": "R1", "meld": 0}], "discard": "R1"}, "once the own phase is down"),
        ({"discard": "R99"}, "is not a card"),
    ],
)
def test_an_illegal_move_changes_nothing_and_is_refused_in_the_engines_words(reply, sentence):
    table = a_table(seed=bytes(32))
    move(table=table, said=said(table, draw="stock"))
    before = Table.objects.values().get()

    with pytest.raises(IllegalMove, match=sentence):
        move(table=table, said=said(table, **reply))

    assert Table.objects.values().get() == before


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b'{"id":"0"}', b'{"id":"0","draw":"moon"}', b"\xff", b"[" * 5000]
)
def test_what_is_no_reply_at_all_changes_nothing(raw):
    table = a_table()

    with pytest.raises(BadReply):
        move(table=table, said=raw)

    assert Table.objects.get().moves == 0


def test_a_move_made_from_an_older_state_is_stale():
    table = a_table()
    move(table=table, said=said(table, draw="stock"))

    with pytest.raises(Stale, match="gone on meanwhile"):
        move(table=table, said=json.dumps({"id": "0", "discard": "R1"}).encode())


def test_of_two_moves_at_once_one_is_stored():
    one = a_table()
    other = Table.objects.get()
    move(table=one, said=said(one, draw="stock"))

    with pytest.raises(Stale):
        move(table=other, said=json.dumps({"id": "0", "draw": "discard"}).encode())

    assert Table.objects.get().moves == 1


def test_while_the_bots_are_due_nothing_is_taken():
    table = played_turn(a_table())

    with pytest.raises(Stale):
        move(table=table, said=said(table, draw="stock"))


def test_trying_changes_nothing():
    table = a_table(seed=bytes(32))
    move(table=table, said=said(table, draw="stock"))
    before = Table.objects.values().get()

    with pytest.raises(IllegalMove):
        try_out(table=table, said=said(table, lay=[["R1"]]))
    assert len(try_out(table=table, said=said(table)).hand) == 11

    assert Table.objects.values().get() == before


def test_one_tries_nothing_before_the_draw():
    table = a_table()

    with pytest.raises(Stale):
        try_out(table=table, said=said(table, draw="stock"))


def test_bots_whose_message_was_lost_are_asked_again(nudges):
    table = played_turn(a_table())
    nudges.clear()
    sweep()
    assert nudges == []  # they may be at it

    aged(table, seconds=6)
    sweep()

    assert nudges == [(PLAY_ON, table.pk)]


def test_a_table_of_another_engine_waits_for_no_bots_and_stands_in_nobodys_way(nudges, monkeypatch):
    monkeypatch.setattr(services, "MOST_OPEN", 1)
    table = played_turn(a_table())
    aged(table, seconds=6)
    Table.objects.update(engine=ENGINE - 1)
    nudges.clear()

    sweep()
    a_table()

    assert nudges == []


def test_tables_are_forgotten_when_nobody_plays_on_and_later_when_they_are_over():
    idle, over, fresh = a_table(), a_table(), a_table()
    Table.objects.filter(pk=over.pk).update(due=Due.NOBODY)
    aged(idle, hours=25)
    aged(over, hours=25)

    sweep()
    assert set(Table.objects.all()) == {over, fresh}

    aged(over, days=8)
    sweep()
    assert set(Table.objects.all()) == {fresh}


def test_who_leaves_takes_their_games_along():
    leaver = a_user()
    a_table(by=leaver)
    others = a_table()

    delete_account(user=leaver)

    assert list(Table.objects.all()) == [others]
