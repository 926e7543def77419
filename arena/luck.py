"""How lucky each seat was in a game: what the cards were worth that it was dealt and drew from the stock.

A draw is worth what it changed, less the mean of that over all cards which were left in the stock; a dealt
hand likewise, over all hands that the deck has. So luck is nothing on average, whatever the bots do, and a
margin less its luck has the mean of the margin and less scatter. What a change is worth is read from a table,
which stays as it is under its version: a poor table takes less of the scatter away, and is as fair.

A hand is judged by its phase and by how many cards it misses at least. `arena.luck_table` makes the table.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import cycle
from operator import mul
from typing import Any, Final, NamedTuple

from arena.phase10.cards import COLOR, DECK, HAND_SIZE, KINDS, NUMBER, POINTS, SKIP, WILD
from arena.phase10.deal import Deal
from arena.phase10.game import Game
from arena.phase10.melds import Meld
from arena.phase10.moves import End, Source
from arena.phase10.phases import PHASES
from arena.phase10.steps import Drew, LostTurn, Noted, Reshuffled, discarded, drawn
from arena.phase10.tally import NEEDS, WEIGHTS, at_least_missing, tally
from arena.phase10.tally import WILDS as WILDS_AT

#: A hand that misses more than so many cards is as far from its phase as one that misses these.
FAR: Final = 8
_MISSES: Final = FAR + 1
_CELLS: Final = len(PHASES) * _MISSES

#: How near the others are: one of them is down, or misses two cards at most, or none does.
RACES: Final = 3
_CLOSE: Final = 2

# What can be lucky, as places in a list: a dealt hand by phase and missing cards; its wilds, skips and
# points; a drawn card that brings the phase nearer, by the same and by how near the others are to theirs; a
# wild drawn, by phase; a skip drawn and points drawn, before the own phase is down and after; a drawn card
# that can be hit, by how many cards the hand has.
DEALT: Final = 0
DEALT_CARDS: Final = DEALT + _CELLS
NEARER: Final = DEALT_CARDS + 3
WILDS: Final = NEARER + RACES * _CELLS
SKIPS: Final = WILDS + len(PHASES)
DRAWN_POINTS: Final = SKIPS + 2
HITS: Final = DRAWN_POINTS + 2
MOST_HELD: Final = 8
KINDS_OF_LUCK: Final = HITS + MOST_HELD + 1

#: Points are told in this unit, in which they scatter about as much as the others.
POINTS_UNIT: Final = 10
_OF_COLOR: Final = 8  # the phase that is made of one colour

_MEAN_WILDS: Final = HAND_SIZE * DECK.count(WILD) / len(DECK)
_MEAN_SKIPS: Final = HAND_SIZE * DECK.count(SKIP) / len(DECK)
_MEAN_POINTS: Final = HAND_SIZE * sum(POINTS[card] for card in DECK) / len(DECK)
_DECK_KINDS: Final = [DECK.count(card) for card in range(KINDS)]
_STOCK: Final = Source.STOCK


@dataclass(frozen=True, slots=True)
class Table:
    """`worth` is by the number of players, in phases, one for each kind of luck.

    `dealt` is by phase the chance that a dealt hand misses 0, 1, 2… cards. Neither ever changes in a version.
    """

    version: int
    dealt: tuple[tuple[float, ...], ...]
    worth: dict[int, tuple[float, ...]]

    def worth_of(self, players: int) -> tuple[float, ...]:
        """For a number that has no table of its own, that of the next lower one."""
        return self.worth[max(known for known in self.worth if known <= players)]


def read_table(data: dict[str, Any]) -> Table:
    """A table from its file, where chances stand as counts of hands."""
    dealt = tuple(tuple(count / sum(counts) for count in counts) for counts in data["dealt"])
    return Table(data["version"], dealt, {int(n): tuple(worth) for n, worth in data["worth"].items()})


@cache
def the_table() -> Table:
    """The one that adjusted margins are made with."""
    return read_table(json.loads(files("arena").joinpath("luck_table.json").read_text()))


class Luck(NamedTuple):
    """Of one seat in a game: how many phases of its margin were luck beyond that of its table.

    And how many wilds more than were to be expected came to it, dealt or drawn before its phase was down.
    """

    phases: float
    wilds: float


def luck(game: Game, table: Table | None = None) -> tuple[float, ...]:
    """By seat, how many phases of its margin in a finished game were luck."""
    table = table or the_table()
    return tuple(_worth(of_seat, table.worth_of(game.players)) for of_seat in surprises(game, table.dealt))


def told(game: Game, table: Table | None = None) -> tuple[Luck, ...]:
    """By seat, what a reader is told of the luck in a finished game."""
    table = table or the_table()
    found = surprises(game, table.dealt)
    phases = [_worth(of_seat, table.worth_of(game.players)) for of_seat in found]
    mean = sum(phases) / len(phases)
    return tuple(
        Luck(lucky - mean, of_seat[DEALT_CARDS] + sum(of_seat[WILDS:SKIPS]))
        for lucky, of_seat in zip(phases, found, strict=True)
    )


def _worth(of_seat: Sequence[float], worth: Sequence[float]) -> float:
    return float(sum(map(mul, worth, of_seat)))


def adjusted(
    margins: Sequence[float], luck_of: Sequence[Sequence[float]], seats: Sequence[Sequence[int]]
) -> tuple[float, ...]:
    """The margins of a block, by bot, less its luck beyond that of its table.

    `luck_of` is by game and seat, `seats` by game the bot in each seat.
    """
    totals = [0.0] * len(margins)
    for lucky, seated in zip(luck_of, seats, strict=True):
        for seat, bot in enumerate(seated):
            totals[bot] += lucky[seat]
    mean = sum(totals) / len(totals)
    return tuple(margin - (total - mean) / len(seats) for margin, total in zip(margins, totals, strict=True))


def surprises(game: Game, dealt: Sequence[Sequence[float]]) -> list[list[float]]:
    """By seat and kind of luck, what came less what was to be expected, summed over the game."""
    found = _nothing(game)
    for deal in game.deals:
        if not deal.playoff:  # of which nothing counts
            Watched(deal, found).watch(dealt)
    return found


def surprises_of_deals(
    game: Game, dealt: Sequence[Sequence[float]]
) -> Iterator[tuple[Deal, list[list[float]]]]:
    """The same, deal by deal."""
    for deal in game.deals:
        if not deal.playoff:
            found = _nothing(game)
            Watched(deal, found).watch(dealt)
            yield deal, found


def _nothing(game: Game) -> list[list[float]]:
    return [[0.0] * KINDS_OF_LUCK for _ in range(game.players)]


class Watched:
    """One deal seen by somebody who knows all cards but the order of the stock.

    `stock` has by card how many of it are left there.
    """

    def __init__(self, deal: Deal, found: list[list[float]]) -> None:
        seats = len(deal.hands)
        self._deal, self._found = deal, found
        self._phase = [deal.phase(seat) or deal.offered[seat][0] for seat in range(seats)]
        self._held = [tally(hand, phase) for phase, hand in zip(self._phase, deal.dealt, strict=True)]
        self._cards = [len(hand) for hand in deal.dealt]
        self._misses = [FAR] * seats  # 0 only for those that are down
        self._melds: list[Meld] = []
        self._takes: frozenset[int] = frozenset()
        self._discards = [deal.up]
        first = deal.playing.index(deal.starter)
        self._turns = cycle(deal.playing[first:] + deal.playing[:first])  # whose they are, lost ones too
        kinds = [*_DECK_KINDS]
        kinds[deal.up] -= 1
        for hand in deal.dealt:
            for card in hand:
                kinds[card] -= 1
        self._fill(kinds)

    def _fill(self, kinds: list[int]) -> None:
        """The stock has so many of each card."""
        self.stock = kinds
        self._left, self._points = sum(kinds), sum(map(mul, kinds, POINTS))
        # Of each number and of each colour, the last one being no colour.
        self._numbers = [0, *[sum(kinds[first : first + 4]) for first in range(0, WILD, 4)]]
        self._colors = [*[sum(kinds[color:WILD:4]) for color in range(4)], 0]

    def watch(self, dealt: Sequence[Sequence[float]]) -> None:
        self._judge_hands(dealt)
        self._deal.note_draw()
        for noted in self._deal.noted:
            self.see(noted)

    def see(self, noted: Noted) -> None:
        """What happened next."""
        if isinstance(noted, int):
            self._turn(next(self._turns), noted, discarded(noted), (), ())
        elif isinstance(noted[0], int):
            _, _, draw, discard, _, _, laid, hits = noted
            self._turn(next(self._turns), draw, discard, laid, hits)
        elif noted[0] is LostTurn:
            next(self._turns)
        elif noted[0] is Drew:
            self._draw(*noted[2:])
        elif noted[0] is Reshuffled:
            *stock, top = self._discards
            self._fill([stock.count(card) for card in range(KINDS)])
            self._discards = [top]

    def _judge_hands(self, dealt: Sequence[Sequence[float]]) -> None:
        # Judged by the phase that was known before the cards came.
        for seat, (hand, (phase, *_)) in enumerate(zip(self._deal.dealt, self._deal.offered, strict=True)):
            found = self._found[seat]
            first = DEALT + (phase - 1) * _MISSES
            misses = min(at_least_missing(tally(hand, phase), phase), FAR)
            found[first + misses] += 1
            for missing, chance in enumerate(dealt[phase - 1]):
                found[first + missing] -= chance
            found[DEALT_CARDS] += hand.count(WILD) - _MEAN_WILDS
            found[DEALT_CARDS + 1] += hand.count(SKIP) - _MEAN_SKIPS
            found[DEALT_CARDS + 2] += (sum(map(POINTS.__getitem__, hand)) - _MEAN_POINTS) / POINTS_UNIT
            self._misses[seat] = max(misses, 1)

    def _turn(
        self,
        seat: int,
        draw: int | None,
        discard: int | None,
        laid: Sequence[Meld],
        hits: Sequence[tuple[int, int, End | None]],
    ) -> None:
        if draw is not None:
            self._draw(seat, *drawn(draw))
        self._lay(seat, laid, hits)
        if discard is not None:
            self._discards.append(discard)
            self._cards[seat] -= 1
            if self._misses[seat]:
                self._held[seat] -= WEIGHTS[self._phase[seat]][discard]

    def _lay(self, seat: int, laid: Sequence[Meld], hits: Sequence[tuple[int, int, End | None]]) -> None:
        if not laid and not hits:
            return
        if laid:
            self._misses[seat] = 0
            self._melds += laid
            self._cards[seat] -= sum(len(meld.cards) for meld in laid)
        for card, meld, end in hits:
            self._melds[meld], _ = self._melds[meld].hit(card, end)
        self._cards[seat] -= len(hits)
        self._takes = frozenset[int]().union(*[meld.accepts() for meld in self._melds])

    def _draw(self, seat: int, source: Source, card: int) -> None:
        if source is not _STOCK:
            self._discards.pop()
        else:
            self.judge(self._found[seat], seat, card)
            self._left -= 1
            self._points -= POINTS[card]
            self.stock[card] -= 1
            self._numbers[NUMBER[card]] -= 1
            self._colors[COLOR[card]] -= 1
        self._cards[seat] += 1
        if self._misses[seat]:
            self._held[seat] += WEIGHTS[self._phase[seat]][card]

    def judge(self, found: list[float], seat: int, card: int) -> None:
        """Add up the luck of a seat that draws this card, less the mean over all cards that are left."""
        left, kinds, down = self._left, self.stock, not self._misses[seat]
        if down:
            chance = sum(map(kinds.__getitem__, self._takes)) / left
            found[HITS + min(self._cards[seat], MOST_HELD)] += (card in self._takes) - chance
        else:
            wilds, phase = kinds[WILD], self._phase[seat]
            found[WILDS + phase - 1] += (card == WILD) - wilds / left
            self._judge_nearer(found, seat, phase, card)
        found[SKIPS + down] += (card == SKIP) - kinds[SKIP] / left
        found[DRAWN_POINTS + down] += (POINTS[card] - self._points / left) / POINTS_UNIT

    def _judge_nearer(self, found: list[float], seat: int, phase: int, card: int) -> None:
        held = self._held[seat]
        needs, places = nearer(phase, held & _NATURALS)
        misses = needs - (held >> WILDS_AT)
        if misses <= 0:
            return
        counts, place = (self._colors, COLOR) if phase == _OF_COLOR else (self._numbers, NUMBER)
        chance = (sum(map(counts.__getitem__, places)) + self.stock[WILD]) / self._left
        came = card == WILD or place[card] in places
        cell = (self._race(seat) * len(PHASES) + phase - 1) * _MISSES + min(misses, FAR)
        found[NEARER + cell] += came - chance
        self._misses[seat] = max(misses - came, 1)

    def _race(self, seat: int) -> int:
        nearest = min(misses for other, misses in enumerate(self._misses) if other != seat)
        return 0 if not nearest else 1 if nearest <= _CLOSE else 2


@lru_cache(maxsize=1 << 17)
def nearer(phase: int, naturals: int) -> tuple[int, frozenset[int]]:
    """How many cards are missing beside the natural ones of this tally, and which numbers bring it nearer.

    Of a phase of one colour, which colours. A wild does in any case.
    """
    needs, weights = NEEDS[phase], _PLACES[phase]
    missing = needs(naturals)
    closer = [
        place
        for place, weight in weights.items()
        if naturals // weight % 16 < _ALL_OF_A_NUMBER and needs(naturals + weight) < missing
    ]
    return missing, frozenset(closer)


# By phase, the numbers or colours that tell its cards apart, and what each adds to a tally.
_PLACES: Final = {
    phase: {(COLOR if phase == _OF_COLOR else NUMBER)[card]: weights[card] for card in range(WILD)}
    for phase, weights in WEIGHTS.items()
}
_ALL_OF_A_NUMBER: Final = 8  # a tally has no room for more, nor the deck
_NATURALS: Final = (1 << WILDS_AT) - 1
