"""A whole game: what it waits for, how deals follow each other, and who wins."""

import pytest

from arena.phase10.errors import NotNow
from arena.phase10.game import Game
from arena.phase10.moves import Play, Source
from arena.phase10.playback import play_log
from arena.phase10.rules import STANDARD


def test_a_game_begins_with_the_draw_of_seat_0():
    game = Game(STANDARD, 4, b"seed")
    assert game.pending == (0, "draw", 0, 0)


def test_a_play_before_the_draw_is_the_callers_defect():
    with pytest.raises(NotNow, match="waits for"):
        Game(STANDARD, 4, b"seed").play(Play())


def test_a_game_of_fallbacks_ends_by_its_limits_and_reruns_from_its_log():
    game = Game(STANDARD, 2, b"seed")
    game.draw(Source.STOCK)
    while not game.over:
        game.fallback()
    again = Game(STANDARD, 2, b"seed")
    play_log(game.log(), again)
    assert (len(game.deals), again.state_hash()) == (40, game.state_hash())
