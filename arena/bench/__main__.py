"""The command: `python -m arena.bench engine --vs rlcard,openspiel`."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from arena.bench.engine import PEERS, report, samples, stored_bytes
from arena.bench.measure import ROUNDS, rounds_of
from arena.bench.peer import SCRIPTS, Peer, PeerMissing

PEERS_PYTHON = Path("build/bench-peers/bin/python")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; 1 when a peer that was asked for is missing."""
    options = _read(arguments)
    try:
        with ExitStack() as opened:
            rows = samples(games=options.games, turns=options.turns)
            for name in options.vs:
                peer = Peer(name, options.peers_python, SCRIPTS[name])
                opened.callback(peer.close)
                rows[PEERS[name][0]] = peer.sample
            rounds_of(rows, 1)  # whatever is made at first use
            taken = rounds_of(rows, options.rounds)
    except PeerMissing as missing:
        print(missing, file=sys.stderr)  # noqa: T201 - the command's own words
        return 1
    for line in report(taken, stored=stored_bytes(options.stored)):
        print(line)  # noqa: T201 - the command's own words
    return 0


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m arena.bench", description="Measures the engine.")
    commands = parser.add_subparsers(required=True)
    engine = commands.add_parser("engine", help="steps, games, re-runs and stored bytes")
    engine.add_argument("--vs", type=_peers, default=[], help=f"other engines beside it: {','.join(PEERS)}")
    engine.add_argument("--peers-python", type=Path, default=PEERS_PYTHON, help="the Python that has them")
    engine.add_argument("--rounds", type=int, default=ROUNDS, help="how often each row is measured")
    engine.add_argument("--games", type=int, default=6, help="greedy games a round")
    engine.add_argument("--turns", type=int, default=2000, help="turns of random play a round")
    engine.add_argument("--stored", type=int, default=100, help="games whose stored size is told")
    return parser.parse_args(arguments)


def _peers(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in PEERS:
            raise argparse.ArgumentTypeError(f"{name!r} is no peer: choose from {', '.join(PEERS)}")
    return names


if __name__ == "__main__":
    sys.exit(main())
