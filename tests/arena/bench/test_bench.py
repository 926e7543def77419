"""The bench: rows in turns, ratios of medians, and peers from an environment of their own."""

import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from arena.bench.__main__ import main
from arena.bench.engine import EMPTY, GREEDY, PEERS, RANDOM, RERUN, report
from arena.bench.measure import ratio, rounds_of
from arena.bench.peer import SCRIPTS, Peer, PeerMissing

QUICK = ["engine", "--rounds", "1", "--games", "1", "--turns", "20", "--stored", "1"]


def test_every_row_is_measured_once_a_round_in_turn():
    clock = count(1)
    taken = rounds_of({"a": lambda: float(next(clock)), "b": lambda: float(next(clock))}, 3)
    assert taken == {"a": [1, 3, 5], "b": [2, 4, 6]}


def test_a_ratio_is_the_median_of_the_rounds_ratios():
    assert ratio([2.0, 90.0, 9.0], [1.0, 10.0, 3.0]) == 3.0


def test_figures_stand_beside_their_targets_in_the_time_of_the_reference_machine():
    taken = {EMPTY: [90e-9], RANDOM: [3.6e-6], GREEDY: [6e-3], RERUN: [3e-3]}
    lines = list(report(taken, stored=480.4))
    assert lines[1] == "a random step, 4 seats: 40 empty calls (at most 50)"
    assert lines[2] == "a greedy game, 4 seats: 66667 empty calls, 333 a second (at least 250)"
    assert lines[3] == "a re-run, 4 seats: 33333 empty calls, 1.50 ms (at most 1.5)"
    assert lines[4] == "a stored game, 4 seats: 480 bytes (at most 500)"


def test_a_peer_is_told_as_a_ratio_of_steps():
    taken = {EMPTY: [1.0], RANDOM: [2.0], GREEDY: [1.0], RERUN: [1.0], PEERS["rlcard"][0]: [31.0]}
    lines = list(report(taken, stored=0))
    assert "  beside a step of RLCard's gin rummy: 15.50 times as fast (at least 15)" in lines


def test_the_command_prints_every_row(capsys):
    assert main(QUICK) == 0
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == [
        "an empty call",
        "a random step, 4 seats",
        "a greedy game, 4 seats",
        "a re-run, 4 seats",
        "a stored game, 4 seats",
    ]


def test_a_peer_that_is_not_installed_is_told_with_the_remedy(capsys, tmp_path):
    missing = str(tmp_path / "python")
    assert main([*QUICK, "--vs", "openspiel", "--peers-python", missing]) == 1
    assert "run `make bench-peers`" in capsys.readouterr().err


def test_an_unknown_peer_is_refused_with_the_known_ones(capsys):
    with pytest.raises(SystemExit):
        main(["engine", "--vs", "chess"])
    assert "'chess' is no peer: choose from rlcard, openspiel" in capsys.readouterr().err


def peer(tmp_path: Path, source: str) -> Peer:
    script = tmp_path / "peer.py"
    script.write_text(source)
    return Peer("a peer", Path(sys.executable), script)


def test_a_peer_measures_anew_for_every_line(tmp_path):
    counting = peer(tmp_path, "import sys\nfor n, _ in enumerate(sys.stdin): print(n + 0.5, flush=True)")
    try:
        assert [counting.sample(), counting.sample()] == [0.5, 1.5]
    finally:
        counting.close()


def test_a_peer_that_ends_is_told_with_the_remedy(tmp_path):
    failing = peer(tmp_path, "raise SystemExit(3)")
    try:
        with pytest.raises(PeerMissing, match="a peer ended with 3: run `make bench-peers`"):
            failing.sample()
    finally:
        failing.close()


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_peers_script_compiles_for_another_python(name):
    script = SCRIPTS[name]
    compile(script.read_text(), script, "exec")
    assert name in PEERS


def test_the_bench_is_a_command():
    done = subprocess.run([sys.executable, "-m", "arena.bench", "--help"], capture_output=True, check=True)
    assert b"engine" in done.stdout
