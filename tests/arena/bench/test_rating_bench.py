"""The bench of the standing: orders, intervals, and the ratings it is measured beside."""

import sys
from pathlib import Path

import pytest

from arena.bench import rating
from arena.bench.__main__ import main
from arena.bench.peer import PeerMissing


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(rating, "AFTER", (16, 32))
    monkeypatch.setattr(rating, "BOTS", 8)
    monkeypatch.setattr(rating, "FIELDS", {20: 40})
    monkeypatch.setattr(rating, "LEAGUES", ((8, 28, 2, 2),))


def test_tau_is_one_for_the_true_order_and_minus_one_for_its_reverse():
    assert rating.tau([3.0, 2.0, 1.0]) == 1
    assert rating.tau([1.0, 2.0, 3.0]) == -1


def test_bots_held_equal_count_for_nothing():
    assert rating.tau([1.0, 1.0, 0.0]) == pytest.approx(2 / 3)


@pytest.mark.parametrize(("taus", "games"), [([0.9, 0.95], 16), ([0.8, 1.0], 24), ([0.5, 0.6], float("inf"))])
def test_games_for_a_target_lie_on_the_line_between_two_counts(small, taus, games):
    assert rating.games_for(taus) == pytest.approx(games)


def test_others_are_given_every_game_and_told_beside_ours(small):
    given = []

    def perfect(games):
        given.extend(games)
        return {"an oracle": [[-bot for bot in range(8)]] * 2}

    lines = list(rating.report(1, perfect))

    assert len(given) == 32
    assert any(line.split() == ["an", "oracle", "1.000", "1.000"] for line in lines)
    assert any("16 by an oracle" in line for line in lines)


def test_the_command_prints_every_row(small, capsys):
    assert main(["rating", "--leagues", "1"]) == 0
    told = capsys.readouterr().out
    for words in ("Kendall's tau", "games for a tau of 0.90", "95% intervals of 8 entries", "made anew"):
        assert words in told


def test_ratings_that_are_not_installed_are_told_with_the_remedy(small, capsys):
    assert main(["rating", "--vs", "--leagues", "1", "--peers-python", "/nowhere/python"]) == 1
    assert "run `make bench-peers`" in capsys.readouterr().err


def test_a_python_without_the_ratings_is_told_too(small):
    with pytest.raises(PeerMissing, match="make bench-peers"):
        rating.other_ratings(Path(sys.executable))([((0, 1), [1, 2])])


def test_intervals_of_a_made_up_league_hold_the_truth():
    assert 0.9 < rating.coverage(entries=8, matches=56, leagues=60, seats=2) < 0.99
