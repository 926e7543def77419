"""The ladder's measuring: the same blocks again, one step of it, and how it is told."""

from itertools import pairwise
from types import SimpleNamespace

import pytest

from arena.bench import ladder
from arena.bench.__main__ import main
from arena.bench.ladder import RUNGS, Measured, Step, answerer, measure, steps, told
from arena.phase10.rules import NAMED
from arena.sequential import Decision, Look
from arena.student import mean_of

SHORT = NAMED["first-2"]
CLIMBED = Measured(Step("low", "high", 2), Look(Decision.BETTER, 10, 0.5, 0.25, 0.75), [1.0] * 99 + [4.0])


def test_every_rung_is_a_house_bot_and_every_pair_of_neighbours_meets_in_both_sizes():
    assert len(RUNGS) >= 5
    assert all(answerer(name, 1) for name in RUNGS)
    assert [(step.lower, step.upper) for step in steps() if step.players == 4] == [*pairwise(RUNGS)]


def test_the_same_seed_measures_the_same():
    one, again = (measure(Step("greedy", "planner", 2), blocks=2, seed="s", rules=SHORT) for _ in range(2))
    assert one.seen == again.seen
    assert one.seen != measure(Step("greedy", "planner", 2), blocks=2, seed="t", rules=SHORT).seen


def test_a_bot_is_level_with_itself():
    assert measure(Step("greedy", "greedy", 4), blocks=1, seed="s", rules=SHORT).seen.difference == 0


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("lower", "upper"), [("random_legal", "greedy"), ("greedy", "planner")])
def test_a_few_blocks_already_show_who_is_ahead(lower, upper, players):
    measured = measure(Step(lower, upper, players), blocks=5, seed="ladder")
    assert measured.seen.difference > 0.3
    assert measured.cpu_ms


def test_measuring_ends_once_it_is_known_who_is_better():
    seen = measure(Step("random_legal", "greedy", 2), blocks=400, seed="ladder", rules=SHORT).seen
    assert seen.decision is Decision.BETTER
    assert seen.blocks <= 20


def test_all_blocks_together_are_judged_by_the_interval_of_a_fixed_count(monkeypatch):
    ahead = [0.4, 0.1, 0.3, 0.2, 0.5, 0.0, 0.3, 0.3, 0.4, 0.2] * 2
    margins = iter(ahead)

    def stretch(step, blocks, *rest):
        return SimpleNamespace(margins=[(0.0, next(margins)) for _ in blocks])

    monkeypatch.setattr(ladder, "_stretch", stretch)
    monkeypatch.setattr(ladder, "look", lambda seen: Look(Decision.OPEN, len(seen), 0.27, -0.1, 0.64))

    seen = measure(Step("low", "high", 2), blocks=20, seed="s").seen

    mean = mean_of(ahead)
    assert mean.low > 0
    assert seen == Look(Decision.BETTER, 20, mean.value, mean.low, mean.high)


def test_a_step_is_told_with_its_interval_and_the_cost_of_a_decision():
    assert told(CLIMBED) == (
        "high over low, 2 players: +0.50 (+0.25 … +0.75) after 10 blocks; "
        "CPU ms: 1.030 mean, 4.00 p99, 4.0 most"
    )


@pytest.mark.parametrize(("decision", "code"), [(Decision.BETTER, 0), (Decision.OPEN, 1)])
def test_the_command_fails_when_a_step_does_not_hold(monkeypatch, capsys, decision, code):
    seen = Look(decision, 10, 0.5, 0.25, 0.75)
    monkeypatch.setattr(ladder, "climb", lambda **options: [Measured(CLIMBED.step, seen, [1.0])])
    assert main(["ladder", "--blocks", "10"]) == code
    told = capsys.readouterr()
    assert "high over low" in told.out
    assert told.err == ("not known to be better: high over low, 2 players\n" if code else "")
