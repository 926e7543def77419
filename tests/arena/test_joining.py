"""Bots that join a person's game for their own moves alone."""

from contextlib import suppress
from typing import Any

import pytest

from arena.bots import greedy, random_legal, tenline
from arena.inprocess import Answerer, CallableSeat
from arena.joining import Joining
from arena.phase10.game import Game
from arena.phase10.rules import STANDARD, GoOut, HitFrom, Naturals, Order, RuleSet
from arena.phase10.situation import Stage
from arena.protocol import TimeLimits
from arena.seat import SeatError
from arena.transcript import resume, verify

SEED = bytes(32)
ten_lines = tenline.answer


def crashing(ask: dict[str, Any]) -> dict[str, Any]:
    raise RuntimeError("on purpose")


class Kitchen:
    """Opens seats, and keeps which."""

    def __init__(self, *bots: Answerer) -> None:
        self._bots = bots
        self.opened: list[tuple[int, CallableSeat]] = []

    def __call__(self, seat: int) -> CallableSeat:
        self.opened.append((seat, CallableSeat(self._bots[seat - 1])))
        return self.opened[-1][1]

    @property
    def all_closed(self) -> bool:
        return all(seat.closed for _, seat in self.opened)


def joined(game: Game, *bots: Answerer, on_move=lambda: None) -> tuple[Joining, Kitchen]:
    kitchen = Kitchen(*bots)
    return Joining(game, kitchen, TimeLimits(), on_move), kitchen


def fallen_back(game: Game) -> Game:
    """The game after a turn of whoever is due, without a strike."""
    game.deal.fallback()
    game.settle()
    return game


def a_game(players: int = 2, rules: RuleSet = STANDARD) -> Game:
    return Game(rules, players, SEED)


def test_nobody_is_started_while_the_person_is_due():
    joining, kitchen = joined(a_game(), ten_lines)

    joining.play_until(0)

    assert kitchen.opened == []


def test_each_bot_is_started_once_and_closed_when_the_person_is_due_again():
    game = fallen_back(a_game(4))
    joining, kitchen = joined(game, ten_lines, ten_lines, ten_lines)

    joining.play_until(0)

    assert [seat for seat, _ in kitchen.opened] == [1, 2, 3]
    assert kitchen.all_closed
    assert (game.deal.seat, game.deal.stage) == (0, Stage.DRAW)


def test_a_bot_is_greeted_and_then_asked_by_the_state_alone():
    heard = []

    def listening(ask: dict[str, Any]) -> dict[str, Any]:
        heard.append(ask["type"])
        return ten_lines(ask)

    joining, _ = joined(fallen_back(a_game()), listening)

    joining.play_until(0)

    assert heard == ["hello", "draw", "play"]


def test_a_bot_that_crashes_pays_a_strike_and_is_started_again_next_time():
    game = fallen_back(a_game())
    joining, kitchen = joined(game, crashing)

    joining.play_until(0)

    assert (game.scores[1].strikes, len(kitchen.opened), kitchen.all_closed) == (1, 1, True)
    assert [(one.seat, one.kind) for one in joining.faults] == [(1, "crashed")]
    fallen_back(game)
    joining.play_until(0)
    assert (game.scores[1].strikes, len(kitchen.opened)) == (2, 2)


def test_a_bot_at_fault_too_often_forfeits_and_the_person_plays_on():
    game = a_game()
    joining, kitchen = joined(game, lambda ask: ten_lines(ask) | {"draw": "the moon"})

    for _ in range(5):
        fallen_back(game)
        joining.play_until(0)

    assert game.scores[1].forfeited
    assert len(kitchen.opened) == STANDARD.strikes
    assert not game.over


def test_an_illegal_move_is_a_fault_in_the_engines_words():
    game = fallen_back(a_game())
    joining, _ = joined(
        game, lambda ask: ten_lines(ask) | ({"discard": None} if ask["type"] == "play" else {})
    )

    joining.play_until(0)

    assert joining.faults[0].kind == "illegal_move"
    assert "the turn ends with a discard" in joining.faults[0].message


def test_whoever_is_told_of_moves_may_stop_and_every_bot_is_closed():
    def stop() -> None:
        raise SeatError("enough")

    joining, kitchen = joined(fallen_back(a_game(4)), ten_lines, ten_lines, ten_lines, on_move=stop)

    with pytest.raises(SeatError):
        joining.play_until(0)

    assert len(kitchen.opened) == 1
    assert kitchen.all_closed


RULES = (
    STANDARD,
    RuleSet(order=Order.ANNOUNCE, phases=(1, 2, 8), turns_per_seat=9, deals_per_game=4),
    RuleSet(go_out=GoOut.FLOAT, phases=(1, 2), turns_per_seat=20, deals_per_game=4),
    RuleSet(naturals=Naturals.NONE, hit=HitFrom.LATER, go_out=GoOut.DISCARD, phases=(1, 9), deals_per_game=4),
)


class Moved(Exception):
    """One move is enough."""


def moved() -> None:
    raise Moved


@pytest.mark.parametrize("rules", RULES)
def test_a_game_resumed_from_its_log_before_every_move_is_the_game(rules):
    bots = [random_legal.Bot(1).answer, greedy.Bot().answer, greedy.Bot().answer]
    game = Game(rules, 3, SEED)

    while not game.over:
        game = resume(rules, 3, SEED, game.log())
        joining = Joining(game, lambda seat: CallableSeat(bots[seat]), TimeLimits(), moved)
        with suppress(Moved):
            joining.play_until(-1)

    assert verify(game.transcript()).over
