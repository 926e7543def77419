"""How things stand in one deal: hands, stock, discards, melds, whose turn it is, and what was noted."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache

from arena.phase10.cards import DECK, POINTS, SKIP
from arena.phase10.deck import Stock, deal_out, reshuffle, shuffle
from arena.phase10.events import Event, Events
from arena.phase10.log import Recorder
from arena.phase10.melds import Meld
from arena.phase10.moves import Source
from arena.phase10.rules import GoOut, Order, RuleSet
from arena.phase10.skips import Skips
from arena.phase10.solver import missing
from arena.phase10.steps import (
    Drew,
    LostTurn,
    Noted,
    Reshuffled,
    Step,
    StepReader,
    drawn,
)


class Stage(StrEnum):
    """What the deal waits for."""

    ANNOUNCE = "announce"
    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


class HowEnded(StrEnum):
    OUT = "out"
    TURN_LIMIT = "turn_limit"


# Looked up in every turn, where a module's name is cheaper than a member of an enumeration.
_DRAW, _PLAY = Stage.DRAW, Stage.PLAY
_STOCK, _DISCARD = Source.STOCK, Source.DISCARD
_BOTH = (_STOCK, _DISCARD)
_ANNOUNCED, _FLOAT = Order.ANNOUNCE, GoOut.FLOAT


class Situation:
    """The state of one deal, for whoever looks; `Deal` is what changes it.

    `open_phases` holds for each seat the phases it may try: one, or with announced order several, until the
    seat has announced. Turns are counted over the whole game, beginning with `turn` for this deal. `drawn` is
    the card that was drawn last.
    """

    # An object with more than thirty attributes would lose Python's quick way to them.
    __slots__ = (
        "_after",
        "_first",
        "_lays_from",
        "_limit",
        "_log",
        "_note",
        "_passes_until",
        "_plain",
        "_recorder",
        "_seed",
        "_shuffles",
        "dealer",
        "dealt",
        "dealt_stock",
        "discards",
        "down",
        "drawn",
        "events",
        "floats",
        "hands",
        "how",
        "melds",
        "noted",
        "number",
        "offered",
        "open_phases",
        "out",
        "playing",
        "playoff",
        "rules",
        "seat",
        "skips",
        "source",
        "stage",
        "starter",
        "stock",
        "turn",
        "up",
    )

    def __init__(
        self,
        *,
        rules: RuleSet,
        seed: bytes,
        number: int,
        dealer: int,
        playing: Sequence[int],
        playoff: bool,
        open_phases: Sequence[tuple[int, ...]],
        turn: int,
        recorder: Recorder | None = None,
    ) -> None:
        seats = len(open_phases)
        self.rules = rules
        self.number = number
        self.dealer = dealer
        self.playing = tuple(playing)
        self.playoff = playoff
        self.offered = tuple(open_phases)
        self.open_phases = list(open_phases)
        self.turn = self._first = turn
        self.noted: list[Noted] = []
        self._note: int | None = None  # of the draw, until it is put down
        self._recorder = recorder or Recorder()
        self._log = self._recorder.bytes
        self.events: Events | None = None
        self.melds = list[Meld]()
        self.down = [False] * seats
        self.drawn: int | None = None
        self.source = _STOCK
        self.how: HowEnded | None = None
        self.out: int | None = None
        self._seed = seed
        self._shuffles = 1
        self._limit = turn + rules.turns_per_seat * len(self.playing)
        self.floats = rules.go_out is _FLOAT
        self._plain = not self.floats and rules.order is not _ANNOUNCED  # every turn begins with a draw
        self._passes_until = 0  # before this turn, play passes to the next seat and nothing else happens
        self._lays_from = [0] * seats  # by seat the first turn in which it may have the cards of its phase
        self._deal_out(seats)
        self._after = _following(self.playing, seats)
        self.starter = self._after[dealer]
        self.skips = Skips(rules, seats=seats, playing=self.playing)
        # A skip turned up costs the starter its turn; nobody was named, so nobody is safe for it.
        if self.up == SKIP:
            self.skips.turn_up(self.starter)
        self.seat, self.stage = self.starter, _DRAW
        self._begin_turn(self.starter)

    def _deal_out(self, seats: int) -> None:
        deck = shuffle(DECK, seed=self._seed, deal=self.number, number=0)
        self.hands, self.up, stock = deal_out(deck, seats=seats, playing=self.playing)
        self.dealt = [*map(tuple, self.hands)]
        self.discards = [self.up]
        self.stock = Stock(stock, seats=seats)
        self.dealt_stock = len(stock)

    @property
    def steps(self) -> list[Step]:
        """All that happened, in order."""
        return self._read_steps().new()

    def note(self, kind: type[Step], *values: object, seat: int) -> None:
        """Put down what happened in this turn."""
        self.note_draw()
        self.noted.append((kind, self.turn, seat, *values))

    def note_draw(self) -> None:
        """Put down the draw of this turn by itself, because something comes between or somebody looks.

        Other turns are put down whole when they end, in half the time.
        """
        if self.stage is _PLAY and self._note is not None:
            self.noted.append((Drew, self.turn, self.seat, *drawn(self._note)))
            self._note = None

    def _read_steps(self) -> StepReader:
        self.note_draw()
        first = self.playing.index(self.starter)
        return StepReader(self.noted, first=self._first, order=self.playing[first:] + self.playing[:first])

    def seen_by(self, seat: int) -> tuple[Event, ...]:
        """What all could see since the seat's own last turn."""
        self.note_draw()
        if self.events is None:  # a game that is only played again shows nobody any
            self.events = Events(self._read_steps())
        return self.events.since_turn_of(seat, self.turn)

    @property
    def floating(self) -> bool:
        """Whether the seat whose turn it is had no card before its draw."""
        return len(self.hands[self.seat]) == (1 if self.stage is _PLAY else 0)

    def phase(self, seat: int) -> int | None:
        """The phase a seat tries; None while it has not announced one, or has none."""
        phases = self.open_phases[seat]
        return phases[0] if len(phases) == 1 else None

    def can_draw(self) -> tuple[Source, ...]:
        """Where the next card may come from; what the fallback takes stands first."""
        discards = self.discards
        if self._plain and len(discards) > 1 and discards[-1] != SKIP:
            return _BOTH
        takes = bool(discards) and discards[-1] != SKIP
        if takes and self.floating and any(discards[-1] in meld.accepts() for meld in self.melds):
            return (_DISCARD,)
        stock = (_STOCK,) if self.stock.left or len(discards) > 1 else ()
        return stock + ((_DISCARD,) if takes else ())

    def can_lay(self) -> bool:
        """Whether the seat whose turn it is, having drawn, may lay its phase down, which it has not yet."""
        seat, turn = self.seat, self.turn
        if turn < self._lays_from[seat] or self.down[seat]:
            return False
        cards = missing(self.hands[seat], self.open_phases[seat][0], self.rules.naturals)
        # A turn brings one card, and a seat's turns are a lap apart: until then there is nothing to find.
        self._lays_from[seat] = turn + cards * len(self.playing)
        return not cards

    def points(self) -> list[int]:
        """What each hand scores against its holder."""
        return [sum([POINTS[card] for card in hand]) for hand in self.hands]

    def _reshuffle(self) -> None:
        old, self.discards = self.discards[:-1], self.discards[-1:]
        cards = reshuffle(old, seed=self._seed, deal=self.number, number=self._shuffles)
        self._shuffles += 1
        self.stock = Stock(cards, seats=len(self.hands))
        self.note(Reshuffled, len(cards), seat=self.seat)

    def _begin_turn(self, seat: int) -> None:
        """The turn of `seat`, or of the next one that has not lost it."""
        skips, limit = self.skips, self._limit
        while not skips.idle and self.turn < limit and skips.reach(seat):
            self.noted.append((LostTurn, self.turn, seat))
            self.turn += 1
            seat = self._after[seat]
        self.seat = seat
        if self.turn >= limit:
            self._finish(HowEnded.TURN_LIMIT, None)
            return
        self.stage = _DRAW
        if self._plain:
            self._passes_until = limit if skips.idle else 0
            return
        if len(self.open_phases[seat]) > 1:
            self.stage = Stage.ANNOUNCE
        if self.floats and not self.can_draw():
            # Everything lies in hands and melds, which takes floating seats to come about.
            self._finish(HowEnded.TURN_LIMIT, None)

    def _finish(self, how: HowEnded, out: int | None) -> None:
        self.how, self.out, self.stage = how, out, Stage.OVER


@cache
def _following(playing: tuple[int, ...], seats: int) -> Sequence[int]:
    """By seat the playing one that comes next after it, clockwise."""
    return [min(playing, key=lambda other: (other - seat - 1) % seats) for seat in range(seats)]
