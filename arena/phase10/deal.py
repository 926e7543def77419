"""One deal: hands, stock, discards, melds, and whose turn it is."""

from bisect import insort
from collections.abc import Sequence
from enum import StrEnum

from arena.phase10.cards import DECK, HAND_SIZE, POINTS, SKIP, THROW_ORDER
from arena.phase10.deck import Stock, reshuffle, shuffle
from arena.phase10.errors import IllegalMove
from arena.phase10.events import Events
from arena.phase10.melds import Meld
from arena.phase10.moves import Play, Source
from arena.phase10.notation import quoted
from arena.phase10.rules import GoOut, RuleSet
from arena.phase10.skips import Skips
from arena.phase10.solver import find_hits
from arena.phase10.steps import Announced, Discarded, Drew, HitMeld, Laid, LostTurn, Reshuffled, Step
from arena.phase10.trial import Trial


class Stage(StrEnum):
    """What the deal waits for."""

    ANNOUNCE = "announce"
    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


class HowEnded(StrEnum):
    OUT = "out"
    TURN_LIMIT = "turn_limit"


class Deal:
    """The state of one deal; `announce`, `draw`, `play` and `fallback` act for the seat whose turn it is.

    `open_phases` holds for each seat the phases it may try: one, or with announced order several, until the
    seat has announced. Turns are counted over the whole game, beginning with `turn` for this deal.
    """

    def __init__(
        self,
        *,
        rules: RuleSet,
        seed: bytes,
        number: int,
        dealer: int,
        playing: Sequence[int],
        playoff: bool,
        open_phases: Sequence[Sequence[int]],
        turn: int,
    ) -> None:
        seats = len(open_phases)
        self.rules = rules
        self.number = number
        self.dealer = dealer
        self.playing = tuple(playing)
        self.playoff = playoff
        self.offered = tuple(tuple(phases) for phases in open_phases)
        self.open_phases = list(self.offered)
        self.turn = turn
        self.steps: list[Step] = []
        self.events = Events(self.steps)
        self.seen = [0] * seats  # the steps up to the end of each seat's own last turn
        self.melds = list[Meld]()
        self.down = [False] * seats
        self.drawn: int | None = None
        self.how: HowEnded | None = None
        self.out: int | None = None
        self._seed = seed
        self._shuffles = 1
        self._limit = turn + rules.turns_per_seat * len(self.playing)
        self._deal_out(shuffle(DECK, seed=seed, deal=number, number=0), seats)
        self.starter = next(seat for seat in _clockwise(dealer, seats) if seat in self.playing)
        self._after = dict(zip(self.playing, (*self.playing[1:], self.playing[0]), strict=True))
        self.skips = Skips(rules, seats=seats, playing=self.playing)
        # A skip turned up costs the starter its turn; nobody was named, so nobody is safe for it.
        self.skips.loses_turn[self.starter] = self.up == SKIP
        self._begin_turn(self.starter)

    def _deal_out(self, deck: list[int], seats: int) -> None:
        """Every seat has its own ten cards of the deck; those of seats that sit out go under the stock."""
        own = [deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)] for seat in range(seats)]
        dealt = HAND_SIZE * seats
        idle = [card for seat in range(seats) if seat not in self.playing for card in own[seat]]
        self.hands = [sorted(cards) if seat in self.playing else [] for seat, cards in enumerate(own)]
        self.dealt = [tuple(hand) for hand in self.hands]
        self.up = deck[dealt]
        self.discards = [self.up]
        self.stock = Stock(deck[dealt + 1 :] + idle, seats=seats)
        self.dealt_stock = self.stock.left

    @property
    def floating(self) -> bool:
        """Whether the seat whose turn it is had no card before its draw."""
        return len(self.hands[self.seat]) == (0 if self.drawn is None else 1)

    def phase(self, seat: int) -> int | None:
        """The phase a seat tries; None while it has not announced one, or has none."""
        phases = self.open_phases[seat]
        return phases[0] if len(phases) == 1 else None

    def can_draw(self) -> tuple[Source, ...]:
        """Where the next card may come from; what the fallback takes stands first."""
        takes = bool(self.discards) and self.discards[-1] != SKIP
        if takes and self.floating and any(self.discards[-1] in meld.accepts() for meld in self.melds):
            return (Source.DISCARD,)
        stock = (Source.STOCK,) if self.stock.left or len(self.discards) > 1 else ()
        return stock + ((Source.DISCARD,) if takes else ())

    def announce(self, phase: int) -> None:
        """Say which open phase the seat tries in this deal."""
        if phase not in self.open_phases[self.seat]:
            phases = ", ".join(str(number) for number in self.open_phases[self.seat])
            raise IllegalMove(f"phase {quoted(phase)} is not open: announce one of {phases}")
        self.open_phases[self.seat] = (phase,)
        self.steps.append(Announced(self.turn, self.seat, phase))
        self.stage = Stage.DRAW

    def draw(self, source: Source) -> None:
        """Take the top card of the stock or of the discards into the hand."""
        hand = self.hands[self.seat]
        if source is Source.DISCARD:
            self._check_draw(source)
            card = self.discards.pop()
        else:
            # Only a floating seat, or one at the end of all cards, can be refused the stock.
            if not hand or not self.stock.left:
                self._check_draw(source)
                self._reshuffle_if_empty()
            card = self.stock.draw(self.seat)
        insort(hand, card)
        self.drawn = card
        self.steps.append(Drew(self.turn, self.seat, source, card))
        self.stage = Stage.PLAY

    def play(self, play: Play) -> None:
        """Apply a whole play, or raise IllegalMove and change nothing."""
        hand = self.hands[self.seat].copy()
        if _plain_discard(play, hand):
            hand.remove(play.discard)  # type: ignore[arg-type]  # a plain discard is not None
            self.hands[self.seat] = hand
        else:
            self._try(play, hand)
        self._end_turn(play.discard, play.skip)

    def _try(self, play: Play, hand: list[int]) -> None:
        seat = self.seat
        trial = Trial(
            rules=self.rules,
            seat=seat,
            phase=self.open_phases[seat][0],
            down=self.down[seat],
            floating=self.floating,
            targets=self.skips.targets(seat) if play.discard == SKIP else (),
            hand=hand,
            melds=self.melds.copy(),
        )
        trial.run(play)
        if play.lay:
            self.down[seat] = True
            self.steps.append(Laid(self.turn, seat, trial.first, trial.laid))
        self.steps += [HitMeld(self.turn, seat, *hit) for hit in trial.hits]
        self.hands[seat], self.melds = trial.hand, trial.melds

    def fallback(self) -> None:
        """Do for the seat what it failed to do: the announcement, or what is left of the turn.

        It draws from the stock and throws a card away. A floating seat must take and hit what fits; the
        fallback does so at the first place.
        """
        if self.stage is Stage.ANNOUNCE:
            self.announce(self.open_phases[self.seat][0])
            return
        if self.stage is Stage.DRAW:
            self.draw(self.can_draw()[0])
        hand = self.hands[self.seat]
        hit = next(find_hits(hand, self.melds), None) if self.floating else None
        if hit is not None:
            self.play(Play(hits=(hit,)))
            return
        card = min(hand, key=THROW_ORDER.__getitem__)
        hand.remove(card)
        self._end_turn(card, None)

    def points(self) -> list[int]:
        """What each hand scores against its holder."""
        return [sum([POINTS[card] for card in hand]) for hand in self.hands]

    def _check_draw(self, source: Source) -> None:
        sources = self.can_draw()
        if source in sources:
            return
        if source is Source.DISCARD and self.discards and self.discards[-1] == SKIP:
            raise IllegalMove("a skip cannot be drawn from the discard pile")
        raise IllegalMove(f"a card can be drawn from {' or '.join(sources)} only, not from the {source}")

    def _reshuffle_if_empty(self) -> None:
        if self.stock.left:
            return
        old, self.discards = self.discards[:-1], self.discards[-1:]
        cards = reshuffle(old, seed=self._seed, deal=self.number, number=self._shuffles)
        self._shuffles += 1
        self.stock = Stock(cards, seats=len(self.hands))
        self.steps.append(Reshuffled(self.turn, self.seat, len(cards)))

    def _end_turn(self, discard: int | None, skip: int | None) -> None:
        seat = self.seat
        self.drawn = None
        if discard is not None:
            self.discards.append(discard)
            self.steps.append(Discarded(self.turn, seat, discard, skip))
            if skip is not None:
                self.skips.name(seat, skip)
        self.seen[seat] = len(self.steps)
        self.turn += 1
        if not self.hands[seat] and (discard is not None or self.rules.go_out is not GoOut.FLOAT):
            self._finish(HowEnded.OUT, seat)
        else:
            self._begin_turn(self._after[seat])

    def _begin_turn(self, seat: int) -> None:
        """The turn of `seat`, or of the next one that has not lost it."""
        while self.turn < self._limit and self.skips.reach(seat):
            self.steps.append(LostTurn(self.turn, seat))
            self.turn += 1
            seat = self._after[seat]
        self.seat = seat
        if self.turn >= self._limit:
            self._finish(HowEnded.TURN_LIMIT, None)
            return
        self.stage = Stage.DRAW if len(self.open_phases[seat]) == 1 else Stage.ANNOUNCE
        if self.rules.go_out is GoOut.FLOAT and not self.can_draw():
            # Everything lies in hands and melds, which takes floating seats to come about.
            self._finish(HowEnded.TURN_LIMIT, None)

    def _finish(self, how: HowEnded, out: int | None) -> None:
        self.how, self.out, self.stage = how, out, Stage.OVER


def _plain_discard(play: Play, hand: Sequence[int]) -> bool:
    """Whether the play only discards a card that is no skip: most do, and no more can be illegal then."""
    lay, hits, discard, skip, declared = play
    only = not lay and not hits and not declared and skip is None
    return only and discard != SKIP and len(hand) > 1 and discard in hand


def _clockwise(seat: int, seats: int) -> list[int]:
    """All seats in the order of play, beginning left of `seat`."""
    return [(seat + step) % seats for step in range(1, seats + 1)]
