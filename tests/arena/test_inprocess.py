"""Seats without a process: a callable's crash is its fault, and a script is followed to the letter."""

import json

import pytest

from arena.inprocess import CallableSeat, ScriptedSeat
from arena.seat import Answer, Fault, FaultKind, SeatError

DRAW = b'{"type":"draw","id":"9f"}'


def answered(came: Answer | Fault) -> object:
    assert isinstance(came, Answer)
    return json.loads(came.line)


def test_a_callable_answers_a_message_with_a_line():
    seat = CallableSeat(lambda ask: {"id": ask["id"], "draw": "stock"})
    assert answered(seat.ask(DRAW)) == {"id": "9f", "draw": "stock"}


def test_a_callable_pays_for_its_time():
    came = CallableSeat(lambda ask: {"id": sum(range(100_000))}).ask(DRAW)
    assert came.wall_ms > 0


def test_what_a_callable_raises_is_its_crash():
    came = CallableSeat(lambda ask: {"id": ask["hand"]}).ask(DRAW)
    assert isinstance(came, Fault)
    assert (came.kind, came.message, came.ended) == (FaultKind.CRASHED, "KeyError: 'hand'", True)


def test_what_is_no_json_is_a_crash_too():
    came = CallableSeat(lambda ask: {"id": object()}).ask(DRAW)
    assert isinstance(came, Fault)
    assert came.message == "TypeError: Object of type object is not JSON serializable"


def test_a_script_echoes_the_id_unless_told_otherwise():
    seat = ScriptedSeat([("draw", {"draw": "stock"}), ("draw", {"id": "other"})])
    assert answered(seat.ask(DRAW)) == {"id": "9f", "draw": "stock"}
    assert answered(seat.ask(DRAW)) == {"id": "other"}


def test_a_script_says_raw_lines_and_faults_as_they_are():
    fault = Fault(FaultKind.TIMEOUT, "no answer within 5 s", ended=True)
    seat = ScriptedSeat([("draw", b"\xff"), ("draw", fault)])
    assert seat.ask(DRAW) == Answer(b"\xff")
    assert seat.ask(DRAW) is fault


def test_a_script_can_fail_as_the_seat_s_machinery_does():
    with pytest.raises(SeatError, match="no engine"):
        ScriptedSeat([("draw", SeatError("no engine"))]).ask(DRAW)


def test_a_script_that_expects_something_else_says_what_came():
    with pytest.raises(AssertionError, match=r"expects play, but came .*draw"):
        ScriptedSeat([("play", {})]).ask(DRAW)


def test_a_script_that_is_through_answers_no_more():
    with pytest.raises(AssertionError, match="the script is through"):
        ScriptedSeat([]).ask(DRAW)


def test_after_its_script_a_peer_may_go_on_as_a_bot():
    assert answered(ScriptedSeat([], then=lambda ask: {"draw": "discard"}).ask(DRAW))


def test_seats_know_how_often_a_game_started_and_that_they_are_closed():
    seat = ScriptedSeat([])
    seat.start_game()
    seat.close()
    seat.close()
    assert (seat.games, seat.closed) == (1, True)
