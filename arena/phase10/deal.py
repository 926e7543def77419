"""One deal: what the seat in turn can do."""

from bisect import insort
from collections.abc import Sequence

from arena.phase10.cards import SKIP, THROW_ORDER
from arena.phase10.errors import IllegalMove, NotNow
from arena.phase10.melds import Meld
from arena.phase10.moves import End, Play, Source
from arena.phase10.notation import quoted, spell
from arena.phase10.phases import PHASES
from arena.phase10.situation import HowEnded, Situation, Stage
from arena.phase10.solver import find_hits
from arena.phase10.steps import DRAWN, FROM_DISCARDS, Announced
from arena.phase10.trial import Trial

# Looked up in every turn, where a module's name is cheaper than a member of an enumeration.
_DRAW, _PLAY = Stage.DRAW, Stage.PLAY
_STOCK, _DISCARD = Source.STOCK, Source.DISCARD


class Deal(Situation):
    """A deal that goes on: `announce`, `draw`, `discard`, `play` and `fallback` act for the seat in turn."""

    __slots__ = ()

    def announce(self, phase: int) -> None:
        """Say which open phase the seat tries in this deal."""
        self._expect(Stage.ANNOUNCE)
        if phase not in self.open_phases[self.seat]:
            phases = ", ".join(str(number) for number in self.open_phases[self.seat])
            raise IllegalMove(f"phase {quoted(phase)} is not open: announce one of {phases}")
        self._announce(phase)
        self._recorder.announce(phase)

    def draw(self, source: Source) -> None:
        """Take the top card of the stock or of the discards into the hand."""
        if self.stage is not _DRAW:
            self._expect(_DRAW)
        seat = self.seat
        hand = self.hands[seat]
        if source is _DISCARD:
            if not hand or not self.discards or self.discards[-1] == SKIP:
                self._check_draw(source)
            card = self.discards.pop()
            self._note = card * DRAWN + FROM_DISCARDS
        else:
            card = pile.pop() if hand and (pile := self.stock.piles[seat]) else self._draw_at_the_end()
            self._note = card * DRAWN
        insort(hand, card)
        self.drawn = card
        self.source = source
        self.stage = _PLAY

    def discard(self, place: int) -> None:
        """The commonest play, quickly: discard the card at this place of the hand, 0 being the highest.

        It is checked and recorded as the whole play is. A skip so thrown names nobody.
        """
        if self.stage is not _PLAY:
            self._expect(_PLAY)
        seat = self.seat
        hand = self.hands[seat]
        try:
            card = hand.pop(~place if place >= 0 else len(hand))
        except IndexError:
            raise IllegalMove(f"there is no card {quoted(place)} from the top among {spell(hand)}") from None
        note = self._note
        if card == SKIP or self.floats or note is None:
            # A skip may have to name somebody, or a floating seat to hit what fits.
            insort(hand, card)
            self.play(Play(discard=card))
            return
        # From here on it is what `_end_turn` does, and the recorder: half of all calls come along here.
        self.discards.append(card)
        self._log.append(place + place if self.source is _STOCK else place + place + 1)
        self.noted.append(note + card)
        self.turn = turn = self.turn + 1
        if not hand:
            self._finish(HowEnded.OUT, seat)
        elif turn < self._passes_until:
            self.seat = self._after[seat]
            self.stage = _DRAW
        else:
            self._begin_turn(self._after[seat])

    def play(self, play: Play) -> None:
        """Apply a whole play, or raise IllegalMove and change nothing; the hand becomes a list of its own."""
        if self.stage is not _PLAY:
            self._expect(_PLAY)
        trial = Trial(self)
        trial.run(play)
        if self._recorder.writes:
            hand, groups = self.hands[self.seat], PHASES[self.open_phases[self.seat][0]]
            self._recorder.play(play, self.source, hand=hand, groups=groups, melds=len(self.melds))
        self._take(play, trial)

    def _take(self, play: Play, trial: Trial) -> None:
        """What was tried becomes so, and the turn ends."""
        seat = self.seat
        self.hands[seat] = trial.hand
        self.melds = trial.melds
        if trial.laid:
            self.down[seat] = True
        self._end_turn(play.discard, play.skip, trial.first, trial.laid, trial.hits)

    def fallback(self) -> None:
        """Do for the seat what it failed to do: the announcement, or what is left of the turn.

        It draws from the stock and throws a card away. A floating seat must take and hit what fits; the
        fallback does so at the first place. Of this nothing is recorded.
        """
        if self.stage is Stage.ANNOUNCE:
            self._announce(self.open_phases[self.seat][0])
            return
        if self.stage is Stage.DRAW:
            self.draw(self.can_draw()[0])
        hand = self.hands[self.seat]
        hits = find_hits(hand, self.melds) if self.floating else []
        if hits:
            play, trial = Play(hits=(hits[0],)), Trial(self)
            trial.run(play)
            self._take(play, trial)
        else:
            thrown = min(hand, key=THROW_ORDER.__getitem__)
            hand.remove(thrown)
            self._end_turn(thrown, None)

    def _expect(self, stage: Stage) -> None:
        if self.stage is not stage:
            waits = "its next deal" if self.stage is Stage.OVER else f"the {self.stage} of seat {self.seat}"
            raise NotNow(f"a {stage} came, but the game waits for {waits}")

    def _announce(self, phase: int) -> None:
        self.open_phases[self.seat] = (phase,)
        self.note(Announced, phase, seat=self.seat)
        self.stage = Stage.DRAW

    def _check_draw(self, source: Source) -> None:
        if source in self.can_draw():
            return
        if source is Source.DISCARD and self.discards and self.discards[-1] == SKIP:
            raise IllegalMove("a skip cannot be drawn from the discard pile")
        if source is _STOCK:
            raise IllegalMove("a card can be drawn from discard only, not from the stock")
        raise IllegalMove("a card can be drawn from stock only, not from the discard")

    def _draw_at_the_end(self) -> int:
        """The next card of the stock where the seat has none left of its own, or is floating."""
        stock, hand = self.stock, self.hands[self.seat]
        if not (stock.left and hand):
            # Only a floating seat, or one at the end of all cards, can be refused the stock.
            self._check_draw(_STOCK)
            if not stock.left:
                self._reshuffle()
        return self.stock.draw(self.seat)

    def _end_turn(
        self,
        discard: int | None,
        skip: int | None,
        first: int = 0,
        laid: Sequence[Meld] = (),
        hits: Sequence[tuple[int, int, End | None]] = (),
    ) -> None:
        seat = self.seat
        self.noted.append((self.turn, seat, self._note, discard, skip, first, laid, hits))
        if discard is not None:
            self.discards.append(discard)
            if skip is not None:
                self.skips.name(seat, skip)
        self.turn += 1
        if not self.hands[seat] and (discard is not None or not self.floats):
            self._finish(HowEnded.OUT, seat)
        else:
            self._begin_turn(self._after[seat])
