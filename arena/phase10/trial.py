"""A play tried on copies, so that an illegal one leaves the deal as it was."""

from collections.abc import Sequence
from itertools import repeat

from arena.phase10.cards import SKIP
from arena.phase10.errors import IllegalMove
from arena.phase10.melds import Meld, check_naturals, make_meld
from arena.phase10.moves import Declared, End, Hit, Lay, Play
from arena.phase10.notation import TEXT, quoted, spell
from arena.phase10.phases import PHASES, phase_text
from arena.phase10.rules import GoOut, HitFrom
from arena.phase10.situation import Situation

# Looked up in many turns, where a module's name is cheaper than a member of an enumeration.
_LATER, _DISCARD = HitFrom.LATER, GoOut.DISCARD


class Trial:
    """The rest of the turn that the deal waits for.

    `hand` and `melds` become what the play makes of them. Afterwards `laid` holds the melds as they were
    laid, of which `first` is the first's id, and `hits` each hit with the end it went to.
    """

    __slots__ = ("_deal", "first", "hand", "hits", "laid", "melds")

    def __init__(self, deal: Situation) -> None:
        self._deal = deal
        self.hand = deal.hands[deal.seat].copy()
        self.melds = deal.melds
        self.first = len(self.melds)
        self.laid: tuple[Meld, ...] = ()
        self.hits: list[tuple[int, int, End | None]] = []

    def run(self, play: Play) -> None:
        """Lay, hit and discard as the play says; IllegalMove at the first thing that the rules forbid."""
        self.lay_and_hit(play)
        self._discard(play.discard, play.skip)

    def lay_and_hit(self, play: Play) -> None:
        """The turn as far as the discard, whatever the play says of that."""
        lay, hits, _, _, declared = play  # at once: a field of a named tuple is slow to get
        if lay or hits:
            self.melds = self.melds.copy()
        if lay:
            self._lay(lay, declared)
        elif declared:
            raise IllegalMove("the play says what wilds stand for, but lays nothing")
        if hits:
            self._check_may_hit(laying=bool(lay))
            self._hit(hits)
        elif self._deal.floats and self._deal.floating:
            self._check_must_hit(self.hand[0])

    def _lay(self, lay: Lay, declared: Declared) -> None:
        deal = self._deal
        seat = deal.seat
        if deal.down[seat]:
            raise IllegalMove("the phase is laid down already; there is one phase a deal")
        phase = deal.open_phases[seat][0]
        groups = PHASES[phase]
        if len(lay) != len(groups):
            raise IllegalMove(f"phase {phase} is {phase_text(phase)}: {len(groups)} groups, not {len(lay)}")
        if declared and len(declared) != len(groups):
            raise IllegalMove(f"{len(declared)} groups say what they stand for, but {len(groups)} are laid")
        take = self.hand.remove
        try:
            for cards in lay:
                for card in cards:
                    take(card)
        except ValueError:
            raise self._not_held(card) from None
        self.laid = tuple(map(make_meld, repeat(seat), groups, lay, declared or repeat(None)))
        if declared:  # otherwise each group has a natural card, without which it would be no meld
            check_naturals(self.laid, deal.rules.naturals)
        self.melds += self.laid

    def _check_may_hit(self, *, laying: bool) -> None:
        deal = self._deal
        if laying and deal.rules.hit is _LATER:
            raise IllegalMove("hitting is allowed from the turn after laying down on")
        if not laying and not deal.down[deal.seat]:
            phase = deal.open_phases[deal.seat][0]
            raise IllegalMove(f"hitting is allowed once the own phase is down; phase {phase} is not")

    def _hit(self, hits: Sequence[Hit]) -> None:
        melds, first, take = self.melds, self.first, self.hand.remove
        for card, meld, end, new in hits:
            index = first + meld if new else meld
            low, high = (first, len(melds)) if new else (0, first)
            if not low <= index < high:
                named = f"new:{meld}" if new else meld
                raise IllegalMove(f"there is no meld {named} on the table")
            try:
                take(card)
            except ValueError:
                raise self._not_held(card) from None
            melds[index], where = melds[index].hit(card, end)
            self.hits.append((card, index, where))

    def _check_must_hit(self, card: int) -> None:
        if any(card in meld.accepts() for meld in self.melds):
            raise IllegalMove(f"a floating seat must hit a card that fits, and {TEXT[card]} does")

    def _not_held(self, card: int) -> IllegalMove:
        if not self.hand:
            return IllegalMove(f"the hand has no card left: it cannot give {TEXT[card]}")
        return IllegalMove(f"the hand has {spell(self.hand)} left: it cannot give {TEXT[card]}")

    def _discard(self, card: int | None, skip: int | None) -> None:
        if not self.hand:
            self._check_empty(card, skip)
            return
        if card is None:
            raise IllegalMove(f"the turn ends with a discard, and {spell(self.hand)} are in the hand")
        try:
            self.hand.remove(card)
        except ValueError:
            raise self._not_held(card) from None
        if card == SKIP or skip is not None:
            self._check_skip(card, skip)

    def _check_skip(self, card: int, skip: int | None) -> None:
        # Nobody can be named by another card, by the last one, or while all are safe.
        may_skip = card == SKIP and self.hand
        targets = self._deal.skips.targets(self._deal.seat) if may_skip else ()
        if not targets:
            if skip is not None:
                raise IllegalMove(f"this discard skips nobody, but names seat {quoted(skip)}")
        elif skip not in targets:
            seats = ", ".join(str(seat) for seat in targets)
            raise IllegalMove(f"a skip must name one of the seats {seats}, not {quoted(skip)}")

    def _check_empty(self, card: int | None, skip: int | None) -> None:
        if self._deal.rules.go_out is _DISCARD:
            raise IllegalMove("the last card must be discarded; laying or hitting cannot take it")
        if card is not None or skip is not None:
            raise IllegalMove("the hand is empty: there is nothing to discard and nobody to skip")
