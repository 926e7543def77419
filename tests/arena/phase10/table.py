"""Positions for tests: cards as text in, a deal in the middle of a turn out.

``"R5 B5 W"`` is three cards, ``"R5 B5 W | R7 W W"`` two groups of them.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from arena.phase10.cards import DECK
from arena.phase10.deal import Deal
from arena.phase10.deck import shuffle
from arena.phase10.game import Game
from arena.phase10.melds import Meld, make_meld
from arena.phase10.moves import Play
from arena.phase10.notation import read_card, read_cards
from arena.phase10.phases import Group, GroupKind
from arena.phase10.reading import read_play
from arena.phase10.rules import STANDARD, RuleSet
from arena.phase10.situation import Stage

SEED = bytes(range(32))


def cards(text: str) -> list[int]:
    return list(read_cards(text.split()))


def groups(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(cards(part)) for part in text.split("|")) if text else ()


def a_set(text: str, owner: int = 1) -> Meld:
    return make_meld(owner, Group(GroupKind.SET, 2), cards(text), None)


def a_run(text: str, owner: int = 1) -> Meld:
    return make_meld(owner, Group(GroupKind.RUN, 4), cards(text), None)


def a_color(text: str, owner: int = 1) -> Meld:
    return make_meld(owner, Group(GroupKind.COLOR, 7), cards(text), None)


def a_deal(
    hand: str = "",
    *,
    players: int = 2,
    phase: int = 1,
    rules: RuleSet = STANDARD,
    melds: Sequence[Meld] = (),
    down: Sequence[int] = (),
    discards: str = "R1",
    others: Mapping[int, str] | None = None,
    drawn: bool = True,
) -> Deal:
    """Seat 0 has drawn and is to play (or, with drawn=False, to draw); the other hands are as dealt."""
    deal = Deal(
        rules=rules,
        seed=seed_with_up_card("R1", players),
        number=0,
        dealer=players - 1,
        playing=range(players),
        playoff=False,
        open_phases=[(phase,)] * players,
        turn=0,
    )
    arrange(deal, hand, melds=melds, down=down, discards=discards, others=others, drawn=drawn)
    return deal


def arrange(
    deal: Deal,
    hand: str,
    *,
    melds: Sequence[Meld] = (),
    down: Sequence[int] = (),
    discards: str = "R1",
    others: Mapping[int, str] | None = None,
    drawn: bool = True,
) -> None:
    """Put a deal into a position, whatever its cards were."""
    for seat, text in {deal.seat: hand, **(others or {})}.items():
        deal.hands[seat] = sorted(cards(text))
    deal.melds = list(melds)
    deal.discards = cards(discards)
    for seat in down:
        deal.down[seat] = True
    deal.stage = Stage.PLAY if drawn else Stage.DRAW
    deal.drawn = deal.hands[deal.seat][0] if drawn else None


@cache
def seed_with_up_card(card: str, players: int) -> bytes:
    """A seed whose first deal turns this card up."""
    numbers = (number.to_bytes(4, "big") for number in range(10_000))
    up = read_card(card)
    return next(seed for seed in numbers if shuffle(DECK, seed=seed, deal=0, number=0)[10 * players] == up)


def a_play(
    lay: str = "",
    discard: str | None = None,
    *,
    hits: Sequence[Mapping[str, Any]] = (),
    skip: int | None = None,
) -> Play:
    """A play as a bot would write it."""
    return read_play(
        lay=[part.split() for part in lay.split("|")] if lay else [],
        hits=hits,
        discard=discard,
        skip=skip,
    )


def hit(card: str, meld: int | str, end: str | None = None) -> dict[str, Any]:
    return {"card": card, "meld": meld} | ({"end": end} if end else {})


def laid(deal: Deal) -> list[tuple[int, ...]]:
    """The cards of every meld on the table."""
    return [meld.cards for meld in deal.melds]


def a_game(
    *,
    players: int = 2,
    rules: RuleSet = STANDARD,
    completed: Mapping[int, int] | None = None,
    points: Mapping[int, int] | None = None,
) -> Game:
    """A game in which seats have completed their first phases and hold points; the deal waits for seat 0."""
    game = Game(rules, players, seed_with_up_card("R1", players))
    for seat, count in (completed or {}).items():
        game.scores[seat].completed = list(rules.phases[:count])
        game.deal.open_phases[seat] = rules.phases[count : count + 1]
    for seat, held in (points or {}).items():
        game.scores[seat].points = held
    return game
