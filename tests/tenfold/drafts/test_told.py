"""What is said of a game, and which line is blamed."""

import pytest

from tenfold.drafts.models import Draft, DraftState
from tenfold.drafts.told import blamed, exception, result
from tests.tenfold.drafts.scenes import a_house_bot, a_played_draft

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

SOURCE = b"one\ntwo\nthree\nfour\nfive\n"


def told(own: dict[str, int], other: dict[str, int]) -> str:
    seats = [{"forfeited": False, **seat} for seat in (own, other)]
    return result(Draft(outcome=seats, opponent=a_house_bot("Greedy")))


def test_the_better_one_is_named_with_what_decided():
    winner, loser = ({"place": 1, "phases": 10, "points": 5}, {"place": 2, "phases": 4, "points": 400})
    assert told(winner, loser) == "Your bot beat Greedy: 10 phases made to 4."
    assert told(loser, winner) == "Greedy beat your bot: 10 phases made to 4."


def test_points_are_named_where_phases_decide_nothing():
    seats = ({"place": 1, "phases": 1, "points": 5}, {"place": 2, "phases": 1, "points": 40})
    assert told(*seats) == "Your bot beat Greedy: as many phases made, and 5 points left to 40."


def test_a_forfeit_is_named():
    assert result(a_played_draft(crashes=True)) == "Your bot forfeited the game against greedy."


def lines(draft: Draft) -> list[tuple[int, bool]]:
    return [(line.number, line.blamed) for line in blamed(draft)]


def test_the_innermost_line_of_the_drafts_own_is_blamed():
    stderr = (
        'Traceback (most recent call last):\n  File "/tmp/p/main.py", line 1, in <module>\n'
        '  File "/tmp/p/main.py", line 4, in answer\n  File "/usr/lib/python3/json/__init__.py", line 339\n'
    )
    draft = a_played_draft(SOURCE, crashes=True, stderr=stderr)
    assert lines(draft) == [(2, False), (3, False), (4, True), (5, False), (6, False)]


def test_the_line_that_the_validator_names_is_blamed():
    draft = Draft(source=SOURCE, state=DraftState.REFUSED, reason="main.py, line 1: invalid syntax: one")
    assert lines(draft) == [(1, True), (2, False), (3, False)]


@pytest.mark.parametrize("line", ["0", "7", "999999", "1234567"])
def test_a_line_that_the_source_has_not_is_not_blamed(line):
    stderr = f'  File "/tmp/p/main.py", line {line}, in a lie\n'
    assert lines(a_played_draft(SOURCE, crashes=True, stderr=stderr)) == []


def test_without_a_traceback_no_line_is_blamed():
    assert lines(a_played_draft(SOURCE)) == []


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("ZeroDivisionError: division by zero\n", "ZeroDivisionError: division by zero"),
        ("    ~~^~~\nKeyError: '<b>'\n\n", "KeyError: '<b>'"),
        ("  [Previous line repeated 9 more times]\nRecursionError: too deep", "RecursionError: too deep"),
        ("ValueError: " + "x" * 5000, "ValueError: " + "x" * 288),
        ("", ""),
    ],
)
def test_an_exception_is_named_by_the_last_line_of_its_traceback(end, told):
    stderr = f'  File "/tmp/p/main.py", line 4, in answer\n{end}'
    assert exception(a_played_draft(SOURCE, crashes=True, stderr=stderr)) == told


def test_what_a_bot_wrote_without_a_traceback_is_no_exception():
    assert exception(a_played_draft(SOURCE, crashes=True, stderr="I am thinking\n")) == ""
    assert exception(a_played_draft(SOURCE)) == ""
