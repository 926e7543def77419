"""Melds: what makes a group of cards one, and which card may be hit onto it."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from arena.phase10.cards import COLOR, COLORS, NUMBER, SKIP, WILD, natural
from arena.phase10.errors import IllegalMove
from arena.phase10.moves import End
from arena.phase10.notation import TEXT, quoted, spell
from arena.phase10.phases import Group, GroupKind


class Meld(NamedTuple):
    """Cards on the table.

    `at` is the number of a set, the lowest number of a run, or the colour (0..3) of cards of one colour.
    """

    owner: int
    kind: GroupKind
    at: int
    cards: tuple[int, ...]

    def accepts(self) -> frozenset[int]:
        """The cards that may be hit onto it, at one end or another."""
        return _accepted(self.kind, self.at, len(self.cards))

    def ends(self) -> tuple[End | None, ...]:
        """Where a wild may go: the open ends of a run, else the one place that needs no name."""
        if self.kind is not GroupKind.RUN:
            return (None,)
        low = (End.LOW,) if self.at > 1 else ()
        high = (End.HIGH,) if self.at + len(self.cards) <= 12 else ()
        return low + high

    def hit(self, card: int, end: End | None) -> "tuple[Meld, End | None]":
        """The meld with the card on it, and the end of a run it went to."""
        if card == SKIP:
            raise IllegalMove("a skip cannot be hit; it can only be discarded")
        if self.kind is GroupKind.RUN:
            return self._hit_run(card, end)
        if end is not None:
            raise IllegalMove(f"{self} has no ends, but the hit with {TEXT[card]} names its '{end}'")
        if card not in self.accepts():
            raise IllegalMove(f"{TEXT[card]} does not fit {self}")
        return self._replace(cards=(*self.cards, card)), None

    def _hit_run(self, card: int, end: End | None) -> "tuple[Meld, End]":
        high = self.at + len(self.cards)
        if card == WILD:
            if end is None:
                raise IllegalMove(f"a wild hit onto {self} must name its end, 'low' or 'high'")
        elif NUMBER[card] == self.at - 1 and end is not End.HIGH:
            end = End.LOW
        elif NUMBER[card] == high and end is not End.LOW:
            end = End.HIGH
        else:
            raise IllegalMove(f"{TEXT[card]} does not fit {self}" + (f" at its {end} end" if end else ""))
        if end is End.LOW:
            if self.at == 1:
                raise IllegalMove(f"{self} begins with 1: nothing goes to its low end")
            return self._replace(at=self.at - 1, cards=(card, *self.cards)), End.LOW
        if high > 12:
            raise IllegalMove(f"{self} ends with 12: nothing goes to its high end")
        return self._replace(cards=(*self.cards, card)), End.HIGH

    def __str__(self) -> str:
        if self.kind is GroupKind.SET:
            return f"the set of {self.at}s"
        if self.kind is GroupKind.RUN:
            return f"the run {self.at} to {self.at + len(self.cards) - 1}"
        return f"the meld of colour {COLORS[self.at]}"


@cache
def _accepted(kind: GroupKind, at: int, size: int) -> frozenset[int]:
    """A few dozen different sets at most, asked for again and again."""
    if kind is GroupKind.COLOR:
        return frozenset([WILD, *(natural(number, at) for number in range(1, 13))])
    if kind is GroupKind.SET:
        return frozenset([WILD, *(natural(at, color) for color in range(4))])
    ends = [number for number in (at - 1, at + size) if 1 <= number <= 12]
    fitting = frozenset(natural(number, color) for number in ends for color in range(4))
    return fitting | {WILD} if ends else fitting


def make_meld(owner: int, group: Group, cards: Sequence[int], declared: int | str | None) -> Meld:
    """The meld that the cards make, in their order; IllegalMove says why they make none.

    `declared` is what a group of wilds only stands for, and None for any other group. Whether groups of
    wilds are allowed at all is asked in `check_naturals`.
    """
    if SKIP in cards:
        raise IllegalMove(f"a skip is never part of a phase: {spell(cards)}")
    if len(cards) < group.size:
        raise IllegalMove(f"a {group} takes {group.size} cards or more, not {len(cards)}: {spell(cards)}")
    places = {_place(group.kind, card, index) for index, card in enumerate(cards) if card != WILD}
    if len(places) > 1:
        raise IllegalMove(f"{_MIXED[group.kind]}: {spell(cards)}")
    if places and declared is not None:
        raise IllegalMove(f"only a group of wilds says what it stands for; {spell(cards)} has natural cards")
    if not places and declared is None:
        raise IllegalMove(f"{spell(cards)} holds no natural card and does not say what it stands for")
    at = places.pop() if declared is None else _declared_place(group.kind, declared)
    if group.kind is GroupKind.RUN and not 1 <= at <= 13 - len(cards):
        high = at + len(cards) - 1
        raise IllegalMove(f"a run stays within 1 to 12, but {spell(cards)} would go from {at} to {high}")
    return Meld(owner, group.kind, at, tuple(cards))


def check_naturals(melds: Sequence[Meld], rule: str) -> None:
    """The rule set's `naturals`: "group", "phase" or "none"."""
    wild = [meld for meld in melds if all(card == WILD for card in meld.cards)]
    if rule == "group" and wild:
        raise IllegalMove(f"each group needs a natural card, but one is {spell(wild[0].cards)}")
    if rule == "phase" and len(wild) == len(melds):
        raise IllegalMove("a phase needs at least one natural card; all of these are wild")


_MIXED = {
    GroupKind.SET: "a set holds one number, not several",
    GroupKind.RUN: "a run goes up by one from card to card, low to high",
    GroupKind.COLOR: "a colour group holds one colour, not several",
}


def _place(kind: GroupKind, card: int, index: int) -> int:
    """What one natural card says about the group: its number, where a run starts, or its colour."""
    if kind is GroupKind.COLOR:
        return COLOR[card]
    return NUMBER[card] - index if kind is GroupKind.RUN else NUMBER[card]


def _declared_place(kind: GroupKind, declared: int | str) -> int:
    """What a group of wilds is said to stand for, as the `at` of its meld."""
    if kind is GroupKind.COLOR:
        if isinstance(declared, int) or declared not in COLORS or len(declared) != 1:
            raise IllegalMove(f"wilds of one colour stand for R, B, Y or G, not for {quoted(declared)}")
        return COLORS.index(declared)
    if isinstance(declared, str) or not 1 <= declared <= 12:
        came = quoted(declared)
        raise IllegalMove(f"the wilds of a {kind} stand for a number from 1 to 12, not for {came}")
    return declared
