"""Remakes the golden transcripts: ``python -m tests.golden.remake``.

Each is a stored game (``.t10``) with a summary to read (``.txt``). They pin the engine: whatever it becomes,
these games must come out the same. Remake them only when the rules or the format change on purpose, together
with the engine's number, and read the difference of the summaries.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from arena.phase10.game import Game
from arena.phase10.results import DealResult, Transcript
from arena.phase10.rules import NAMED, STANDARD, GoOut, Naturals, Order, RuleSet, SkipLimit
from arena.transcript import dump, rerun
from tests.arena.phase10.play import greedy, play_out, random_mover

FOLDER = Path(__file__).parent
SEED = bytes(range(32))

HOUSE = RuleSet(
    phases=(1, 2, 4, 8),
    naturals=Naturals.NONE,
    go_out=GoOut.FLOAT,
    skip_limit=SkipLimit.HAND,
    order=Order.ANNOUNCE,
)


def stumbling(game: Game) -> None:
    """Greedy play in which seat 2 has a reply refused in each of the first deals, until it has forfeited."""
    if game.deal.seat == 2 and not game.scores[2].strikes > game.deal.number:
        game.fallback()
    else:
        greedy(game)


def first_with_playoff() -> Game:
    """A game whose first place was played off, from the first seed that gives one."""
    seeds = (bytes([number]) * 32 for number in range(256))
    games = (play_out(NAMED["everyone-advances"], 2, seed, greedy) for seed in seeds)
    return next(game for game in games if game.playoff)


GAMES: dict[str, Callable[[], Game]] = {
    "standard-2": lambda: play_out(STANDARD, 2, SEED, greedy),
    "standard-4": lambda: play_out(STANDARD, 4, SEED, greedy),
    "standard-6": lambda: play_out(STANDARD, 6, SEED, greedy),
    "stumbling-3": lambda: play_out(STANDARD, 3, SEED, stumbling),
    "everyone-advances-3": lambda: play_out(NAMED["everyone-advances"], 3, SEED, greedy),
    "even-random-2": lambda: play_out(NAMED["even"], 2, SEED, random_mover(Random(10))),
    "house-rules-4": lambda: play_out(HOUSE, 4, SEED, greedy),
    "playoff-2": first_with_playoff,
}


def summary(transcript: Transcript) -> str:
    """The game in a few lines that a reader can compare."""
    game = rerun(transcript)
    return "\n".join([*_lines(game, transcript), ""])


def _lines(game: Game, transcript: Transcript) -> Iterator[str]:
    yield f"engine {transcript.engine}, {game.players} players, seed {transcript.seed.hex()}"
    yield f"rules {game.rules.to_dict()}"
    yield from (_deal_line(result) for result in game.results)
    for rank in game.ranking:
        forfeited = ", forfeited" if rank.forfeited else ""
        yield f"seat {rank.seat}: place {rank.place}, {rank.phases} phases, {rank.points} points{forfeited}"
    yield f"{game.deal.turn} turns, final hash {transcript.final_hash.hex()}"


def _deal_line(result: DealResult) -> str:
    end = "turn limit" if result.out is None else f"seat {result.out} out"
    made = "".join("+" if made else "-" for made in result.made)
    kind = "playoff" if result.playoff else "deal"
    return f"{kind} {result.deal}: {end}, made {made}, points {list(result.points)}, on {list(result.phases)}"


def main() -> None:
    for name, play in GAMES.items():
        transcript = play().transcript()
        (FOLDER / f"{name}.t10").write_bytes(dump(transcript))
        (FOLDER / f"{name}.txt").write_text(summary(transcript))


if __name__ == "__main__":
    main()
