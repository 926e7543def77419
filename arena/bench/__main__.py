"""The command: `python -m arena.bench engine --vs rlcard,openspiel`, `… rating`, `… blocks`, `… ladder`."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from arena.bench import blocks, engine, ladder, rating
from arena.bench.measure import ROUNDS, rounds_of
from arena.bench.peer import SCRIPTS, Peer, PeerMissing

PEERS_PYTHON = Path("build/bench-peers/bin/python")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; 1 when a peer that was asked for is missing or a step of the ladder fails."""
    options = _read(arguments)
    try:
        for line in options.lines(options):
            print(line, flush=True)  # noqa: T201 - the command's own words
    except (PeerMissing, ladder.StepFails) as failed:
        print(failed, file=sys.stderr)  # noqa: T201 - the command's own words
        return 1
    return 0


def _engine(options: argparse.Namespace) -> Iterator[str]:
    with ExitStack() as opened:
        rows = engine.samples(games=options.games, turns=options.turns)
        for name in options.vs:
            peer = Peer(name, options.peers_python, SCRIPTS[name])
            opened.callback(peer.close)
            rows[engine.PEERS[name][0]] = peer.sample
        rounds_of(rows, 1)  # whatever is made at first use
        taken = rounds_of(rows, options.rounds)
    yield from engine.report(taken, stored=engine.stored_bytes(options.stored))


def _rating(options: argparse.Namespace) -> Iterator[str]:
    others = rating.other_ratings(options.peers_python) if options.vs else rating.no_others
    yield from rating.report(options.leagues, others)


def _blocks(options: argparse.Namespace) -> Iterator[str]:
    yield from blocks.report(blocks=options.blocks, seed=options.seed)


def _ladder(options: argparse.Namespace) -> Iterator[str]:
    yield from ladder.report(blocks=options.blocks, seed=options.seed, jobs=options.jobs)


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m arena.bench", description="Measures what the arena does."
    )
    commands = parser.add_subparsers(required=True)
    peers = argparse.ArgumentParser(add_help=False)
    peers.add_argument("--peers-python", type=Path, default=PEERS_PYTHON, help="the Python that has them")
    game = commands.add_parser("engine", parents=[peers], help="steps, games, re-runs and stored bytes")
    game.set_defaults(lines=_engine)
    game.add_argument("--vs", type=_peers, default=[], help=f"other engines: {','.join(engine.PEERS)}")
    game.add_argument("--rounds", type=int, default=ROUNDS, help="how often each row is measured")
    game.add_argument("--games", type=int, default=6, help="greedy games a round")
    game.add_argument("--turns", type=int, default=5000, help="turns of random play a round")
    game.add_argument("--stored", type=int, default=100, help="games whose stored size is told")
    rated = commands.add_parser(
        "rating", parents=[peers], help="true orders found, intervals that hold, and what a refit takes"
    )
    rated.set_defaults(lines=_rating)
    rated.add_argument("--vs", action="store_true", help="openskill and trueskill on the same games too")
    rated.add_argument("--leagues", type=int, default=6, help="leagues of which the mean is told")
    decks = commands.add_parser("blocks", help="what the same decks and the luck seen take out")
    decks.set_defaults(lines=_blocks)
    decks.add_argument("--blocks", type=int, default=100, help="blocks that each pair plays")
    decks.add_argument("--seed", default="blocks", help="the same decks for the same word")
    rungs = commands.add_parser("ladder", help="whether each house bot beats the one below it")
    rungs.set_defaults(lines=_ladder)
    rungs.add_argument("--blocks", type=int, default=400, help="a step is given up after so many")
    rungs.add_argument("--seed", default="ladder", help="the same decks for the same word")
    rungs.add_argument("--jobs", type=int, default=1, help="how many steps are measured at once")
    return parser.parse_args(arguments)


def _peers(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in engine.PEERS:
            raise argparse.ArgumentTypeError(f"{name!r} is no peer: choose from {', '.join(engine.PEERS)}")
    return names


if __name__ == "__main__":
    sys.exit(main())
