"""The engine's rows: steps, games, re-runs and stored bytes, and how they compare with other engines."""

import statistics
from collections.abc import Iterator, Mapping
from random import Random

from arena.bench.measure import Sample, cpu_seconds, empty_call, ratio
from arena.bench.players import greedy_turn, play_game, random_player
from arena.phase10.results import Transcript
from arena.phase10.rules import STANDARD
from arena.transcript import dump, rerun

PLAYERS = 4
#: An empty call of the machine that figures in seconds are stated for.
REFERENCE_NS = 45

EMPTY, RANDOM, GREEDY, RERUN = "an empty call", "a random step", "a greedy game", "a re-run"
#: By peer, the row of its steps and how many times as fast ours have to be.
PEERS: Mapping[str, tuple[str, float]] = {
    "rlcard": ("a step of RLCard's gin rummy", 15.0),
    "openspiel": ("a step of OpenSpiel's hearts", 1.0),
}


def seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def greedy_transcripts(games: int) -> list[Transcript]:
    return [play_game(STANDARD, PLAYERS, seed(number), greedy_turn).transcript() for number in range(games)]


def stored_bytes(games: int) -> float:
    """The mean size of a stored greedy game of four."""
    return statistics.mean(len(dump(transcript)) for transcript in greedy_transcripts(games))


def samples(*, games: int, turns: int) -> dict[str, Sample]:
    """The rows; each sample plays this many greedy games, and this many turns of random play."""
    transcripts = greedy_transcripts(games)
    player = random_player(Random(10).random)  # noqa: S311 - a game, and the same one each time

    def random_turns() -> None:
        # A game's start is part of it, as it is of the peers' steps.
        played = 0
        while played < turns:
            played += play_game(STANDARD, PLAYERS, seed(played), player, most=turns - played).deal.turn

    def rerun_all() -> None:
        for transcript in transcripts:
            rerun(transcript)

    return {
        EMPTY: empty_call,
        # A turn is two steps: the draw, and the play after it.
        RANDOM: lambda: cpu_seconds(random_turns, operations=2 * turns),
        GREEDY: lambda: cpu_seconds(lambda: greedy_transcripts(games), operations=games),
        RERUN: lambda: cpu_seconds(rerun_all, operations=games),
    }


def report(taken: Mapping[str, list[float]], *, stored: float) -> Iterator[str]:
    """The figures in lines, each beside what it should be."""
    calls = {name: ratio(each, taken[EMPTY]) for name, each in taken.items()}
    here = statistics.median(taken[EMPTY]) * 1e9
    yield f"{EMPTY}: {here:.0f} ns here; seconds below are those of a machine where it takes {REFERENCE_NS}"
    yield f"{RANDOM}, {PLAYERS} seats: {calls[RANDOM]:.0f} empty calls (at most 50)"
    for row, least in PEERS.values():
        if row in taken:
            yield f"  beside {row}: {ratio(taken[row], taken[RANDOM]):.2f} times as fast (at least {least:g})"
    games = 1 / _seconds(calls[GREEDY])
    yield f"{GREEDY}, {PLAYERS} seats: {calls[GREEDY]:.0f} empty calls, {games:.0f} a second (at least 250)"
    again = _seconds(calls[RERUN]) * 1e3
    yield f"{RERUN}, {PLAYERS} seats: {calls[RERUN]:.0f} empty calls, {again:.2f} ms (at most 1.5)"
    yield f"a stored game, {PLAYERS} seats: {stored:.0f} bytes (at most 500)"


def _seconds(calls: float) -> float:
    return calls * REFERENCE_NS * 1e-9
