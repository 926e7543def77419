"""Pages for people count blocks, games, seats and turns from one; the API and the protocol from zero."""

import re

import pytest

from tenfold.matches.models import FaultLog, Game
from tests.builders import a_competition, a_match, a_round, crashing, ten_lines
from tests.tenfold.pages.scenes import a_played_match, play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


@pytest.fixture
def last() -> Game:
    """The last game of a match of two blocks between three bots."""
    match = play(a_match(round_=a_round(competition=a_competition(players=3, blocks=2), entries=3)))
    return match.games.order_by("block", "rotation")[5]


def words(address: str) -> str:
    page = reader().get(address).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", page.partition("<main")[2]).split())


def test_a_match_counts_its_blocks_and_their_games(last):
    page = words(last.match.get_absolute_url())
    assert "Block Game 1 Game 2 Game 3 Best" in page
    assert "replay of block 2, game 3 of 3" in page
    assert "block 0" not in page.lower()
    assert "rotation r" not in page


def test_a_replay_says_which_game_it_is_and_counts_its_seats(last):
    page = words(last.get_absolute_url())
    assert "block 2, game 3 of 3" in page
    assert sorted(re.findall(r"seat (\d), version", page)) == ["1", "2", "3"]
    assert "rotation" not in page


def test_a_check_counts_as_the_replay_does(last):
    page = words(f"{last.get_absolute_url()}verify/")
    assert "Block 2, game 3 of 3 of" in page
    assert sorted(re.findall(r"place \d for seat (\d)", page)) == ["1", "2", "3"]
    assert "Its decks are those of block 2" in page


def test_a_fault_is_found_by_the_same_count():
    match = a_played_match(bots=(crashing, ten_lines))
    page = words(match.get_absolute_url())
    assert re.findall(r"block (\d), game (\d) of 2, turn", page) == [("1", "1"), ("1", "2")]


def test_the_turn_of_a_fault_is_the_one_that_the_replay_opens():
    match = a_played_match(bots=(crashing, ten_lines))
    fault = FaultLog.objects.filter(game__match=match).first()
    page = reader().get(match.get_absolute_url()).content.decode()
    assert f'?turn={fault.turn + 1}">' in page
    assert f", turn {fault.turn + 1}</a>" in page
