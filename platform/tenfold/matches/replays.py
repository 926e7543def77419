"""A stored game as the replay document that the viewer and the API show."""

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _

from arena.replay import FORMAT, replay_document
from arena.transcript import TranscriptMismatch, load
from tenfold.matches.models import Game
from tenfold.pages.said import in_words
from tenfold.refusal import Refused


def _json(game: Game) -> bytes:
    """Play the game again and write it down step by step, all hands open. Takes a millisecond or two."""
    try:
        document = replay_document(load(bytes(game.transcript)), list(game.faults.all()))
    except TranscriptMismatch as error:  # as after an upgrade to another engine
        raise Refused(
            _("This game cannot be played again here: %(why)s.") % {"why": in_words(error)}
        ) from error
    return msgspec.json.encode(document)


def replay_response(request: HttpRequest, game: Game) -> HttpResponse:
    """The replay document, or that what the asker has is still right, also when a proxy weakened its ETag.

    Raises Refused for a game of another engine than this one.
    """
    etag = _etag(game)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(_json(game), content_type="application/json")
    response["ETag"] = etag
    return response


def stored_response(request: HttpRequest, game: Game) -> HttpResponse:
    """The game as it is stored, or that what the asker has is still right: it never changes."""
    etag = quote_etag(game.hash)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(bytes(game.transcript), content_type="application/octet-stream")
        name = f"match-{game.match_id}-block-{game.block}-rotation-{game.rotation}.t10"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["ETag"] = etag
    return response


def seed_of(game: Game) -> str:
    """What the game is dealt from, in hexadecimal; empty if that cannot be read."""
    try:
        return load(bytes(game.transcript)).seed.hex()
    except TranscriptMismatch:
        return ""


def _etag(game: Game) -> str:
    """A stored game never changes; the form in which it is shown may, with a new version of the site."""
    return quote_etag(f"{game.hash}-{FORMAT}")
