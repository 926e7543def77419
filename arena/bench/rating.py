"""How soon a standing finds the true order, how often its intervals are right, what a refit costs."""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice, pairwise
from pathlib import Path
from random import Random
from statistics import fmean
from time import perf_counter

import numpy as np

from arena.bench.field import mistakes, play_block, tables
from arena.bench.peer import PeerMissing
from arena.rating import BlockResult, standing

BOTS, SEATS = 20, 4
#: Games after which the orders are looked at; whole blocks of four.
AFTER = (100, 200, 300, 400, 600, 800, 1200)
TARGET = 0.90
#: By number of entries, how many matches are refitted.
FIELDS: Mapping[int, int] = {100: 1_000, 1_000: 10_000, 10_000: 100_000}
#: Leagues whose intervals are looked at: entries, blocks, seats, and how many such leagues.
LEAGUES = ((8, 28, 2, 500), (20, 75, 4, 200), (30, 870, 2, 100), (1600, 16_000, 2, 2))
# The scatter of a block's margin and of true strengths, in phases, near those of house bots.
SCATTER, STRENGTHS = 1.0, 0.7
MARGIN = "the margin fit"
SCRIPT = Path(__file__).parent / "peers" / "ratings.py"

#: Of each game who sat there and their places.
Games = Sequence[tuple[Sequence[int], Sequence[int]]]
#: By rating, what each bot is worth after each count of games in `AFTER`.
Raters = Callable[[Games], Mapping[str, list[list[float]]]]


def tau(worth: Sequence[float]) -> float:
    """Kendall's rank correlation with the true order, bot 0 being the best; equals count for nothing."""
    agree = sum(int(np.sign(worth[one] - worth[other])) for one, other in combinations(range(len(worth)), 2))
    return agree / (len(worth) * (len(worth) - 1) / 2)


def orders(leagues: int, others: Raters) -> dict[str, list[float]]:
    """By rating, the mean of tau over so many leagues after each count of games in `AFTER`."""
    rates = mistakes(BOTS)
    found: dict[str, list[list[float]]] = {}
    for league in range(leagues):
        chance = Random(league)  # noqa: S311 - the same league each time
        sat = islice(tables(BOTS, seats=SEATS, chance=chance), AFTER[-1] // SEATS)
        numbered = enumerate(sat, league * 10_000)
        played = [(table, *play_block(number, table, rates, chance)) for number, table in numbered]
        games = [(table, places) for table, _, games in played for places in games]
        worth = {MARGIN: _by_margin([block for _, block, _ in played]), **others(games)}
        for name, columns in worth.items():
            found.setdefault(name, []).append([tau(column) for column in columns])
    return {name: [fmean(column) for column in zip(*rows, strict=True)] for name, rows in found.items()}


def _by_margin(blocks: Sequence[BlockResult]) -> list[list[float]]:
    worth = []
    for games in AFTER:
        margins = {row.entry: row.margin for row in standing(blocks[: games // SEATS])}
        worth.append([margins.get(bot, 0.0) for bot in range(BOTS)])
    return worth


def other_ratings(python: Path) -> Raters:
    """Openskill and trueskill in the peers' environment. Raises PeerMissing when that is not there."""

    def rated(games: Games) -> Mapping[str, list[list[float]]]:
        asked = {"bots": BOTS, "games": games, "after": AFTER}
        try:
            done = subprocess.run(
                [python, SCRIPT], input=json.dumps(asked), capture_output=True, text=True, check=True
            )
        except (OSError, subprocess.CalledProcessError) as error:
            raise PeerMissing(f"the other ratings did not run ({error}): run `make bench-peers`") from error
        return json.loads(done.stdout)  # type: ignore[no-any-return]  # what our own script writes

    return rated


def no_others(_: Games) -> Mapping[str, list[list[float]]]:
    """Nobody to compare with."""
    return {}


def games_for(taus: Sequence[float], target: float = TARGET) -> float:
    """After how many games the mean tau reached the target, between two counts by a straight line; or inf."""
    for (few, low), (many, high) in pairwise(zip(AFTER, taus, strict=True)):
        if low < target <= high:
            return few + (many - few) * (target - low) / (high - low)
    return float(AFTER[0]) if taus[0] >= target else float("inf")


def made_up(entries: int, matches: int, *, seats: int, seed: int) -> tuple[list[float], list[BlockResult]]:
    """True strengths, and blocks at tables drawn by lot, with chance added."""
    draw = np.random.default_rng(seed)
    strengths = draw.normal(0, STRENGTHS, entries)
    strengths -= strengths.mean()
    blocks = []
    for number in range(matches):
        who = draw.choice(entries, seats, replace=False)
        margins = strengths[who] + draw.normal(0, SCATTER, seats)
        margins -= margins.mean()
        ones, twos = (1,) * seats, (2 * seats,) * seats
        blocks.append(BlockResult(number, 0, tuple(who.tolist()), tuple(margins.tolist()), ones, twos, seats))
    return strengths.tolist(), blocks


def coverage(*, entries: int, matches: int, leagues: int, seats: int = SEATS) -> float:
    """The share of 95% intervals that hold the true strength, over so many leagues."""
    held = []
    for seed in range(leagues):
        strengths, blocks = made_up(entries, matches, seats=seats, seed=seed)
        held += [row.low <= strengths[row.entry] <= row.high for row in standing(blocks)]
    return sum(held) / len(held)


def refit_seconds(entries: int, matches: int) -> float:
    """Wall time of a standing made anew."""
    _, blocks = made_up(entries, matches, seats=2, seed=1)
    standing(blocks)  # whatever is loaded at first use
    started = perf_counter()
    standing(blocks)
    return perf_counter() - started


def report(leagues: int, others: Raters) -> Iterator[str]:
    """The figures in lines, each beside what it should be."""
    found = orders(leagues, others)
    yield f"Kendall's tau to the true order of {BOTS} bots, games of {SEATS}, mean of {leagues} leagues"
    yield f"  {'after games':<28}" + "".join(f"{games:>7}" for games in AFTER)
    for name, taus in found.items():
        yield f"  {name:<28}" + "".join(f"{value:>7.3f}" for value in taus)
    ours = games_for(found[MARGIN])
    yield f"games for a tau of {TARGET:.2f}: {ours:.0f} by {MARGIN} (at most 300)"
    for name, taus in found.items():
        if name != MARGIN:
            theirs = games_for(taus)
            least = f"more than {AFTER[-1]}" if theirs == float("inf") else f"{theirs:.0f}"
            times = min(theirs, AFTER[-1]) / ours
            yield f"  {least} by {name}, {times:.1f} times as many"
    for entries, matches, seats, runs in LEAGUES:
        share = coverage(entries=entries, matches=matches, leagues=runs, seats=seats)
        each = matches * seats / entries
        yield f"95% intervals of {entries} entries, {each:.0f} blocks each: {share:.1%} hold (93 to 97%)"
    for entries, matches in FIELDS.items():
        seconds = refit_seconds(entries, matches)
        yield f"a standing of {entries:,} entries and {matches:,} matches made anew: {seconds:.2f} s"
