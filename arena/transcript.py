"""Transcripts: a game as seed, action log and final hash; stored small, played again to be shown or verified.

The stored form is ``T10`` and the format number 1; a header of engine, players and the lengths of seed and
rules; the seed; SHA-256 of the final state; the rules, by name or as JSON; the deflated log.
"""

import json
import struct
import zlib
from itertools import pairwise
from typing import Final

from arena.phase10.errors import IllegalMove, NotNow, RulesRefused
from arena.phase10.game import Game
from arena.phase10.log import KnownLog, Recorder
from arena.phase10.playback import play_log
from arena.phase10.results import ENGINE, Transcript
from arena.phase10.rules import NAMED, RuleSet

__all__ = ["Transcript", "TranscriptMismatch", "dump", "load", "rerun", "resume", "verify"]

_MAGIC: Final = b"T10\x01"
_HEADER: Final = struct.Struct(">4sHBBH")  # magic, engine, players, length of the seed, length of the rules
_HASH_SIZE: Final = 32
#: A game of nothing but hits stays far below; what inflates to more is no transcript of ours.
_MOST_ACTIONS: Final = 1 << 20


class TranscriptMismatch(Exception):
    """Bytes that are no transcript, or a transcript that does not play as it claims; the message says how."""


def dump(transcript: Transcript) -> bytes:
    """The transcript as bytes, about 500 for a game of four."""
    rules = _write_rules(transcript.rules)
    header = _HEADER.pack(_MAGIC, transcript.engine, transcript.players, len(transcript.seed), len(rules))
    # Repetitions are rare in a log; asking deflate to look for long ones only saves a tenth.
    deflate = zlib.compressobj(9, wbits=-15, strategy=zlib.Z_FILTERED)
    actions = deflate.compress(transcript.actions) + deflate.flush()
    return header + transcript.seed + transcript.final_hash + rules + actions


def load(data: bytes) -> Transcript:
    """The transcript that `dump` wrote; TranscriptMismatch when the bytes are none."""
    if len(data) < _HEADER.size or not data.startswith(_MAGIC):
        raise TranscriptMismatch(f"not a transcript: it begins with {data[:4]!r}, not with {_MAGIC!r}")
    _, engine, players, seed_size, rules_size = _HEADER.unpack_from(data)
    places = [_HEADER.size]
    for size in (seed_size, _HASH_SIZE, rules_size):
        places.append(places[-1] + size)
    if places[-1] > len(data):
        raise TranscriptMismatch(f"the transcript breaks off: {len(data)} bytes of at least {places[-1]}")
    seed, final_hash, rules = [data[start:end] for start, end in pairwise(places)]
    actions = _inflate(data[places[-1] :])
    return Transcript(engine, _read_rules(rules), players, seed, actions, final_hash)


def rerun(transcript: Transcript) -> Game:
    """The game played again; TranscriptMismatch when it cannot have been played like this."""
    return _play(transcript, KnownLog(transcript.actions))


def resume(rules: RuleSet, players: int, seed: bytes, actions: bytes) -> Game:
    """A game as far as its log goes, to be played on; TranscriptMismatch when it is the log of none."""
    return _play(Transcript(ENGINE, rules, players, seed, actions, b""), Recorder())


def verify(transcript: Transcript) -> Game:
    """Re-run a finished game and compare it with what the transcript claims; the game, when all is true."""
    game = _play(transcript, Recorder())
    if not game.over:
        raise TranscriptMismatch(f"the log ends before the game does: it waits for {game.pending}")
    if game.log() != transcript.actions:
        raise TranscriptMismatch("the log is not the one that its own game writes")
    if game.state_hash() != transcript.final_hash:
        raise TranscriptMismatch(
            f"the game comes out as {game.state_hash().hex()}, but the transcript claims "
            f"{transcript.final_hash.hex()}",
        )
    return game


def _play(transcript: Transcript, recorder: Recorder) -> Game:
    if transcript.engine != ENGINE:
        raise TranscriptMismatch(
            f"engine {transcript.engine} made this transcript, and this is engine {ENGINE}: "
            "replay it with a release that has that engine",
        )
    try:
        game = Game(transcript.rules, transcript.players, transcript.seed, recorder=recorder)
    except ValueError as error:
        raise TranscriptMismatch(f"no game can begin like this: {error}") from error
    try:
        play_log(transcript.actions, game)
    except (IllegalMove, NotNow) as error:
        where = f"deal {game.deal.number + 1}, turn {game.deal.turn + 1}"
        raise TranscriptMismatch(f"the log does what the rules forbid ({where}): {error}") from error
    return game


def _write_rules(rules: RuleSet) -> bytes:
    return (rules.name or json.dumps(rules.to_dict(), separators=(",", ":"))).encode()


def _read_rules(data: bytes) -> RuleSet:
    try:
        text = data.decode()
        return NAMED.get(text) or RuleSet.from_dict(json.loads(text))
    except RulesRefused as error:
        raise TranscriptMismatch(f"the transcript's rules are refused: {error}") from error
    except (ValueError, RecursionError) as error:
        raise TranscriptMismatch(f"the transcript's rules cannot be read: {data[:40]!r}") from error


def _inflate(data: bytes) -> bytes:
    inflate = zlib.decompressobj(wbits=-15)
    try:
        actions = inflate.decompress(data, _MOST_ACTIONS)
    except zlib.error as error:
        raise TranscriptMismatch(f"the transcript's log cannot be inflated: {error}") from error
    if not inflate.eof or inflate.unused_data:
        raise TranscriptMismatch("the transcript's log breaks off, or something follows it")
    return actions
