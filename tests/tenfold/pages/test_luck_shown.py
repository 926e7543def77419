"""What a match and its games tell of luck: what was stored, and nothing while it is unknown."""

import pytest

from tenfold.matches.adjusting import adjust
from tenfold.matches.models import Game, Match
from tests.tenfold.pages.scenes import a_played_match, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def page_of(thing: Match | Game) -> str:
    return reader().get(thing.get_absolute_url()).content.decode()


def test_before_it_is_known_neither_page_speaks_of_luck():
    match = a_played_match()
    assert "luck" not in page_of(match).lower()
    assert "luck" not in page_of(match.games.get(rotation=0)).lower()


def test_a_match_tells_the_luck_of_each_bot_and_of_each_game_s_winner():
    match = a_played_match()
    adjust(match=match)
    match.bots.filter(index=0).update(margin=1.5, luck=0.72, wilds=-1.25)
    game = match.games.get(rotation=0)
    game.outcome = [{**seat, "place": 1 + seat["bot"]} for seat in game.outcome]
    game.luck = [[2.34, 0.0] if seat["bot"] == 0 else [-9.87, 0.0] for seat in game.outcome]
    game.save()
    page = page_of(match)
    assert '<td class="num">+0.72</td><td class="num wide">+0.78</td><td class="num wide">−1.25</td>' in page
    assert "luck +2.3" in page
    assert "9.9" not in page


def test_a_replay_tells_the_luck_of_each_seat():
    match = a_played_match()
    adjust(match=match)
    game = match.games.get(rotation=1)
    game.luck = [[0.5, 2.0], [-0.5, -1.0]]
    game.save()
    page = page_of(game)
    assert '<td class="num wide">+0.50</td><td class="num wide">+2.0</td>' in page
    assert '<td class="num wide">−0.50</td><td class="num wide">−1.0</td>' in page
