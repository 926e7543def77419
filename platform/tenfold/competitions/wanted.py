"""Which rows of a standing, or which matches, a reader asks for: as their address says it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from arena.seat import FaultKind
from tenfold.competitions.models import Entry
from tenfold.matches.models import Match
from tenfold.matches.veil import FROZEN
from tenfold.pages.numbers import whole

#: Longer names there are not.
_LONGEST: Final = 60
FAULTS: Final = tuple(kind.value for kind in FaultKind)
ENTRY_STATES: Final = (Entry.State.ACTIVE.value, Entry.State.BENCHED.value, Entry.State.WITHDRAWN.value)
MATCH_STATES: Final = (*(state.value for state in Match.State), FROZEN)
#: By name in the address, what a standing is sorted by beside its rank.
SORTS: Final = {"rank": _("rank"), "wins": _("games won"), "games": _("games played")}


@dataclass(frozen=True, slots=True)
class Rows:
    """Of a standing: `bot` is part of a bot's name or its author's. What nobody offered is left out."""

    bot: str = ""
    state: str = ""
    fault: str = ""
    sort: str = "rank"

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> "Rows":
        return cls(
            bot=_text(asked, "bot"),
            state=_one_of(ENTRY_STATES, asked, "state"),
            fault=_one_of(FAULTS, asked, "fault"),
            sort=_one_of(tuple(SORTS), asked, "sort") or "rank",
        )

    @property
    def narrowed(self) -> bool:
        """Whether it is not the standing as it stands."""
        return self != Rows()


@dataclass(frozen=True, slots=True)
class Matches:
    """Of a competition: those of such bots, in this state, with such a fault, of the round of this number."""

    bot: str = ""
    state: str = ""
    fault: str = ""
    round: int | None = None

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> "Matches":
        return cls(
            bot=_text(asked, "bot"),
            state=_one_of(MATCH_STATES, asked, "state"),
            fault=_one_of(FAULTS, asked, "fault"),
            round=whole(asked.get("round")),
        )

    @property
    def narrowed(self) -> bool:
        return self != Matches()


def named(part: str, path: str) -> Q:
    """Bots that have this in their name or their author's; `path` leads to the bot."""
    return Q(**{f"{path}name__icontains": part}) | Q(**{f"{path}owner__username__icontains": part})


def _text(asked: Mapping[str, str], name: str) -> str:
    """What can stand in a name: no NUL, which no database holds, and no half of a character."""
    text = asked.get(name, "").replace("\0", "").encode("utf-8", "ignore").decode()
    return text.strip()[:_LONGEST]


def _one_of(known: tuple[str, ...], asked: Mapping[str, str], name: str) -> str:
    text = asked.get(name, "")
    return text if text in known else ""
