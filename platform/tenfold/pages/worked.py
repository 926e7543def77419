"""The worked example of "How results are made": a real match, followed from its games to its place."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from statistics import fmean
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from arena.match import block_seed
from arena.student import Mean, mean_of
from arena.transcript import TranscriptMismatch, load
from tenfold.competitions.models import Competition, Round, Standing
from tenfold.matches.aside import counted
from tenfold.matches.models import BlockResult, FaultLog, Game, Match, MatchBot

#: A round may have ten thousands of matches, and anybody may ask for the page.
LOOKED_AT: Final = 20


@dataclass(frozen=True, slots=True)
class Line:
    """One game of the block: what each bot made, by index, and in which seat."""

    game: Game
    made: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Worked:
    """A match of a finished round: its first block game by game, all its blocks, and what the standing says.

    `means` are by bot over the block's games, `margins` the same less `table`, the mean of the table.
    `over_blocks` is of the first bot's margins. `kept` says whether secret, commitment and decks agree.
    """

    match: Match
    bots: list[MatchBot]
    lines: list[Line]
    means: list[float]
    table: float
    margins: Sequence[float]
    blocks: list[float]
    over_blocks: Mean
    standings: list[Standing | None]
    seed: str
    kept: bool


def worked_example() -> Worked | None:
    """A match of the newest public round that is over; None when there is none.

    It is the first without a fault among the first few, or else the first.
    """
    public = Competition.Visibility.PUBLIC
    over = Round.objects.filter(state=Round.State.FINISHED, competition__visibility=public)
    # Its page is the same for everybody, so it tells of no competition that is frozen to anybody.
    over = over.exclude(competition__frozen_from__lte=timezone.now())
    round_ = over.order_by("-id").first()
    if round_ is None:
        return None
    faulty = Exists(FaultLog.objects.filter(game__match=OuterRef("pk")))
    counting = counted(round_.matches.all()).select_related("round", "competition")
    looked_at = counting.order_by("number").annotate(faulty=faulty)[:LOOKED_AT]
    match = min(looked_at, key=lambda each: each.faulty, default=None)
    return _worked(match) if match else None


def _worked(match: Match) -> Worked:
    bots = list(match.bots.select_related("version__bot__owner").defer("version__source").order_by("index"))
    games = list(match.games.filter(block=0).order_by("rotation"))
    lines = [Line(game, [_made(game, bot.index) for bot in bots]) for game in games]
    means = [fmean(line.made[bot.index]["margin"] for line in lines) for bot in bots]
    results = list(BlockResult.objects.filter(match=match).order_by("block"))
    blocks = [result.margins[0] for result in results]
    standings: dict[int | None, Standing] = {row.entry_id: row for row in _rows(bots)}
    seed = block_seed(_secret(match), match.key, 0)
    return Worked(
        match=match,
        bots=bots,
        lines=lines,
        means=means,
        table=fmean(means),
        margins=results[0].margins,
        blocks=blocks,
        over_blocks=mean_of(blocks),
        standings=[standings.get(bot.entry_id) for bot in bots],
        seed=seed.hex(),
        kept=_kept(match, games, seed),
    )


def _rows(bots: Sequence[MatchBot]) -> QuerySet[Standing]:
    return Standing.objects.filter(entry__in=[bot.entry_id for bot in bots]).select_related(
        "entry__bot__owner"
    )


def _made(game: Game, index: int) -> dict[str, Any]:
    outcome = game.outcome_of(index)
    return outcome | {"seat": game.seats.index(index)}


def _secret(match: Match) -> bytes:
    assert match.round is not None, "a match of a round"
    return bytes(match.round.secret)


def _kept(match: Match, games: Sequence[Game], seed: bytes) -> bool:
    """Whether the promise of the decks was kept: what anybody can compute, and `tenfold verify` does."""
    assert match.round is not None, "a match of a round"
    committed = sha256(_secret(match)).hexdigest() == match.round.commitment
    try:
        return committed and all(load(bytes(game.transcript)).seed == seed for game in games)
    except TranscriptMismatch:  # what cannot be read proves nothing
        return False
