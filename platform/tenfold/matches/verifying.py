"""Checking a stored game: is it the file that was stored, by the rules, and on the decks that were promised?

The same as `tenfold verify` does with a downloaded game; here against what this site has stored.
"""

import hmac
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.utils.html import format_html
from django.utils.translation import gettext as _

from arena.match import block_seed
from arena.phase10.game import Game as Played
from arena.phase10.results import Transcript
from arena.transcript import TranscriptMismatch, load, verify
from tenfold.matches.models import Game, Match
from tenfold.pages.figures import figure
from tenfold.pages.said import marked

# What of a seat's result is compared.
_SHOWN: Final = ("place", "phases", "points", "forfeited")


@dataclass(frozen=True, slots=True)
class Check:
    """One claim and what came of it; `holds` is None while nobody can tell."""

    claim: str
    found: str
    holds: bool | None


@dataclass(frozen=True, slots=True)
class Promise:
    """Where the decks come from: `secret` is None while it is closed, `committed` where nothing counts."""

    secret: bytes | None
    committed: str | None


def promise_of(match: Match, revealed: str | None) -> Promise:
    """`revealed`: the secret of its round in hex, if the asker may know it."""
    if match.round is not None:
        return Promise(bytes.fromhex(revealed) if revealed else None, match.round.commitment)
    return Promise(bytes(match.secret or b""), None)


def checks(game: Game, promise: Promise) -> Iterator[Check]:
    """What can be checked of a game, in order; one that cannot be played again is checked no further."""
    yield _is_as_stored(game)
    check, again = by_the_rules(lambda: load(bytes(game.transcript)))
    yield check
    if again is not None:
        transcript, played = again
        yield _ended_as_shown(game, played)
        yield from _decks(game, transcript, promise)


def by_the_rules(read: Callable[[], Transcript]) -> tuple[Check, tuple[Transcript, Played] | None]:
    """Whether what `read` gives can be played again; with it and the game, if it can."""
    claim = _("It can be played again by the rules.")
    try:
        transcript = read()
        played = verify(transcript)
    except TranscriptMismatch as error:
        return Check(claim, format_html(_("No: {why}."), why=marked(error)), holds=False), None
    turns = sum(len({step.turn for step in deal.steps}) for deal in played.deals)
    found = _(
        "Dealt anew from its seed, all %(turns)s turns of its %(deals)s deals were held against the rules,"
        " and the last state has the SHA-256 %(hash)s that the game ends with."
    ) % {"turns": figure(turns), "deals": len(played.deals), "hash": transcript.final_hash.hex()}
    return Check(claim, found, holds=True), (transcript, played)


def _is_as_stored(game: Game) -> Check:
    found = sha256(bytes(game.transcript)).hexdigest()
    return Check(
        _("The stored game is the one that was recorded."),
        _("Its SHA-256 is %(found)s; recorded was %(recorded)s.") % {"found": found, "recorded": game.hash},
        holds=found == game.hash,
    )


def _ended_as_shown(game: Game, played: Played) -> Check:
    shown = [[seat[name] for name in _SHOWN] for seat in game.outcome]
    again = [[getattr(rank, name) for name in _SHOWN] for rank in played.ranking]
    places = ", ".join(
        _("place %(place)s for seat %(seat)s") % {"seat": seat, "place": rank.place}
        for seat, rank in enumerate(played.ranking, 1)
    )
    return Check(
        _("It ends with the result that is shown."),
        _("It came out as %(places)s.") % {"places": places},
        holds=shown == again,
    )


def _decks(game: Game, transcript: Transcript, promise: Promise) -> Iterator[Check]:
    key, seed = game.match.key, transcript.seed
    claim = _("Its decks are those of block %(block)s of match %(key)s.") % {
        "block": game.block + 1,
        "key": key,
    }
    if promise.secret is None:
        yield Check(
            claim,
            _(
                "Not yet: the round's secret is closed until its last match is over, or somebody could know"
                " its decks. The SHA-256 of the secret was published before the first match: %(committed)s."
            )
            % {"committed": promise.committed},
            holds=None,
        )
        return
    made = block_seed(promise.secret, key, game.block)
    yield Check(
        claim,
        _(
            "The HMAC-SHA256 of “%(key)s|%(block)s” under the secret %(secret)s is %(made)s; the game's seed"
            " is %(seed)s."
        )
        % {
            "key": key,
            "block": game.block,
            "secret": promise.secret.hex(),
            "made": made.hex(),
            "seed": seed.hex(),
        },
        holds=hmac.compare_digest(made, seed),
    )
    if promise.committed is not None:
        found = sha256(promise.secret).hexdigest()
        yield Check(
            _("The secret was fixed before the first match."),
            _("Its SHA-256 is %(found)s; published before the round was %(committed)s.")
            % {"found": found, "committed": promise.committed},
            holds=found == promise.committed,
        )
