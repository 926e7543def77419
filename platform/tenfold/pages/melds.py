"""Example melds for the pages, as a rule set allows them; the tests have the referee look at every one."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from arena.phase10.cards import COLORS, DECK, WILD
from arena.phase10.melds import Meld
from arena.phase10.notation import TEXT, read_cards
from arena.phase10.phases import PHASES, Group, GroupKind
from arena.phase10.rules import Naturals

_WILDS: Final = DECK.count(WILD)
_COLOR_WORDS: Final = {"R": _("red"), "B": _("blue"), "Y": _("yellow"), "G": _("green")}


@dataclass(frozen=True, slots=True)
class ExampleGroup:
    """Cards as text; `declared` is what a group of wilds only says that it is, as a bot would write it."""

    kind: GroupKind
    cards: tuple[str, ...]
    declared: int | str | None = None

    @property
    def stands_for(self) -> str:
        """What the wilds of such a group are, in words."""
        if self.declared is None:
            return ""
        if self.kind is GroupKind.RUN:
            assert isinstance(self.declared, int)
            last = self.declared + len(self.cards) - 1
            return gettext("%(first)s to %(last)s") % {"first": self.declared, "last": last}
        if self.kind is GroupKind.COLOR:
            return gettext(_COLOR_WORDS[str(self.declared)])
        return gettext("%(number)ss") % {"number": self.declared}


def plain(phase: int) -> tuple[ExampleGroup, ...]:
    """The phase in natural cards."""
    return tuple(_group(phase, place, group.size) for place, group in enumerate(PHASES[phase]))


def wildest(phase: int, naturals: Naturals) -> tuple[ExampleGroup, ...]:
    """The phase with as many wilds as the rules and the deck allow."""
    groups = PHASES[phase]
    kept = [
        int(naturals is Naturals.GROUP or (naturals is Naturals.PHASE and not place))
        for place in range(len(groups))
    ]
    kept[0] += max(0, sum(group.size for group in groups) - sum(kept) - _WILDS)
    return tuple(_group(phase, place, kept[place]) for place in range(len(groups)))


def _needs_natural(naturals: Naturals, place: int) -> bool:
    """Whether the group at this place of the phase does; where one a phase is enough, the first has it."""
    return naturals is Naturals.GROUP or (naturals is Naturals.PHASE and place == 0)


def _group(phase: int, place: int, naturals: int) -> ExampleGroup:
    """A group of the phase that begins with so many natural cards and goes on in wilds."""
    group = PHASES[phase][place]
    cards = _natural_cards(group, phase, place)
    declared = None if naturals else _declared(group, cards[0])
    return ExampleGroup(group.kind, (*cards[:naturals], *["W"] * (group.size - naturals)), declared)


def _natural_cards(group: Group, phase: int, place: int) -> list[str]:
    """Cards that make the group; from phase to phase other ones, so that no picture is like the next."""
    if group.kind is GroupKind.COLOR:
        color = COLORS[(phase + place) % 4]
        return [f"{color}{number}" for number in (1, 3, 4, 6, 7, 9, 12)]
    colors = [COLORS[(phase + place + index) % 4] for index in range(group.size)]
    if group.kind is GroupKind.SET:
        number = (4 * phase + 5 * place) % 12 + 1
        return [f"{color}{number}" for color in colors]
    low = phase % (13 - group.size) + 1
    return [f"{color}{low + index}" for index, color in enumerate(colors)]


def _declared(group: Group, first: str) -> int | str:
    return first[0] if group.kind is GroupKind.COLOR else int(first[1:])


@dataclass(frozen=True, slots=True)
class ExampleHits:
    """A meld on the table and the cards that may be hit onto it."""

    kind: GroupKind
    cards: tuple[str, ...]
    takes: tuple[str, ...]


_TABLE: Final = {
    GroupKind.SET: (7, "R7 W G7"),
    GroupKind.RUN: (3, "R3 W Y5 B6"),
    GroupKind.COLOR: (COLORS.index("G"), "G1 G3 G4 W G8 G9 G12"),
}


def hits(phases: tuple[int, ...]) -> list[ExampleHits]:
    """One meld of every kind that these phases have, and what it takes."""
    kinds = {group.kind for phase in phases for group in PHASES[phase]}
    return [_hits(kind) for kind in GroupKind if kind in kinds]


def _hits(kind: GroupKind) -> ExampleHits:
    at, text = _TABLE[kind]
    cards = read_cards(text.split())
    takes = sorted(Meld(0, kind, at, cards).accepts())
    return ExampleHits(kind, tuple(TEXT[card] for card in cards), tuple(TEXT[card] for card in takes))
