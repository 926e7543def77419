import subprocess
import sys
from functools import partial
from pathlib import Path
from statistics import mean

import pytest

from arena.bots import greedy
from arena.inprocess import CallableSeat
from arena.match import block_seed, play_match
from arena.phase10.rules import STANDARD
from arena.seat import Answer
from sandbox.bench.__main__ import MS, Row
from sandbox.bench.daemon import daemon_cpu_ns
from sandbox.bench.games import SEATS, bot, recorded
from sandbox.bench.turns import medians
from sandbox.limits import Limits
from sandbox.process import ProcessSandbox
from sandbox.verdict import Reply

ROOT = Path(__file__).parents[2]


@pytest.mark.docker
def test_the_bench_sets_every_row_beside_another_way():
    done = subprocess.run(
        [sys.executable, "-m", "sandbox.bench", "--lines", "20", "--starts", "1", "--games", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    rows = done.stdout.splitlines()
    assert [row[:52].strip() for row in rows] == [
        "medians, in turns",
        "1 KB there and back, one core: container, child",
        "1 KB there and back, one core: its pipes, bare pipes",
        "1 KB there and back, one core: container, bare pipes",
        "1 KB there and back, any core: container, child",
        "a game's lines: containers, children",
        "a game's lines: containers, docker run -i",
        "a game with its start: waiting, docker run -i",
        "a first answer, one core: waiting container, made",
        "the daemon's CPU a line: container, docker run -i",
    ]


def test_a_row_tells_how_much_longer_or_how_many_times_as_fast():
    assert str(Row("x", 0.003, 0.002, MS)).split()[1:] == ["3.00", "ms", "2.00", "ms", "1.50"]
    assert str(Row("x", 0.002, 0.006, MS, ">= 2", faster=True)).split()[-3:] == ["3.00", ">=", "2"]


def test_medians_are_taken_of_as_many_as_asked():
    done = []

    medians({"one": lambda: done.append(1), "other": lambda: done.append(2)}, 5)

    assert sorted(done) == [1] * 5 + [2] * 5


def test_the_recorded_game_is_like_one_that_greedy_bots_play_today():
    class Measured(CallableSeat):
        def ask(self, line):
            came = super().ask(line)
            assert isinstance(came, Answer)
            lengths.append((len(line), len(came.line)))
            return came

    lengths: list[tuple[int, int]] = []
    play_match(
        players=SEATS,
        blocks=1,
        rules=STANDARD,
        seed_of=partial(block_seed, b"bench", "1"),
        open_seat=lambda _bot, _lane: Measured(greedy.Bot().answer),
        names=["greedy"] * SEATS,
    )

    game = recorded()
    assert mean(line.request for line in game) == pytest.approx(mean(sent for sent, _ in lengths), rel=0.3)
    assert mean(line.answer for line in game) == pytest.approx(mean(came for _, came in lengths), rel=0.3)
    assert len(game) == pytest.approx(len(lengths) / SEATS, rel=0.5)


def test_the_benchs_bot_answers_with_as_many_bytes_as_in_the_game():
    game = recorded()
    sandbox = ProcessSandbox()
    first = sandbox.open(bot(game, 0), limits=Limits())

    answers = [first.ask(b"?") for _ in range(5)]
    sandbox.close()

    assert [len(answer.line) for answer in answers if isinstance(answer, Reply)] == [
        line.answer for line in game if line.seat == 0
    ][:5]


def test_the_engines_cpu_is_that_of_all_threads_of_its_processes(tmp_path):
    for pid, name in ((1, "dockerd"), (2, "python"), (3, "containerd-shim")):
        for thread in (pid, pid + 10):
            task = tmp_path / f"{pid}/task/{thread}"
            task.mkdir(parents=True)
            (task / "schedstat").write_text("1000 5 5\n")
        (tmp_path / f"{pid}/comm").write_text(f"{name}\n")

    (tmp_path / "4").mkdir()
    (tmp_path / "4/comm").write_text("dockerd\n")  # it has ended since its name was read

    assert daemon_cpu_ns(tmp_path) == 4000
