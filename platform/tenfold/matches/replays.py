"""A stored game as the replay document that the viewer and the API show."""

import msgspec
from django.utils.http import quote_etag

from arena.replay import FORMAT, replay_document
from arena.transcript import load
from tenfold.matches.models import Game


def replay_json(game: Game) -> bytes:
    """Play the game again and write it down step by step, all hands open. Takes a millisecond or two."""
    return msgspec.json.encode(replay_document(load(bytes(game.transcript)), list(game.faults.all())))


def replay_etag(game: Game) -> str:
    """A stored game never changes; the form in which it is shown may, with a new version of the site."""
    return quote_etag(f"{game.hash}-{FORMAT}")
