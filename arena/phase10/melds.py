"""Melds: what makes a group of cards one, and which card may be hit onto it."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from arena.phase10.cards import COLOR, COLORS, NUMBER, SKIP, WILD, natural
from arena.phase10.errors import IllegalMove
from arena.phase10.moves import End
from arena.phase10.notation import TEXT, quoted, spell
from arena.phase10.phases import Group, GroupKind

# Looked up for every card, where a module's name is cheaper than a member of an enumeration.
_SET, _RUN, _COLOR = GroupKind.SET, GroupKind.RUN, GroupKind.COLOR
_LOW, _HIGH = End.LOW, End.HIGH


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
        _, kind, at, cards = self  # at once: a field of a named tuple is slow to get
        if kind is _SET:
            return _SET_TAKES[at]
        return _RUN_TAKES[at][len(cards)] if kind is _RUN else _COLOR_TAKES[at]

    def ends(self) -> tuple[End | None, ...]:
        """Where a wild may go: the open ends of a run, else the one place that needs no name."""
        if self.kind is not _RUN:
            return (None,)
        low = (End.LOW,) if self.at > 1 else ()
        high = (End.HIGH,) if self.at + len(self.cards) <= 12 else ()
        return low + high

    def hit(self, card: int, end: End | None) -> "tuple[Meld, End | None]":
        """The meld with the card on it, and the end of a run it went to."""
        if card == SKIP:
            raise IllegalMove("a skip cannot be hit; it can only be discarded")
        owner, kind, at, cards = self
        if kind is _RUN:
            return self._hit_run(card, end)
        if end is not None:
            raise IllegalMove(f"{self} has no ends, but the hit with {TEXT[card]} names its '{end}'")
        if card not in (_SET_TAKES if kind is _SET else _COLOR_TAKES)[at]:
            raise IllegalMove(f"{TEXT[card]} does not fit {self}")
        return Meld(owner, kind, at, (*cards, card)), None

    def _hit_run(self, card: int, end: End | None) -> "tuple[Meld, End]":
        owner, _, low, cards = self
        high = low + len(cards)
        if card == WILD:
            if end is None:
                raise IllegalMove(f"a wild hit onto {self} must name its end, 'low' or 'high'")
        elif NUMBER[card] == low - 1 and end is not _HIGH:
            end = _LOW
        elif NUMBER[card] == high and end is not _LOW:
            end = _HIGH
        elif end is None:
            raise IllegalMove(f"{TEXT[card]} does not fit {self}")
        else:
            raise IllegalMove(f"{TEXT[card]} does not fit {self} at its {end} end")
        if end is _LOW:
            if low == 1:
                raise IllegalMove(f"{self} begins with 1: nothing goes to its low end")
            return Meld(owner, _RUN, low - 1, (card, *cards)), _LOW
        if high > 12:
            raise IllegalMove(f"{self} ends with 12: nothing goes to its high end")
        return Meld(owner, _RUN, low, (*cards, card)), _HIGH

    def __str__(self) -> str:
        if self.kind is GroupKind.SET:
            return f"the set of {self.at}s"
        if self.kind is _RUN:
            return f"the run {self.at} to {self.at + len(self.cards) - 1}"
        return f"the meld of colour {COLORS[self.at]}"


def _with_wild(numbers: Iterable[int], colors: Iterable[int]) -> frozenset[int]:
    return frozenset([WILD, *(natural(number, color) for number in numbers for color in colors)])


def _run_takes(low: int, size: int) -> frozenset[int]:
    ends = [number for number in (low - 1, low + size) if 1 <= number <= 12]
    return _with_wild(ends, range(4)) if ends else frozenset()


# What each meld takes: by a set's number, by a colour, by a run's lowest number and length.
_SET_TAKES: Final = [_with_wild([number], range(4)) for number in range(13)]
_COLOR_TAKES: Final = [_with_wild(range(1, 13), [color]) for color in range(4)]
_RUN_TAKES: Final = [[_run_takes(low, size) for size in range(13)] for low in range(13)]
_holds: Final = frozenset[int].__contains__


def make_meld(owner: int, group: Group, cards: Sequence[int], declared: int | str | None) -> Meld:
    """The meld that the cards make, in their order; IllegalMove says why they make none.

    `declared` is what a group of wilds only stands for, and None for any other group. Whether groups of
    wilds are allowed at all is asked in `check_naturals`.
    """
    kind, size = group
    if declared is None and len(cards) >= size and (low := min(cards)) < WILD:
        # A natural card says what the group would be: then its place alone decides, and tables know.
        if kind is _SET:
            at = NUMBER[low]
            fits = _SET_TAKES[at].issuperset(cards)
        elif kind is _RUN:
            at = NUMBER[low] - cards.index(low)
            fits = 1 <= at <= 13 - len(cards) and all(map(_holds, _SET_TAKES[at:], cards))
        else:
            at = COLOR[low]
            fits = _COLOR_TAKES[at].issuperset(cards)
        if fits:
            return Meld(owner, kind, at, tuple(cards))
    return _make_of_wilds(owner, group, cards, declared)


def _make_of_wilds(owner: int, group: Group, cards: Sequence[int], declared: int | str | None) -> Meld:
    """The meld of cards that are all wild; of any others, IllegalMove says why they make none."""
    kind, size = group
    if SKIP in cards:
        raise IllegalMove(f"a skip is never part of a phase: {spell(cards)}")
    if len(cards) < size:
        raise IllegalMove(f"a {group} takes {size} cards or more, not {len(cards)}: {spell(cards)}")
    places = _places(kind, cards)
    if len(places) > 1:
        raise IllegalMove(_mixed(kind, cards))
    if places and declared is not None:
        raise IllegalMove(f"only a group of wilds says what it stands for; {spell(cards)} has natural cards")
    if not places and declared is None:
        raise IllegalMove(f"{spell(cards)} holds no natural card and does not say what it stands for")
    at = places.pop() if declared is None else _declared_place(kind, declared)
    if kind is _RUN and not 1 <= at <= 13 - len(cards):
        high = at + len(cards) - 1
        raise IllegalMove(f"a run stays within 1 to 12, but {spell(cards)} would go from {at} to {high}")
    return Meld(owner, kind, at, tuple(cards))


def check_naturals(melds: Sequence[Meld], rule: str) -> None:
    """The rule set's `naturals`: "group", "phase" or "none"."""
    wild = [meld for meld in melds if meld.cards.count(WILD) == len(meld.cards)]
    if rule == "group" and wild:
        raise IllegalMove(f"each group needs a natural card, but one is {spell(wild[0].cards)}")
    if rule == "phase" and len(wild) == len(melds):
        raise IllegalMove("a phase needs at least one natural card; all of these are wild")


def _mixed(kind: GroupKind, cards: Sequence[int]) -> str:
    if kind is _SET:
        return f"a set holds one number, not several: {spell(cards)}"
    if kind is _RUN:
        return f"a run goes up by one from card to card, low to high: {spell(cards)}"
    return f"a colour group holds one colour, not several: {spell(cards)}"


def _places(kind: GroupKind, cards: Sequence[int]) -> set[int]:
    """What the natural cards say about the group, each by itself: a number, where a run starts, a colour."""
    if kind is _RUN:
        return {NUMBER[card] - index for index, card in enumerate(cards) if card != WILD}
    table = NUMBER if kind is _SET else COLOR
    return {table[card] for card in cards if card != WILD}


def _declared_place(kind: GroupKind, declared: int | str) -> int:
    """What a group of wilds is said to stand for, as the `at` of its meld."""
    if kind is _COLOR:
        if isinstance(declared, int) or declared not in COLORS or len(declared) != 1:
            raise IllegalMove(f"wilds of one colour stand for R, B, Y or G, not for {quoted(declared)}")
        return COLORS.index(declared)
    if isinstance(declared, str) or not 1 <= declared <= 12:
        came = quoted(declared)
        raise IllegalMove(f"the wilds of a {kind} stand for a number from 1 to 12, not for {came}")
    return declared
