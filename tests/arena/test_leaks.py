"""No message tells a bot what it may not know: with other hidden cards it hears the same bytes.

A game is played and recorded. Then it is played again with the same replies on other decks, in which the
cards that one seat cannot see have changed places as far as the others could still have played as they did:
within what a player was dealt or drew, each card before it is used, and within the stock that nobody drew. In
one deal, up to its end, cards that were never used change places between all hands and the stock, too.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count, takewhile
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from arena.bots import greedy, random_legal, tenline
from arena.inprocess import NO_LIMIT, CallableSeat
from arena.messages import greeting
from arena.phase10 import deck
from arena.phase10.cards import CANONICAL
from arena.phase10.deal import Deal
from arena.phase10.game import Game
from arena.phase10.moves import Source
from arena.phase10.rules import Order, RuleSet
from arena.phase10.steps import Discarded, Drew, HitMeld, Laid, Reshuffled
from arena.protocol import TimeLimits
from arena.seat import Answer, Fault, Seat, TimeLeft
from arena.table import LaneBot, Table
from tests.arena.phase10.test_invariants import rule_sets

# Each shuffle by deal and number, as card by position.
Decks = dict[tuple[int, int], list[int]]
Line = tuple[bytes, Answer | Fault]


class Enough(Exception):
    """The rest of the game may differ."""


class Recording:
    """A seat of which every line is kept, with what it answered."""

    def __init__(self, seat: Seat, lines: list[Line]) -> None:
        self._seat, self._lines = seat, lines

    def start_game(self) -> None: ...

    def time_left(self) -> TimeLeft:
        return NO_LIMIT

    def ask(self, line: bytes) -> Answer | Fault:
        came = self._seat.ask(line)
        self._lines.append((line, came))
        return came

    def close(self) -> None: ...


class Repeating(Recording):
    """Says what was said before, until the news of a deal that need not be the same."""

    def __init__(self, before: Sequence[Line], until: int | None, heard: list[Line]) -> None:
        self._before, self._until, self._lines = iter(before), until, heard

    def ask(self, line: bytes) -> Answer | Fault:
        if is_news(line, self._until):
            raise Enough
        _, came = next(self._before)
        self._lines.append((line, came))
        return came


def is_news(line: bytes, deal: int | None) -> bool:
    """Whether the line may tell how that deal ended; who has forfeited hears of the game's end alone."""
    message = json.loads(line)
    kind = message["type"]
    return deal is not None and (kind == "game_over" or (kind == "deal_over" and message["deal"] == deal))


def play(game: Game, seats: Sequence[Seat]) -> None:
    """A game from hello to game_over; its ids are numbers, so that they are the same next time."""
    numbers = count()
    bots = [LaneBot(index, seat) for index, seat in enumerate(seats)]
    table = Table(game, bots, number=0, next_id=lambda: f"{next(numbers):016x}")
    hello = greeting(game.rules, players=len(seats), games=1, limits=TimeLimits())
    table.greet(hello, lambda: False)
    table.play(lambda: False)


def played_on(decks: Decks, rules: RuleSet, seed: bytes, seats: Sequence[Seat]) -> Game:
    """A game on these decks; those that are not there come from the seed and are put there."""

    def shuffle(cards: Sequence[int], *, seed: bytes, deal: int, number: int) -> list[int]:
        if (deal, number) not in decks:
            decks[deal, number] = deck.shuffle(cards, seed=seed, deal=deal, number=number)
        return decks[deal, number].copy()

    def reshuffle(discards: Sequence[int], *, seed: bytes, deal: int, number: int) -> list[int]:
        order = shuffle(sorted(discards, key=CANONICAL.__getitem__), seed=seed, deal=deal, number=number)
        assert sorted(order) == sorted(discards)
        return order

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.phase10.situation.shuffle", shuffle)
        patch.setattr("arena.phase10.situation.reshuffle", reshuffle)
        game = Game(rules, len(seats), seed)
        with suppress(Enough):
            play(game, seats)
    return game


def played_again(
    decks: Decks, game: Game, said: Sequence[Sequence[Line]], until: int | None
) -> list[list[Line]]:
    """What the seats hear of the game on other decks, in which they say what they said."""
    heard: list[list[Line]] = [[] for _ in said]
    seats = [Repeating(lines, until, heard[at]) for at, lines in enumerate(said)]
    played_on(decks, game.rules, game.seed, seats)
    return heard


# --- what a seat cannot see, and how it could have been otherwise ---

STOCK, NEVER = -1, 10**9


@dataclass
class Card:
    """A card that was face down for a while: where it came from, who got it when, and when it was shown."""

    shuffle: int
    place: int
    holder: int
    since: int
    card: int
    owner: int
    shown: int = NEVER

    def could_be(self, other: "Card", *, free: bool) -> bool:
        """Whether the other card could have lain here."""
        if free and other.shown == NEVER:
            return True
        return self.holder == other.owner and self.since < other.shown


def face_down(deal: Deal, decks: Decks, seats: int) -> Iterator[Card]:
    """Every card that came from a hand as dealt or from the stock."""
    order, shuffle = decks[deal.number, 0], 0

    def taken(place: int, holder: int, since: int) -> Card:
        return Card(shuffle, place, holder, since, order[place], holder)

    hands = {seat: [taken(10 * seat + at, seat, -1) for at in range(10)] for seat in deal.playing}
    out = [10 * seat + at for seat in range(seats) if seat not in deal.playing for at in range(10)]
    stock = deck.Stock([*range(10 * seats + 1, 108), *out], seats=seats)
    for now, step in enumerate(deal.steps):
        match step:
            case Reshuffled():
                shuffle += 1
                order = decks[deal.number, shuffle]
                stock = deck.Stock(range(len(order)), seats=seats)
            case Drew(_, seat, Source.STOCK, card):
                hands[seat].append(taken(stock.draw(seat), seat, now))
                assert hands[seat][-1].card == card
            case Drew(_, seat, _, card):
                hands[seat].append(Card(-1, -1, seat, now, card, seat))  # all have seen it: it stays
        for card in used(step):
            found = next(held for held in hands[step.seat] if held.card == card)
            hands[step.seat].remove(found)
            found.shown = now
            yield found
    yield from (card for hand in hands.values() for card in hand)
    yield from (taken(place, STOCK, -1) for place in stock.rest())


def used(step: object) -> Sequence[int]:
    """The cards that leave a hand."""
    match step:
        case Laid(_, _, _, melds):
            return [card for meld in melds for card in meld.cards]
        case HitMeld(_, _, card) | Discarded(_, _, card):
            return [card]
    return []


def otherwise(decks: Decks, game: Game, seat: int, free: int | None, random: Random) -> Decks:
    """The decks with other hidden cards; with `free`, up to this deal, whose end shows what is left.

    Who was at fault keeps theirs, since what the fallback discards depends on all of the hand.
    """
    other = {key: order.copy() for key, order in decks.items()}
    at_fault = [at for at, score in enumerate(game.scores) if score.strikes or score.forfeited]
    for deal in game.deals[: None if free is None else free + 1]:
        hidden = [
            card
            for card in face_down(deal, decks, game.players)
            if card.shuffle >= 0 and card.holder not in (seat, *at_fault)
        ]
        for _ in range(20 * len(hidden)):
            one, two = random.sample(hidden, 2)
            if one.shuffle == two.shuffle and exchangeable(one, two, free=free == deal.number):
                one.card, two.card = two.card, one.card
                one.owner, two.owner = two.owner, one.owner
                one.shown, two.shown = two.shown, one.shown
        for card in hidden:
            other[deal.number, card.shuffle][card.place] = card.card
    return other


def exchangeable(one: Card, two: Card, *, free: bool) -> bool:
    return one.could_be(two, free=free) and two.could_be(one, free=free)


# --- games to try it on ---


def some_bot(kind: int, number: int) -> CallableSeat:
    """Greedy or random, now and then with a reply that is refused."""
    bot = greedy.Bot() if kind % 2 else random_legal.Bot(number)
    if kind < 2:
        return CallableSeat(bot.answer)
    chance = Random(number)
    return CallableSeat(
        lambda ask: bot.answer(ask) if chance.random() < 0.98 else {"id": ask["id"], "draw": 1}
    )


def never_laying(ask: dict[str, Any]) -> dict[str, Any]:
    return tenline.answer(ask) | ({"phase": ask["open_phases"][0]} if ask["type"] == "phase" else {})


# Few can make phase 6, so that the stock runs out.
LONG = RuleSet(phases=(6, 10), turns_per_seat=30, deals_per_game=2)

tables = st.lists(st.integers(0, 3), min_size=2, max_size=6)
tried = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@tried
@given(rule_sets | st.just(LONG), tables, st.integers(0, 5), st.integers(0, 2**32), st.booleans())
def test_a_bot_hears_the_same_bytes_whatever_it_cannot_know(rules, kinds, seat, number, in_one_deal):
    random, seat = Random(number), seat % len(kinds)
    decks: Decks = {}
    said: list[list[Line]] = [[] for _ in kinds]
    bots = [Recording(some_bot(kind, number + at), said[at]) for at, kind in enumerate(kinds)]
    game = played_on(decks, rules, random.randbytes(32), bots)
    free = random.randrange(len(game.results)) if in_one_deal and game.results else None

    other = otherwise(decks, game, seat, free, random)
    assume(other != decks)
    heard = played_again(other, game, said, free)

    comparable = takewhile(lambda line: not is_news(line, free), (line for line, _ in said[seat]))
    assert [line for line, _ in heard[seat]] == list(comparable)


@pytest.mark.parametrize("order", Order)
def test_in_a_game_with_every_kind_of_message_the_others_hear_something_else(order):
    rules = replace(LONG, order=order)
    decks: Decks = {}
    said: list[list[Line]] = [[] for _ in range(6)]
    bots = [Recording(CallableSeat(never_laying), said[at]) for at in range(6)]
    game = played_on(decks, rules, bytes(32), bots)
    other = otherwise(decks, game, 0, None, Random(1))
    heard = played_again(other, game, said, None)

    kinds = {json.loads(line)["type"] for line, _ in said[0]}
    assert kinds >= {"hello", "draw", "play", "deal_over", "game_over"}
    assert ("phase" in kinds) == (order is Order.ANNOUNCE)
    assert max(number for _, number in decks) > 0  # the discards became the stock
    assert heard[0] == said[0]
    assert all(heard[at] != said[at] for at in range(1, 6))
