"""Storing what a claimed match came to: all of it or nothing, by the holder of the claim or nobody."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256

import structlog
from django.db import transaction
from django.utils import timezone

from arena.match import FaultRecord, GameRecord, MatchRecord
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.models import AttemptOutcome, BlockResult, FaultLog, Game, Match, MatchBot, Note
from tenfold.matches.services import Claim, end_attempt, held
from tenfold.matches.settling import settle
from tenfold.matches.storable import storable

log = structlog.get_logger(__name__)

# Of a bot's stderr the last so many characters of a match are kept.
NOTES_KEPT = 16_384


def record(*, claim: Claim, played: MatchRecord) -> bool:
    """Store a match's result and what follows from it; False, and nothing stored, when the claim is lost."""
    with transaction.atomic():
        match = held(claim).select_for_update().first()
        if match is None:
            log.warning("late result ignored", match=claim.match_id)
            return False
        bots = list(match.bots.select_related("entry").order_by("index"))
        _store_games(match, bots, played.games)
        _store_blocks(match, played)
        _store_tallies(bots, played)
        end_attempt(claim, AttemptOutcome.FINISHED)
        match.state, match.finished = Match.State.FINISHED, timezone.now()
        match.lease_until = match.attempt_token = None
        match.save()
        settle(match=match, bots=bots)
        announce_waiting()
    log.info("match finished", match=match.pk, games=len(played.games))
    return True


def _store_games(match: Match, bots: Sequence[MatchBot], records: Sequence[GameRecord]) -> None:
    games = Game.objects.bulk_create(_game(match, each) for each in records)
    pairs = list(zip(games, records, strict=True))
    FaultLog.objects.bulk_create(_fault(game, bots, fault) for game, each in pairs for fault in each.faults)
    Note.objects.bulk_create(reversed(list(_last_notes(bots, pairs))))


def _game(match: Match, played: GameRecord) -> Game:
    return Game(
        match=match,
        block=played.block,
        rotation=played.rotation,
        transcript=played.transcript,
        hash=sha256(played.transcript).hexdigest(),
        outcome=[
            {"bot": bot, **asdict(seat)} for bot, seat in zip(played.seats, played.outcome, strict=True)
        ],
        clocks=[list(clock) for clock in played.clocks],
    )


def _fault(game: Game, bots: Sequence[MatchBot], fault: FaultRecord) -> FaultLog:
    dossier = {
        "request": fault.request,
        "reply": fault.reply,
        "stderr": fault.stderr,
        "detail": dict(fault.detail),
    }
    return FaultLog(
        game=game,
        bot=bots[fault.bot],
        seat=fault.seat,
        turn=fault.turn,
        kind=fault.kind,
        message=storable(fault.message),
        dossier=storable(dossier),
    )


def _last_notes(bots: Sequence[MatchBot], pairs: Sequence[tuple[Game, GameRecord]]) -> Iterator[Note]:
    """The end of each bot's stderr, last note first."""
    left = [NOTES_KEPT] * len(bots)
    for game, played in reversed(pairs):
        for note in reversed(played.notes):
            text = storable(note.text)[-left[note.bot] :] if left[note.bot] else ""
            if text:
                left[note.bot] -= len(text)
                yield Note(game=game, bot=bots[note.bot], turn=note.turn, text=text)


def _store_blocks(match: Match, played: MatchRecord) -> None:
    def over(block: int, bot: int) -> list[int]:
        """The places of a bot in the games of a block."""
        games = [game for game in played.games if game.block == block]
        return [game.outcome[game.seats.index(bot)].place for game in games]

    everyone = range(match.players)
    BlockResult.objects.bulk_create(
        BlockResult(
            match=match,
            block=block,
            margins=list(margins),
            wins=[over(block, bot).count(1) for bot in everyone],
            places=[sum(over(block, bot)) for bot in everyone],
        )
        for block, margins in enumerate(played.margins)
    )


def _store_tallies(bots: Sequence[MatchBot], played: MatchRecord) -> None:
    """What pages show of a bot in a match without reading its games."""
    for bot in bots:
        seats = [game.outcome[game.seats.index(bot.index)] for game in played.games]
        bot.games = len(seats)
        bot.wins = sum(seat.place == 1 for seat in seats)
        bot.place_sum = sum(seat.place for seat in seats)
        bot.forfeits = sum(seat.forfeited for seat in seats)
        bot.margin = sum(margins[bot.index] for margins in played.margins) / len(played.margins)
    MatchBot.objects.bulk_update(bots, ["games", "wins", "place_sum", "forfeits", "margin"])
