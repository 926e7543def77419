"""Players inside the engine's process, for measuring it: they read the deal and answer on cards as numbers.

Both play whole turns of the standard game. They see only what a bot would, but nothing keeps them from more.
"""

import sys
from collections.abc import Callable, Sequence
from math import floor

from arena.phase10.cards import SKIP, THROW_ORDER, WILD
from arena.phase10.deal import Deal
from arena.phase10.game import Game
from arena.phase10.melds import Meld, make_meld
from arena.phase10.moves import Hit, Play, Source, hit_of
from arena.phase10.phases import PHASES
from arena.phase10.rules import RuleSet
from arena.phase10.situation import Stage
from arena.phase10.solver import find_hits, find_lay
from arena.phase10.tally import NEEDS, WEIGHTS, WILDS, tally

Turn = Callable[[Deal], None]

_DRAW = Stage.DRAW
_STOCK, _DISCARD = Source.STOCK, Source.DISCARD


def play_game(rules: RuleSet, players: int, seed: bytes, turn: Turn, *, most: int = sys.maxsize) -> Game:
    """A game in which `turn` plays every turn, to the end or until `most` turns were taken."""
    game = Game(rules, players, seed)
    deal = game.deal
    while not game.over and deal.turn < most:
        while deal.stage is _DRAW and deal.turn < most:
            turn(deal)
        game.settle()
        deal = game.deal
    return game


def random_player(random: Callable[[], float]) -> Turn:
    """Finds what is legal (where to draw, a way to lay the phase, every hit) and does some of it by chance.

    `random` gives numbers from 0 to below 1.
    """

    def turn(deal: Deal) -> None:
        sources = deal.can_draw()
        deal.draw(sources[floor(random() * len(sources))])
        seat = deal.seat
        hand = deal.hands[seat]
        if deal.down[seat]:
            hits = find_hits(hand, deal.melds)
            if hits and random() < 0.5:
                deal.play(_ending(deal, hand, random, hits=(hits[floor(random() * len(hits))],)))
                return
        elif deal.can_lay() and random() < 0.5:
            lay = find_lay(hand, deal.open_phases[seat][0])
            assert lay is not None, "the hand holds its phase"
            deal.play(_ending(deal, hand, random, lay=lay.groups))
            return
        place = floor(random() * len(hand))
        if hand[~place] == SKIP:
            deal.play(Play(discard=SKIP, skip=_target(deal, hand)))
        else:
            deal.discard(place)

    return turn


def _ending(
    deal: Deal,
    hand: Sequence[int],
    random: Callable[[], float],
    *,
    lay: tuple[tuple[int, ...], ...] = (),
    hits: tuple[Hit, ...] = (),
) -> Play:
    """The play with a discard of any card that is left."""
    left = [*hand]
    for card in (*[card for group in lay for card in group], *[hit.card for hit in hits]):
        left.remove(card)
    if not left:
        return Play(lay, hits)
    card = left[floor(random() * len(left))]
    return Play(lay, hits, card, _target(deal, left) if card == SKIP else None)


def greedy_turn(deal: Deal) -> None:
    """Lays and hits at once, keeps what shortens the way to the phase, and skips whom it may skip first."""
    if deal.down[deal.seat]:
        _after_phase(deal)
    else:
        _before_phase(deal)


def _before_phase(deal: Deal) -> None:
    seat = deal.seat
    hand, phase = deal.hands[seat], deal.open_phases[seat][0]
    weights, needs = WEIGHTS[phase], NEEDS[phase]
    held = tally(hand, phase)
    top = deal.discards[-1] if deal.discards else SKIP
    if top < WILD:
        needed = needs(held)
        brings = needed > held >> WILDS and needs(held + weights[top]) < needed
    else:
        brings = top == WILD
    deal.draw(_DISCARD if brings else _STOCK)
    held += weights[deal.drawn or 0]
    wilds, needed = held >> WILDS, needs(held)
    if needed <= wilds and deal.can_lay():
        _lay(deal, hand, phase)
    else:
        _discard(deal, hand, _useless(hand, held, phase, max(needed, wilds)))


def _useless(hand: Sequence[int], held: int, phase: int, needed: int) -> int:
    """The place from the top of the dearest card without which no more is needed; a skip is the first.

    The hand has its dearest cards last, but for wilds. Where no card is useless the dearest goes.
    """
    if hand[-1] == SKIP:
        return 0
    weights, needs = WEIGHTS[phase], NEEDS[phase]
    wilds = held >> WILDS
    tried = 0
    for place in range(wilds, len(hand)):
        weight = weights[hand[~place]]
        if weight != tried:
            if needs(held - weight) <= needed:
                return place
            tried = weight
    return min(wilds, len(hand) - 1)


def _lay(deal: Deal, hand: Sequence[int], phase: int) -> None:
    lay = find_lay(hand, phase)
    assert lay is not None, "the hand holds its phase"
    left = [*hand]
    for group in lay.groups:
        for card in group:
            left.remove(card)
    deal.play(_laid_out(deal, left, lay.groups, [meld.accepts() for meld in deal.melds]))


def _after_phase(deal: Deal) -> None:
    top = deal.discards[-1] if deal.discards else SKIP
    takes = [meld.accepts() for meld in deal.melds]
    deal.draw(_DISCARD if True in [top in each for each in takes] else _STOCK)
    hand = deal.hands[deal.seat]
    if False not in [each.isdisjoint(hand) for each in takes]:
        _discard(deal, hand, 0)
    else:
        deal.play(_laid_out(deal, [*hand], (), takes))


def _discard(deal: Deal, hand: Sequence[int], place: int) -> None:
    if hand[~place] == SKIP:
        deal.play(Play(discard=SKIP, skip=_target(deal, hand)))
    else:
        deal.discard(place)


def _target(deal: Deal, left: Sequence[int]) -> int | None:
    """Whom a skip names when these cards are left, itself among them."""
    targets = deal.skips.targets(deal.seat) if len(left) > 1 else ()
    return targets[0] if targets else None


def _laid_out(
    deal: Deal, left: list[int], lay: tuple[tuple[int, ...], ...], takes: Sequence[frozenset[int]]
) -> Play:
    """The play that lays these groups, hits all that fits, and discards the dearest card that is left.

    `takes` says of each meld on the table which cards it takes.
    """
    hits: list[Hit] = []
    for index, fitting in enumerate(takes):
        if not fitting.isdisjoint(left):
            _hit_all(left, deal.melds[index], index, hits, new=False)
    for index, (group, cards) in enumerate(zip(PHASES[deal.open_phases[deal.seat][0]], lay, strict=False)):
        _hit_all(left, make_meld(deal.seat, group, cards, None), index, hits, new=True)
    if not left:
        return Play(lay, tuple(hits))
    card = min(left, key=THROW_ORDER.__getitem__)
    return Play(lay, tuple(hits), card, _target(deal, left) if card == SKIP else None)


def _hit_all(left: list[int], meld: Meld, index: int, hits: list[Hit], *, new: bool) -> None:
    """Puts onto the meld what it takes, out of the cards left."""
    while not (takes := meld.accepts()).isdisjoint(left):
        card = min(takes.intersection(left))
        end = meld.ends()[0] if card == WILD else None
        hits.append(hit_of(card, index, end, new))
        left.remove(card)
        meld, _ = meld.hit(card, end)
