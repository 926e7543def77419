"""The leaderboard, counted again from nothing but stored games and published secrets."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from arena.match import block_seed
from arena.rating import BlockResult, Row, standing
from arena.transcript import load, verify
from tests.whole.league import PATIENCE_S, Visitor


def replayed(visitor: Visitor, match: dict[str, Any], secret: bytes) -> dict[tuple[int, int], Any]:
    """Every game of a match by (block, rotation), played again: rules, decks and final state hold."""
    games = {}
    for game in visitor.read(f"matches/{match['id']}/games"):
        block, rotation = game["block"], game["rotation"]
        path = f"/api/v1/matches/{match['id']}/games/{block}/{rotation}/transcript"
        stored = visitor.session.get(visitor.address + path, timeout=PATIENCE_S).content
        assert sha256(stored).hexdigest() == game["hash"]
        transcript = load(stored)
        assert transcript.seed == block_seed(secret, match["key"], block), (
            "not the deck that was committed to"
        )
        games[block, rotation] = verify(transcript)
    return games


def block_results(match: dict[str, Any], games: dict[tuple[int, int], Any]) -> Iterable[BlockResult]:
    """What each block came to. Bot b sits in seat (b + rotation) mod n."""
    entries = [bot["entry"] for bot in match["bots"]]
    n = len(entries)
    for block in sorted({block for block, _ in games}):
        phases = len(games[block, 0].rules.phases)
        ranks = [[games[block, r].ranking[(bot + r) % n] for r in range(n)] for bot in range(n)]
        means = [sum(_worth(rank, phases) for rank in own) / n for own in ranks]
        yield BlockResult(
            match=match["id"],
            block=block,
            entries=tuple(entries),
            margins=tuple(mean - sum(means) / n for mean in means),
            wins=tuple(sum(rank.place == 1 for rank in own) for own in ranks),
            places=tuple(sum(rank.place for rank in own) for own in ranks),
            games=n,
        )


def _worth(rank: Any, phases: int) -> float:
    """What a game is worth to a seat, as the page about results says it."""
    if rank.forfeited:
        return -phases
    return rank.phases - min(rank.points / 100, phases)


def recounted(visitor: Visitor, competition: str) -> list[Row]:
    """The standing of a competition whose only round is over."""
    (round_,) = visitor.read(f"competitions/{competition}/rounds")
    secret = bytes.fromhex(round_["secret"])
    assert sha256(secret).hexdigest() == round_["commitment"]
    matches = visitor.read(f"matches?competition__slug={competition}")
    return standing(
        [result for match in matches for result in block_results(match, replayed(visitor, match, secret))]
    )
