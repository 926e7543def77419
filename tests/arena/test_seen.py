"""What a person at a seat sees: all that it may know, and the same bytes whatever else the cards may be."""

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from arena.phase10.cards import SKIP
from arena.phase10.errors import IllegalMove
from arena.phase10.game import Game
from arena.phase10.moves import Hit, Play, Source
from arena.phase10.notation import read_cards
from arena.phase10.reading import read_play
from arena.phase10.rules import STANDARD, HitFrom, Naturals, Order, RuleSet
from arena.seat import Answer, Fault, Seat
from arena.seen import seen, tried
from tests.arena import test_leaks as leaks
from tests.arena.phase10.test_invariants import rule_sets


def sight(game: Game, seat: int) -> dict[str, Any]:
    """What goes to the person, as their browser reads it."""
    return json.loads(msgspec.json.encode(seen(game, seat)))


def a_game(hand: str = "", rules: RuleSet = STANDARD, players: int = 2) -> Game:
    """Seat 0 is to play, with this hand; the card it drew is the last of it."""
    game = Game(rules, players, bytes(32))
    game.draw(Source.STOCK)
    if hand:
        cards = read_cards(hand.split())
        game.deal.hands[0], game.deal.drawn = sorted(cards), cards[-1]
    return game


READY = "R3 G3 Y3 R7 G7 W B9 B10 Y11 S R12"


def test_a_seat_is_asked_only_when_it_is_due():
    game = Game(STANDARD, 2, bytes(32))

    assert (sight(game, 0)["asked"], sight(game, 1)["asked"]) == ("draw", None)
    game.draw(Source.STOCK)
    assert sight(game, 0)["asked"] == "play"


def test_it_is_told_what_its_phase_wants():
    assert sight(a_game(), 0)["phase"] == {
        "number": 1,
        "text": "set of 3 + set of 3",
        "groups": [{"kind": "set", "size": 3, "text": "set of 3"}] * 2,
    }


def test_with_announced_order_it_is_told_which_phases_are_open():
    game = Game(RuleSet(order=Order.ANNOUNCE), 2, bytes(32))

    assert sight(game, 0)["asked"] == "phase"
    assert [phase["number"] for phase in sight(game, 0)["open_phases"]] == list(range(1, 11))


def test_the_offered_lay_is_one_that_the_rules_take():
    game = a_game(READY)
    lay = sight(game, 0)["lay"]

    game.play(read_play(lay=lay, discard="R12"))

    assert game.deal.down[0]


def test_an_offered_group_of_wilds_says_what_it_stands_for():
    game = a_game("W W W W W W B9 B10 Y11 S R12", RuleSet(naturals=Naturals.NONE))

    game.play(read_play(lay=sight(game, 0)["lay"], discard="R12"))

    assert game.deal.down[0]


def test_nothing_is_offered_to_a_hand_without_its_phase():
    assert sight(a_game("R1 G2 Y3 B4 R5 G6 Y7 B8 R9 G10 S"), 0)["lay"] is None


def test_trying_to_lay_shows_the_table_after_it_and_changes_nothing():
    game = a_game(READY)
    before = game.state_hash()

    came = tried(game, read_play(lay=sight(game, 0)["lay"]))

    assert [meld.number for meld in came.melds] == [3, 7]
    assert came.hand == ("B9", "B10", "Y11", "R12", "S")
    assert game.state_hash() == before


def test_trying_goes_on_to_the_hits_that_it_makes_possible():
    game = a_game("R3 G3 Y3 B3 R7 G7 W B9 Y11 S R12")
    lay = read_play(lay=[["R3", "G3", "Y3"], ["R7", "G7", "W"]])

    assert [(hit.card, hit.meld) for hit in tried(game, lay).hits] == [("B3", 0)]
    assert tried(game, lay._replace(hits=(Hit(read_cards(["B3"])[0], 0, new=True),))).hits == ()


def test_where_one_may_hit_only_later_no_hit_is_offered_at_once():
    game = a_game("R3 G3 Y3 B3 R7 G7 W B9 Y11 S R12", replace(STANDARD, hit=HitFrom.LATER))

    assert tried(game, read_play(lay=[["R3", "G3", "Y3"], ["R7", "G7", "W"]])).hits == ()


def test_what_cannot_be_tried_is_refused_in_the_engines_words():
    with pytest.raises(IllegalMove, match="a set holds one number, not several: R3, G3, B9"):
        tried(a_game(READY), read_play(lay=[["R3", "G3", "B9"], ["R7", "G7", "W"]]))


def test_the_story_tells_ones_own_draws_and_not_those_of_others():
    game = a_game()
    game.play(Play(discard=next(card for card in game.deal.hands[0] if card != SKIP)))
    game.draw(Source.STOCK)

    draws = [step for step in sight(game, 0)["story"][-1]["steps"] if step["do"] == "draw"]

    assert [(step["seat"], step["card"] == "") for step in draws] == [(0, False), (1, True)]


def test_the_story_goes_back_to_the_deal_before_with_what_was_left_in_the_hands():
    game = Game(RuleSet(phases=(1, 2), turns_per_seat=2), 2, bytes(32))
    while len(game.deals) < 3:
        game.deal.fallback()
        game.settle()

    before, now = sight(game, 0)["story"]

    assert (before["deal"], now["deal"]) == (1, 2)
    assert [len(hand) for hand in before["left"]] == [10, 10]
    assert (now["end"], now["left"]) == (None, None)


def test_once_the_game_is_over_the_ranking_is_there():
    game = Game(RuleSet(phases=(1,), turns_per_seat=2, deals_per_game=1), 2, bytes(32))
    assert sight(game, 0)["ranking"] is None
    while not game.over:
        game.deal.fallback()
        game.settle()

    assert [rank["seat"] for rank in sight(game, 0)["ranking"]] == [0, 1]
    assert sight(game, 0)["asked"] is None


# --- what a seat cannot know ---


class Watching:
    """A seat that keeps what a person in its place would see whenever somebody is asked."""

    def __init__(self, seat: Seat, number: int, sights: list[bytes]) -> None:
        self._seat, self._number, self._sights = seat, number, sights
        self.game: Game | None = None

    def ask(self, line: bytes) -> Answer | Fault:
        if self.game is not None:
            self._sights.append(msgspec.json.encode(seen(self.game, self._number)))
        return self._seat.ask(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seat, name)


def watched(
    decks: leaks.Decks, rules: RuleSet, seed: bytes, seats: Sequence[Seat], number: int
) -> tuple[Game, list[bytes]]:
    """The game on these decks, and all that the seat of this number sees of it."""
    sights: list[bytes] = []
    watching = [Watching(seat, number, sights) for seat in seats]
    with_game = leaks.play

    def play(game: Game, seats: Sequence[Any]) -> None:
        for seat in seats:
            seat.game = game
        with_game(game, seats)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(leaks, "play", play)
        return leaks.played_on(decks, rules, seed, watching), sights


def on_other_decks(rules: RuleSet, kinds: Sequence[int], seat: int, number: int) -> tuple[list[bytes], ...]:
    """What a seat sees, and what it sees when what it cannot know is otherwise."""
    random = Random(number)
    decks: leaks.Decks = {}
    said: list[list[leaks.Line]] = [[] for _ in kinds]
    bots = [leaks.Recording(leaks.some_bot(kind, number + at), said[at]) for at, kind in enumerate(kinds)]
    game, sights = watched(decks, rules, random.randbytes(32), bots, seat)
    other = leaks.otherwise(decks, game, seat, None, random)
    assume(other != decks)
    again = [leaks.Repeating(lines, None, []) for lines in said]
    _, others = watched(other, rules, game.seed, again, seat)
    return sights, others


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rule_sets | st.just(leaks.LONG), leaks.tables, st.integers(0, 5), st.integers(0, 2**32))
def test_a_person_sees_the_same_bytes_whatever_cannot_be_known(rules, kinds, seat, number):
    rules = replace(rules, turns_per_seat=min(rules.turns_per_seat, 10), deals_per_game=len(rules.phases))
    sights, others = on_other_decks(rules, kinds, seat % len(kinds), number)

    assert sights == others


def test_the_bytes_would_differ_for_another_seat():
    decks: leaks.Decks = {}
    rules = leaks.LONG
    said: list[list[leaks.Line]] = [[], []]
    bots = [leaks.Recording(leaks.some_bot(1, at), said[at]) for at in range(2)]
    game, sights = watched(decks, rules, bytes(32), bots, 1)
    other = leaks.otherwise(decks, game, 0, None, Random(1))
    _, others = watched(other, rules, game.seed, [leaks.Repeating(lines, None, []) for lines in said], 1)

    assert sights != others
