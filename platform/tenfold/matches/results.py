"""Storing what a claimed match came to: all of it or nothing, by the holder of the claim or nobody."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256

import structlog
from django.db import transaction

from arena.match import FaultRecord, GameRecord, MatchRecord
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.counting import TALLIED, block_results, tally
from tenfold.matches.models import BlockResult, FaultLog, Game, Match, MatchBot, Note
from tenfold.matches.services import Claim
from tenfold.matches.settling import settle
from tenfold.matches.storable import storable

log = structlog.get_logger(__name__)

# So many characters of a bot's stderr are kept of a match: the end of each game, a share each, and what later
# games leave of theirs. A note counts as having a few at least, since its row takes room as well.
NOTES_KEPT = 32_768
LEAST_NOTE = 64


def record(*, claim: Claim, played: MatchRecord) -> bool:
    """Store a match's result and what follows from it; False, and nothing stored, when the claim is lost."""
    with transaction.atomic():
        match = _finished(claim, blocks=len(played.margins))
        if match is None:
            log.warning("late result ignored", match=claim.match_id)
            return False
        bots = list(match.bots.order_by("index"))
        games = _store_games(match, bots, played.games)
        blocks = BlockResult.objects.bulk_create(block_results(match, games))
        tally(bots, games, blocks)
        _store_tallies(bots)
        settle(match=match, bots=bots)
    with transaction.atomic():  # of its own: meanwhile nobody waits for this match's round
        announce_waiting()
    log.info("match finished", match=match.pk, games=len(played.games))
    return True


_FINISH = """
WITH held AS (
    UPDATE matches_match
    SET state = 'finished', blocks = %(blocks)s, finished = statement_timestamp(),
        lease_until = NULL, attempt_token = NULL
    WHERE id = %(match)s AND state = 'running' AND attempt_token = %(token)s
    RETURNING *
), ended AS (
    UPDATE matches_attempt SET ended = statement_timestamp(), outcome = 'finished' FROM held
    WHERE match_id = held.id AND token = %(token)s AND ended IS NULL
)
TABLE held
"""


def _finished(claim: Claim, *, blocks: int) -> Match | None:
    """The match of this claim, which the claim and its attempt end with; None when another holds it."""
    held = Match.objects.raw(_FINISH, {"match": claim.match_id, "token": claim.token, "blocks": blocks})
    return next(iter(held), None)


def _store_tallies(bots: Sequence[MatchBot]) -> None:
    """As rows that exist already: bulk_update, with a CASE for each value, takes three times as long."""
    MatchBot.objects.bulk_create(
        bots, update_conflicts=True, unique_fields=["match", "index"], update_fields=TALLIED
    )


def _store_games(match: Match, bots: Sequence[MatchBot], records: Sequence[GameRecord]) -> list[Game]:
    games = Game.objects.bulk_create(_game(match, each) for each in records)
    pairs = list(zip(games, records, strict=True))
    FaultLog.objects.bulk_create(_fault(game, bots, fault) for game, each in pairs for fault in each.faults)
    Note.objects.bulk_create(reversed(list(_last_notes(bots, pairs))))
    return games


def _game(match: Match, played: GameRecord) -> Game:
    return Game(
        match=match,
        block=played.block,
        rotation=played.rotation,
        deals=played.deals,
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
    """The end of each bot's stderr in each game, last note first."""
    left = [0] * len(bots)
    share = NOTES_KEPT // len(pairs) if pairs else 0
    for game, played in reversed(pairs):
        left = [room + share for room in left]
        for note in reversed(played.notes):
            room = left[note.bot]
            text = storable(note.text)[-room:] if room >= LEAST_NOTE else ""
            if text:
                left[note.bot] -= max(len(text), LEAST_NOTE)
                yield Note(game=game, bot=bots[note.bot], turn=note.turn, text=text)
