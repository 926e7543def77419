"""A play tried on copies, so that an illegal one leaves the deal as it was."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.phase10.cards import SKIP
from arena.phase10.errors import IllegalMove
from arena.phase10.melds import Meld, check_naturals, make_meld
from arena.phase10.moves import End, Hit, Play
from arena.phase10.notation import TEXT, quoted, spell
from arena.phase10.phases import PHASES, phase_text
from arena.phase10.rules import GoOut, HitFrom, RuleSet


@dataclass(slots=True)
class Trial:
    """One seat's turn after its draw.

    `hand` and `melds` are copies that the play changes; `down` says whether the seat has its phase on the
    table, `floating` whether its hand was empty before the draw. Afterwards `laid` holds the melds as they
    were laid, of which `first` is the first's id, and `hits` each hit with the end it went to.
    """

    rules: RuleSet
    seat: int
    phase: int
    down: bool
    floating: bool
    targets: Sequence[int]
    hand: list[int]
    melds: list[Meld]
    first: int = 0
    laid: tuple[Meld, ...] = ()
    hits: list[tuple[int, int, End | None]] = field(default_factory=list)

    def run(self, play: Play) -> None:
        """Lay, hit and discard as the play says; IllegalMove at the first thing that the rules forbid."""
        self.first = len(self.melds)
        if play.lay:
            self._lay(play)
        elif play.declared:
            raise IllegalMove("the play says what wilds stand for, but lays nothing")
        if play.hits:
            self._check_may_hit(laying=bool(play.lay))
            for hit in play.hits:
                self._hit(hit)
        elif self.floating and any(self.hand[0] in meld.accepts() for meld in self.melds):
            raise IllegalMove(f"a floating seat must hit a card that fits, and {TEXT[self.hand[0]]} does")
        self._discard(play)

    def _lay(self, play: Play) -> None:
        if self.down:
            raise IllegalMove("the phase is laid down already; there is one phase a deal")
        groups = PHASES[self.phase]
        if len(play.lay) != len(groups):
            raise IllegalMove(
                f"phase {self.phase} is {phase_text(self.phase)}: {len(groups)} groups, not {len(play.lay)}",
            )
        declared = play.declared or (None,) * len(groups)
        if len(declared) != len(groups):
            raise IllegalMove(f"{len(declared)} groups say what they stand for, but {len(groups)} are laid")
        self._take([card for cards in play.lay for card in cards])
        self.laid = tuple(
            [make_meld(self.seat, *group) for group in zip(groups, play.lay, declared, strict=True)],
        )
        check_naturals(self.laid, self.rules.naturals)
        self.melds += self.laid

    def _check_may_hit(self, *, laying: bool) -> None:
        if laying and self.rules.hit is HitFrom.LATER:
            raise IllegalMove("hitting is allowed from the turn after laying down on")
        if not laying and not self.down:
            raise IllegalMove(f"hitting is allowed once the own phase is down; phase {self.phase} is not")

    def _hit(self, hit: Hit) -> None:
        index = self.first + hit.meld if hit.new else hit.meld
        low, high = (self.first, len(self.melds)) if hit.new else (0, self.first)
        if not low <= index < high:
            raise IllegalMove(f"there is no meld {'new:' if hit.new else ''}{hit.meld} on the table")
        self._take([hit.card])
        self.melds[index], end = self.melds[index].hit(hit.card, hit.end)
        self.hits.append((hit.card, index, end))

    def _take(self, cards: Sequence[int]) -> None:
        for card in cards:
            if card not in self.hand:
                left = f"{spell(self.hand)} left" if self.hand else "no card left"
                raise IllegalMove(f"the hand has {left}: it cannot give {TEXT[card]}")
            self.hand.remove(card)

    def _discard(self, play: Play) -> None:
        if not self.hand:
            self._check_empty(play)
            return
        if play.discard is None:
            raise IllegalMove(f"the turn ends with a discard, and {spell(self.hand)} are in the hand")
        self._take([play.discard])
        if play.discard != SKIP or not self.hand or not self.targets:
            if play.skip is not None:
                raise IllegalMove(f"this discard skips nobody, but names seat {quoted(play.skip)}")
        elif play.skip not in self.targets:
            seats = ", ".join(str(seat) for seat in self.targets)
            raise IllegalMove(f"a skip must name one of the seats {seats}, not {quoted(play.skip)}")

    def _check_empty(self, play: Play) -> None:
        if self.rules.go_out is GoOut.DISCARD:
            raise IllegalMove("the last card must be discarded; laying or hitting cannot take it")
        if play.discard is not None or play.skip is not None:
            raise IllegalMove("the hand is empty: there is nothing to discard and nobody to skip")
