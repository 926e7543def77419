"""What the game says, as messages: complete for the seat that is asked, and silent about all else."""

import json
from typing import Any

from arena.messages import deal_news, game_news, greeting, question
from arena.phase10.game import Game
from arena.phase10.moves import Play, Source
from arena.phase10.notation import write_cards
from arena.phase10.rules import STANDARD, RuleSet
from arena.protocol import TimeLimits, encode
from arena.seat import TimeLeft

TIME = TimeLeft(cpu_ms=1850, wall_ms=5600)
STATE = [
    "type", "id", "game", "deal", "turn", "seat", "playoff", "hand", "players", "discards", "stock", "melds",
    "events", "time",
]  # fmt: skip


def new_game(*, players: int = 2, rules: RuleSet = STANDARD) -> Game:
    return Game(rules, players, b"messages".ljust(32))


def asked(game: Game) -> dict[str, Any]:
    """The message that the pending seat gets."""
    assert game.pending is not None
    return json.loads(encode(question(game.view(game.pending.seat), "9f", game=3, time=TIME)))


def spare(game: Game) -> int:
    """A natural card of the seat whose turn it is."""
    return next(card for card in game.deal.hands[game.deal.seat] if card < 48)


def take_turn(game: Game) -> None:
    """Draw from the stock and throw a natural card away."""
    game.draw(Source.STOCK)
    game.play(Play(discard=spare(game)))


def finish_deal(game: Game) -> None:
    while game.pending and game.pending.deal == 0:
        take_turn(game)


def test_a_greeting_tells_the_rules_as_data_and_in_words():
    rules = RuleSet.from_dict({"phases": [2, 8], "hit": "later"})
    message = json.loads(encode(greeting(rules, players=4, games=10, limits=TimeLimits())))
    assert message["rules"] == rules.to_dict()
    assert message["rules_text"] == (
        "Standard rules, but: The phases are 2 and 8. Hitting is allowed from the turn after laying down on."
    )


def test_a_greeting_of_rules_that_are_all_their_own_is_small_enough_for_a_pipe():
    rules = RuleSet.from_dict(
        {
            "phases": [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], "order": "announce", "naturals": "phase",
            "hit": "later", "go_out": "discard", "skip_target": "next", "skip_limit": "none",
            "turns_per_seat": 999, "deals_per_game": 999, "strikes": 99,
        }
    )  # fmt: skip
    assert len(encode(greeting(rules, players=6, games=200, limits=TimeLimits()))) < 2048


def test_a_draw_tells_the_state_and_where_one_may_draw():
    message = asked(new_game())
    assert list(message) == [*STATE, "can_draw"]
    assert [message[name] for name in ("type", "game", "deal", "turn", "seat")] == ["draw", 3, 0, 0, 0]
    assert message["time"] == {"cpu_ms": 1850, "wall_ms": 5600}
    assert "stock" in message["can_draw"]


def test_a_play_tells_the_drawn_card_and_what_it_allows():
    game = new_game()
    game.draw(Source.STOCK)
    message = asked(game)
    assert list(message) == [*STATE, "drawn", "can_lay", "can_skip"]
    assert message["drawn"] in message["hand"]
    assert len(message["hand"]) == 11


def test_an_announcement_tells_the_open_phases():
    message = asked(new_game(rules=RuleSet.from_dict({"order": "announce"})))
    assert (message["type"], list(message)) == ("phase", [*STATE, "open_phases"])
    assert message["open_phases"] == list(range(1, 11))


def test_the_hand_is_the_asked_seat_s_own():
    game = new_game(players=4)
    take_turn(game)
    assert sorted(asked(game)["hand"]) == sorted(write_cards(game.deal.hands[1]))


def test_other_hands_are_counted_and_not_shown():
    message = asked(new_game(players=3))
    assert [player["cards"] for player in message["players"]] == [10, 10, 10]
    assert all("hand" not in player for player in message["players"])


def test_a_draw_from_the_stock_is_told_without_the_card():
    game = new_game()
    take_turn(game)
    events = asked(game)["events"]
    assert events[0] == {"seat": 0, "drew": "stock"}
    assert list(events[1]) == ["seat", "discarded"]


def test_a_draw_from_the_discard_pile_is_told_with_the_card():
    game = new_game()
    top = asked(game)["discards"][-1]
    game.draw(Source.DISCARD)
    game.play(Play(discard=spare(game)))
    assert asked(game)["events"][0] == {"seat": 0, "drew": top}


def test_events_begin_after_the_seat_s_own_last_turn():
    game = new_game(players=3)
    for _ in range(3):
        take_turn(game)
    assert [event["seat"] for event in asked(game)["events"]] == [1, 1, 2, 2]


def test_the_news_of_a_deal_shows_what_everyone_had_left():
    game = new_game(rules=RuleSet(turns_per_seat=2))
    finish_deal(game)
    (result,) = game.take_deal_results()
    message = json.loads(encode(deal_news(result, "9f", seat=1, game=3, time=TIME)))
    assert [message[name] for name in ("type", "deal", "seat", "how")] == ["deal_over", 0, 1, "turn_limit"]
    assert message["out"] is None
    assert message["made"] == [False, False]
    assert [len(hand) for hand in message["hands"]] == [10, 10]
    assert message["scores"] == message["points"]


def test_the_news_of_a_game_tells_every_place():
    game = new_game(rules=RuleSet(phases=(1,), turns_per_seat=1, deals_per_game=1))
    finish_deal(game)
    message = json.loads(encode(game_news(game.ranking, "9f", seat=0, game=3, time=TIME)))
    assert (message["type"], message["game"], message["seat"]) == ("game_over", 3, 0)
    assert list(message["ranking"][0]) == ["seat", "place", "phases", "points", "forfeited"]
    assert {place["seat"] for place in message["ranking"]} == {0, 1}


def test_a_message_is_small_enough_for_a_pipe():
    game = new_game(players=6)
    for _ in range(60):
        take_turn(game)
    assert len(json.dumps(asked(game))) < 4096
