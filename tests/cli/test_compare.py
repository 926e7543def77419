"""Is the second version better?"""

import pytest

from arena.sequential import Decision, Look
from tests.cli.terminal import CRASHING, QUICK, a_bot, flat, tenfold


def compared(first: object, second: object, *more: object):
    return tenfold("compare", first, second, *QUICK, "--seed", "word", *more)


def test_a_better_second_bot_ends_with_0_as_soon_as_it_is_known():
    ended = compared("tenline", "greedy", "--json")
    assert (ended.code, ended.json["decision"]) == (0, "better")
    assert ended.json["blocks"] < 30
    assert ended.json["low"] > 0


def test_a_worse_one_ends_with_1():
    ended = compared("greedy", "tenline")
    assert ended.code == 1
    assert flat(ended.out).startswith("tenline is worse than greedy by ")
    assert "decided after" in flat(ended.out)


def test_bots_that_play_alike_end_with_3():
    ended = compared("greedy", "greedy")
    assert ended.code == 3
    assert "greedy (2) and greedy play alike: 10 blocks came out the same." in flat(ended.out)


def test_what_stays_undecided_ends_with_3_after_the_most_blocks():
    ended = compared("tenline", "greedy", "--most", 2, "--json")
    assert (ended.code, ended.json["decision"], ended.json["blocks"]) == (3, "open", 2)
    assert (ended.json["low"], ended.json["high"]) == (None, None)


def test_the_same_seed_gives_the_same_result():
    one, two = (compared("tenline", "greedy", "--json").out for _ in range(2))
    assert one == two


def test_faults_are_shown_beside_the_verdict(tmp_path):
    ended = compared("greedy", a_bot(tmp_path, source=CRASHING), "--most", 1)
    assert "mine: exited" in flat(ended.out)
    assert "last words" in ended.out


@pytest.mark.parametrize(
    ("decision", "difference", "sentence"),
    [
        (
            Decision.BETTER,
            0.5,
            "b is better than a by 0.50 phases a game (+0.10 … +0.90): decided after 40 blocks.",
        ),
        (
            Decision.OPEN,
            -0.5,
            "Not decided after 40 blocks: b is behind by 0.50 phases a game (-0.90 … -0.10)",
        ),
    ],
)
def test_the_verdict_is_a_sentence(decision, difference, sentence):
    seen = Look(decision, 40, difference, difference - 0.4, difference + 0.4)
    assert seen.sentence("a", "b").startswith(sentence)


def test_before_the_difference_can_be_known_no_infinity_is_shown():
    seen = Look(Decision.OPEN, 5, 0.25, float("-inf"), float("inf"))
    assert "two is ahead by 0.25 phases a game (too few blocks to bound it)" in seen.sentence("one", "two")
