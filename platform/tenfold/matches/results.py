"""Storing what a claimed match came to: all of it or nothing, by the holder of the claim or nobody."""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec
import structlog
from django.db import transaction
from django.db.models import Model

from arena.match import FaultRecord, GameRecord, MatchRecord
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.clocks import packed
from tenfold.matches.counting import TALLIED, block_results, tally
from tenfold.matches.models import FaultLog, Game, Match, MatchBot, Note
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
        match, bots = _stored(claim, played.games)
        if match is None:
            log.warning("late result ignored", match=claim.match_id)
            return False
        _store_words(match, played.games)
        settle(match=match, forfeited=[bot.index for bot in bots if bot.forfeited])
    with transaction.atomic():  # of its own: meanwhile nobody waits for this match's round
        announce_waiting()
    log.info("match finished", match=match.pk, games=len(played.games))
    return True


# In one statement, since every match comes here. Nothing is written unless the claim still holds.
_STORE = """
WITH held AS (
    UPDATE matches_match
    SET state = 'finished', blocks = %(blocks)s, finished = statement_timestamp(),
        lease_until = NULL, attempt_token = NULL
    WHERE id = %(match)s AND state = 'running' AND attempt_token = %(token)s
    RETURNING *
), ended AS (
    UPDATE matches_attempt SET ended = statement_timestamp(), outcome = 'finished' FROM held
    WHERE match_id = held.id AND token = %(token)s AND ended IS NULL
), games AS (
    INSERT INTO matches_game (match_id, block, rotation, deals, transcript, hash, outcome, clocks)
    SELECT held.id, game.* FROM held, unnest(
        %(game_block)s::int[], %(game_rotation)s::int[], %(game_deals)s::int[], %(game_transcript)s::bytea[],
        %(game_hash)s::text[], %(game_outcome)s::jsonb[], %(game_clocks)s::bytea[]) AS game
), blocks AS (
    INSERT INTO matches_blockresult (match_id, block, margins, wins, places)
    SELECT held.id, block.* FROM held, unnest(
        %(block_block)s::int[], %(block_margins)s::jsonb[], %(block_wins)s::jsonb[],
        %(block_places)s::jsonb[]) AS block
), bots AS (
    UPDATE matches_matchbot AS bot SET games = made.games, wins = made.wins, place_sum = made.place_sum,
        forfeits = made.forfeits, margin = made.margin
    FROM held, unnest(
        %(bot_index)s::int[], %(bot_games)s::int[], %(bot_wins)s::int[], %(bot_place_sum)s::int[],
        %(bot_forfeits)s::int[], %(bot_margin)s::float8[])
        AS made(index, games, wins, place_sum, forfeits, margin)
    WHERE bot.match_id = held.id AND bot.index = made.index
)
TABLE held
"""


def _stored(claim: Claim, records: Sequence[GameRecord]) -> tuple[Match | None, list[MatchBot]]:
    """The match of this claim, which the claim and its attempt end with, and what its bots came to, unsaved.

    None when another holds the claim.
    """
    games = [_game(each) for each in records]
    blocks = block_results(games)
    bots = [MatchBot(index=index) for index in range(len(records[0].seats))]
    tally(bots, games, blocks)
    values = {
        "match": claim.match_id,
        "token": claim.token,
        "blocks": len(blocks),
        **_columns("game", games, "block", "rotation", "deals", "transcript", "hash", "outcome", "clocks"),
        **_columns("block", blocks, "block", "margins", "wins", "places"),
        **_columns("bot", bots, "index", *TALLIED),
    }
    return next(iter(Match.objects.raw(_STORE, values)), None), bots


def _columns(of: str, rows: Sequence[Model], *fields: str) -> dict[str, list[Any]]:
    """The values of each field, row by row, under the field's name; those that are lists as JSON."""
    columns = {f"{of}_{field}": [getattr(row, field) for row in rows] for field in fields}
    return {
        name: [json.dumps(value) if isinstance(value, list) else value for value in column]
        for name, column in columns.items()
    }


def _store_words(match: Match, records: Sequence[GameRecord]) -> None:
    """The faults of the bots, and the end of what they said; most matches have neither."""
    if not any(each.faults or each.notes for each in records):
        return
    bots = list(match.bots.order_by("index"))
    games = {(game.block, game.rotation): game for game in match.games.only("block", "rotation")}
    pairs = [(games[each.block, each.rotation], each) for each in records]
    FaultLog.objects.bulk_create(_fault(game, bots, fault) for game, each in pairs for fault in each.faults)
    Note.objects.bulk_create(reversed(list(_last_notes(bots, pairs))))


def _game(played: GameRecord) -> Game:
    return Game(
        block=played.block,
        rotation=played.rotation,
        deals=played.deals,
        transcript=played.transcript,
        hash=sha256(played.transcript).hexdigest(),
        outcome=[
            {"bot": bot, **msgspec.to_builtins(seat)}
            for bot, seat in zip(played.seats, played.outcome, strict=True)
        ],
        clocks=packed(played.clocks),
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
