"""A bot's place in a competition as a picture of a line, to be put on pages elsewhere.

It says what everybody may know, whoever asks, so that it can be kept anywhere; and so in English alone.
"""

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser

from tenfold.competitions.freeze import fit_at, hidden_since
from tenfold.competitions.models import Competition, Entry

_LONGEST: Final = 36
# Of a sans at 11 px, about; the picture says how wide a text is, so that every font fits.
_WIDE: Final = 7
_PAD: Final = 9


@dataclass(frozen=True, slots=True)
class Badge:
    """Two texts side by side, with their places in the picture, in pixels."""

    label: str
    words: str

    @property
    def label_width(self) -> int:
        return len(self.label) * _WIDE

    @property
    def words_width(self) -> int:
        return len(self.words) * _WIDE

    @property
    def words_left(self) -> int:
        """Where the second half begins."""
        return 26 + self.label_width + _PAD

    @property
    def words_at(self) -> int:
        return self.words_left + _PAD

    @property
    def width(self) -> int:
        return self.words_at + self.words_width + _PAD


def badge_of(competition: Competition, entry: Entry) -> Badge:
    """The rank of an entry as the public sees it."""
    since = hidden_since(competition, AnonymousUser())
    if since:
        fit = fit_at(competition, since)
        rank, of = next((one.row.rank for one in fit if one.row.entry == entry.pk), None), len(fit)
    else:
        standings = competition.standings
        rank = standings.filter(entry=entry).values_list("rank", flat=True).first()
        of = standings.count()
    words = f"#{rank} of {of}" if rank else "no place yet"
    return Badge(_cut(competition.name), words + (", frozen" if since else ""))


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
