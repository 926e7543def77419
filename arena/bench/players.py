"""Players inside the engine's process, for measuring it: they read the deal and answer on cards as numbers.

Both play whole turns of the standard game. They see only what a bot would, but nothing keeps them from more.
"""

from collections.abc import Callable, Sequence

from arena.phase10.cards import COLOR, NUMBER, SKIP, THROW_ORDER, WILD
from arena.phase10.deal import Deal
from arena.phase10.game import Game
from arena.phase10.melds import Meld, make_meld
from arena.phase10.moves import Hit, Play, Source
from arena.phase10.phases import PHASES, GroupKind
from arena.phase10.rules import RuleSet
from arena.phase10.solver import Plan, best_plan, count, find_hits, find_lay

Turn = Callable[[Game], None]

_RUN, _COLOR = GroupKind.RUN, GroupKind.COLOR
_STOCK, _DISCARD = Source.STOCK, Source.DISCARD


def play_game(rules: RuleSet, players: int, seed: bytes, turn: Turn, *, most: float = float("inf")) -> Game:
    """A game in which `turn` plays every turn, to the end or until `most` turns were taken."""
    game = Game(rules, players, seed)
    while not game.over and game.deal.turn < most:
        turn(game)
    return game


def random_player(random: Callable[[], float]) -> Turn:
    """Plays any legal move: each time it finds all of them, and takes one by a number from 0 to below 1."""

    def turn(game: Game) -> None:
        deal = game.deal
        sources = deal.can_draw()
        game.draw(sources[int(random() * len(sources))])
        seat = deal.seat
        hand = deal.hands[seat]
        if deal.down[seat]:
            hits = find_hits(hand, deal.melds)
            if hits and random() < 0.5:
                game.play(_ending(deal, hand, random, hits=(hits[int(random() * len(hits))],)))
                return
        elif deal.can_lay() and random() < 0.5:
            lay = find_lay(hand, deal.open_phases[seat][0])
            assert lay is not None, "the hand holds its phase"
            game.play(_ending(deal, hand, random, lay=lay.groups))
            return
        place = int(random() * len(hand))
        if hand[~place] == SKIP:
            game.play(Play(discard=SKIP, skip=_target(deal, hand)))
        else:
            game.discard(place)

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
    card = left[int(random() * len(left))]
    return Play(lay, hits, card, _target(deal, left) if card == SKIP else None)


def greedy_turn(game: Game) -> None:
    """Lays and hits at once, keeps what shortens the way to the phase, and skips whom it may skip first."""
    deal = game.deal
    seat = deal.seat
    game.draw(_wanted(deal, seat))
    hand, phase = deal.hands[seat], deal.open_phases[seat][0]
    if deal.down[seat]:
        if any(not meld.accepts().isdisjoint(hand) for meld in deal.melds):
            game.play(_laid_out(deal, [*hand], ()))
        else:
            _discard(game, hand, min(hand, key=THROW_ORDER.__getitem__))
        return
    counts = count(hand)
    plan = best_plan(counts, phase)
    if plan.wilds > counts.wilds:
        _discard(game, hand, _worst(hand, phase, plan))
        return
    lay = find_lay(hand, phase)
    assert lay is not None, "the hand holds its phase"
    left = [*hand]
    for group in lay.groups:
        for card in group:
            left.remove(card)
    game.play(_laid_out(deal, left, lay.groups))


def _wanted(deal: Deal, seat: int) -> Source:
    """The discard pile when its top is wild, fits a meld that may be hit, or brings the phase nearer."""
    top = deal.discards[-1] if deal.discards else SKIP
    if top >= WILD:
        return _DISCARD if top == WILD else _STOCK
    if deal.down[seat]:
        return _DISCARD if any(top in meld.accepts() for meld in deal.melds) else _STOCK
    phase, counts = deal.open_phases[seat][0], count(deal.hands[seat])
    before = best_plan(counts, phase).wilds
    if not before:
        return _STOCK
    counts.numbers[NUMBER[top]] += 1
    counts.colors[COLOR[top]] += 1
    return _DISCARD if best_plan(counts, phase).wilds < before else _STOCK


def _discard(game: Game, hand: Sequence[int], card: int) -> None:
    if card == SKIP:
        game.play(Play(discard=SKIP, skip=_target(game.deal, hand)))
    else:
        game.discard(len(hand) - 1 - hand.index(card))


def _target(deal: Deal, left: Sequence[int]) -> int | None:
    """Whom a skip names when these cards are left, itself among them."""
    targets = deal.skips.targets(deal.seat) if len(left) > 1 else ()
    return targets[0] if targets else None


def _worst(hand: Sequence[int], phase: int, plan: Plan) -> int:
    """The dearest card that the plan has no use for."""
    useless = [card for card in hand if card == SKIP]
    if PHASES[phase][0].kind is _COLOR:
        useless += [card for card in hand if card < WILD and COLOR[card] != plan.at[0]]
    else:
        room = _room(phase, plan)
        for card in hand:
            number = NUMBER[card]
            if room[number]:
                room[number] -= 1
            elif card < WILD:
                useless.append(card)
    return min(useless or hand, key=THROW_ORDER.__getitem__)


def _room(phase: int, plan: Plan) -> list[int]:
    """By number, how many cards the plan can use: any of a set's, one of each in a run."""
    room = [0] * 13
    for (kind, size), at in zip(PHASES[phase], plan.at, strict=True):
        if kind is _RUN:
            for number in range(at, at + size):
                room[number] += 1
        else:
            room[at] += size
    return room


def _laid_out(deal: Deal, left: list[int], lay: tuple[tuple[int, ...], ...]) -> Play:
    """The play that lays these groups, hits all that fits, and discards the dearest card that is left."""
    groups = zip(PHASES[deal.open_phases[deal.seat][0]], lay, strict=False)
    new = [make_meld(deal.seat, group, cards, None) for group, cards in groups]
    hits = [hit for index, meld in enumerate(deal.melds) for hit in _hits(left, meld, index, new=False)]
    hits += [hit for index, meld in enumerate(new) for hit in _hits(left, meld, index, new=True)]
    if not left:
        return Play(lay, tuple(hits))
    card = min(left, key=THROW_ORDER.__getitem__)
    return Play(lay, tuple(hits), card, _target(deal, left) if card == SKIP else None)


def _hits(left: list[int], meld: Meld, index: int, *, new: bool) -> list[Hit]:
    """Puts onto the meld what it takes, out of the cards left."""
    hits = []
    while fitting := meld.accepts().intersection(left):
        card = min(fitting)
        hits.append(Hit(card, index, meld.ends()[0] if card == WILD else None, new))
        meld, _ = meld.hit(card, hits[-1].end)
        left.remove(card)
    return hits
