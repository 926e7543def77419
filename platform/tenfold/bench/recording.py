"""What it costs to store a finished match, with all that follows from it."""

import time
from collections.abc import Iterator
from functools import partial
from statistics import median

from arena.bench.measure import ratio, rounds_of
from arena.bots import greedy
from arena.inprocess import CallableSeat
from arena.match import MatchRecord, block_seed, play_match
from arena.phase10.rules import STANDARD
from tenfold.bench.table import Row
from tenfold.competitions.models import Competition
from tenfold.matches.models import Match
from tenfold.matches.results import record
from tenfold.matches.services import claim

#: Of the matches that are recorded: the shortest there are, and a competition's usual ones.
BLOCKS = (1, 10)


def measured(small: Competition, large: Competition, runs: int) -> Iterator[Row]:
    """In the large league beside the small one, in turns."""
    for blocks in BLOCKS:
        played = a_record(blocks)
        samples = {league.name: partial(_recorded, league, played) for league in (large, small)}
        ours, beside = rounds_of(samples, runs).values()
        what = f"recording a match of {len(played.games)} games: {large.name} league, {small.name}"
        yield Row(what, median(ours), median(beside), ratio(ours, beside), wanted="<= 3 ms")


def a_record(blocks: int) -> MatchRecord:
    """A match of two greedy bots, truly played."""
    return play_match(
        players=2,
        blocks=blocks,
        rules=STANDARD,
        seed_of=partial(block_seed, b"bench", "recorded"),
        open_seat=lambda _bot, _lane: CallableSeat(greedy.Bot().answer),  # type: ignore[no-untyped-call]  # an upload
        names=["greedy", "greedy"],
    )


def _recorded(league: Competition, played: MatchRecord) -> float:
    """Seconds from having played the next match of the league to its being stored and others announced."""
    match = league.matches.filter(state=Match.State.SCHEDULED).order_by("id")[0]
    mine = claim(match_id=match.pk, worker="bench")
    assert mine is not None
    begun = time.perf_counter()
    assert record(claim=mine, played=played)
    return time.perf_counter() - begun
