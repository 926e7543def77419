"""Players for tests: one plays at random among legal moves, one as well as a few lines allow."""

from collections.abc import Callable
from random import Random

from arena.phase10.cards import POINTS, SKIP, WILD
from arena.phase10.deal import Deal
from arena.phase10.game import Game
from arena.phase10.melds import Meld
from arena.phase10.moves import Hit, Play, Source
from arena.phase10.rules import GoOut, HitFrom, RuleSet
from arena.phase10.situation import Stage
from arena.phase10.solver import best_plan, count, find_hits, find_lay

Chooser = Callable[[Game], None]


def play_out(rules: RuleSet, players: int, seed: bytes, move: Chooser) -> Game:
    """A whole game in which `move` answers every request."""
    game = Game(rules, players, seed)
    while not game.over:
        move(game)
    return game


def greedy(game: Game) -> None:
    """Lays and hits at once, keeps what shortens the way to the phase, skips the next player."""
    deal = game.deal
    if deal.stage is Stage.ANNOUNCE:
        game.announce(deal.open_phases[deal.seat][0])
    elif deal.stage is Stage.DRAW:
        game.draw(_wanted_source(deal))
    else:
        game.play(_greedy_play(deal))


def random_mover(random: Random) -> Chooser:
    """A player of legal moves without a plan; it lays a phase that it holds two times in three."""

    def move(game: Game) -> None:
        deal = game.deal
        if deal.stage is Stage.ANNOUNCE:
            game.announce(random.choice(deal.open_phases[deal.seat]))
        elif deal.stage is Stage.DRAW:
            game.draw(random.choice(deal.can_draw()))
        else:
            game.play(_random_play(deal, random))

    return move


def distance(hand: list[int], phase: int) -> int:
    """Cards still missing for the phase."""
    counts = count(hand)
    return max(0, best_plan(counts, phase).wilds - counts.wilds)


def _wanted_source(deal: Deal) -> Source:
    sources = deal.can_draw()
    if len(sources) == 1:
        return sources[0]
    seat, top = deal.seat, deal.discards[-1]
    hand, phase = deal.hands[seat], deal.open_phases[seat][0]
    if deal.down[seat]:
        helps = any(top in meld.accepts() for meld in deal.melds)
    else:
        helps = distance([*hand, top], phase) < distance(hand, phase)
    return Source.DISCARD if helps else Source.STOCK


def _greedy_play(deal: Deal) -> Play:
    return _complete(deal, lay=True, most_hits=12, worst=_worst_of(deal))


def _worst_of(deal: Deal) -> Callable[[list[int]], int]:
    seat = deal.seat
    phase = deal.open_phases[seat][0]

    def worst(hand: list[int]) -> int:
        if deal.down[seat] or SKIP in hand:
            return max(hand, key=lambda card: (card == SKIP, card != WILD, POINTS[card]))
        return min(sorted(set(hand)), key=lambda card: (distance(_without(hand, card), phase), -POINTS[card]))

    return worst


def _random_play(deal: Deal, random: Random) -> Play:
    return _complete(
        deal,
        lay=random.random() < 2 / 3,
        most_hits=random.choice([0, 1, 12]),
        worst=random.choice,
        target=random.choice,
    )


def _complete(
    deal: Deal,
    *,
    lay: bool,
    most_hits: int,
    worst: Callable[[list[int]], int],
    target: Callable[[tuple[int, ...]], int] = lambda seats: seats[0],
) -> Play:
    """A legal play that lays if it may and shall, hits up to a number of cards and discards the worst."""
    seat, hand, melds = deal.seat, deal.hands[deal.seat].copy(), deal.melds.copy()
    keep = 1 if deal.rules.go_out is GoOut.DISCARD else 0
    found = None
    if lay and not deal.down[seat]:
        found = find_lay(hand, deal.open_phases[seat][0], deal.rules.naturals)
    if found is not None and len(hand) - sum(map(len, found.groups)) >= keep:
        for card in (card for group in found.groups for card in group):
            hand.remove(card)
    else:
        found = None
    may_hit = deal.down[seat] or (found is not None and deal.rules.hit is HitFrom.SAME_TURN)
    hits = _hit(hand, melds, min(len(hand) - keep, 1 if deal.floating else most_hits if may_hit else 0))
    discard = worst(hand) if hand else None
    targets = deal.skips.targets(seat) if discard == SKIP and len(hand) > 1 else ()
    return Play(
        lay=found.groups if found else (),
        hits=tuple(hits),
        discard=discard,
        skip=target(targets) if targets else None,
        declared=found.declared if found else (),
    )


def _hit(hand: list[int], melds: list[Meld], most: int) -> list[Hit]:
    """Hits the old melds while something fits; takes the cards out of the hand."""
    hits: list[Hit] = []
    while len(hits) < most:
        found = find_hits(hand, melds)
        if not found:
            break
        hit = found[0]
        melds[hit.meld], _ = melds[hit.meld].hit(hit.card, hit.end)
        hand.remove(hit.card)
        hits.append(hit)
    return hits


def _without(hand: list[int], card: int) -> list[int]:
    rest = hand.copy()
    rest.remove(card)
    return rest
