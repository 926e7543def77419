"""Replays to take along: the transcripts of a round's games as zip archives, each a part of bounded size.

An archive is written while it is sent, so it takes no more memory than one match.
"""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tenfold.competitions.exports import lines_of
from tenfold.competitions.freeze import Reader, hidden_since
from tenfold.competitions.models import Competition, Round
from tenfold.matches import veil
from tenfold.matches.models import Game, Match
from tenfold.matches.planned import planned_from
from tenfold.pages.keyset import page

#: About 15 MB: a transcript has some hundred bytes, its place in the archive as many again.
MOST_GAMES: Final = 20_000
_ROUNDS: Final = 20


@dataclass(frozen=True, slots=True)
class Part:
    """Matches `first` to `last` of a round."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Parts:
    round: Any
    parts: list[Part]


def matches_each(competition: Competition) -> int:
    """How many matches of the competition make a part."""
    return max(1, MOST_GAMES // (competition.blocks * competition.players))


def begun(competition: Competition, user: Reader) -> QuerySet[Round]:
    """The rounds that this reader may know to have begun."""
    since = hidden_since(competition, user)
    return competition.rounds.filter(started__lt=since) if since else competition.rounds.all()


def rounds_of(competition: Competition, user: Reader, *, after: str | None) -> tuple[list[Parts], str | None]:
    """The newest rounds with the parts of each, and the mark of further ones, as far as may be known."""
    since = hidden_since(competition, user)
    known = Q(round=OuterRef("pk"))
    if since:
        known &= ~planned_from(since)
    last = Match.objects.filter(known).order_by("-number").values("number")[:1]
    numbered = begun(competition, user).annotate(total=Coalesce(Subquery(last), 0))
    listed = page(numbered, order=["-number"], after=after, size=_ROUNDS)
    step = matches_each(competition)
    return [Parts(each, _parts(each, step)) for each in listed.rows], listed.following


def _parts(numbered: Any, step: int) -> list[Part]:  # noqa: ANN401 - a round with what was annotated
    total = numbered.total
    return [Part(at, min(at + step - 1, total)) for at in range(1, total + 1, step)]


def archive_of(competition: Competition, user: Reader, *, number: int, first: int) -> Iterator[bytes]:
    """The part of that round that begins with match `first`, of matches that are over and may be known.

    It holds `matches.ndjson` and the transcripts, as round-2/match-5/block-0-rotation-1.t10.
    """
    last = first + matches_each(competition) - 1
    over = veil.known_results(competition.matches.all(), user)
    matches = over.filter(round__number=number, number__range=(first, last))
    sink = _Sink()
    with zipfile.ZipFile(sink, "w") as archive:
        archive.writestr(_named("matches.ndjson"), "".join(lines_of(matches)))
        for match in list(matches.order_by("number").values_list("pk", "number")):
            for name, transcript in _games(*match):
                archive.writestr(_named(f"round-{number}/{name}"), transcript)
            yield sink.taken()
    yield sink.taken()


def _named(name: str) -> zipfile.ZipInfo:
    """A file without a time of its own, so that the same games are the same bytes whenever they are taken."""
    return zipfile.ZipInfo(name)


def _games(match: int, number: int) -> Iterator[tuple[str, bytes]]:
    games: QuerySet[Game, Any] = Game.objects.filter(match=match).order_by("block", "rotation")
    for block, rotation, transcript in games.values_list("block", "rotation", "transcript"):
        yield f"match-{number}/block-{block}-rotation-{rotation}.t10", bytes(transcript)


class _Sink(io.RawIOBase):
    """Takes what the archive writes, which cannot go back in it, until it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401 - as zipfile hands it over
        self._written += data
        return len(data)

    def taken(self) -> bytes:
        taken = bytes(self._written)
        self._written.clear()
        return taken
