"""The engine allows exactly what the rules do: held against a referee that shares nothing with it."""

import copy
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from arena.phase10.cards import COLORS
from arena.phase10.deal import Deal
from arena.phase10.errors import IllegalMove
from arena.phase10.melds import Meld, make_meld
from arena.phase10.notation import TEXT, write_cards
from arena.phase10.phases import PHASES, Group, GroupKind
from arena.phase10.reading import read_play
from arena.phase10.rules import GoOut, HitFrom, Naturals, RuleSet
from tests.arena.phase10.naive_referee import Laid, Turn, allows, fits
from tests.arena.phase10.table import a_deal, cards

Reply = dict[str, Any]


def compared(deal: Deal, replies: Iterable[Reply]) -> Counter[bool]:
    """How many replies both allow and both refuse; they must agree on every one."""
    turn, agreed, trying = turn_of(deal), Counter[bool](), copy.deepcopy(deal)
    for reply in replies:
        allowed = allows(turn, reply)
        assert takes(trying, reply) == allowed, (turn, reply)
        agreed[allowed] += 1
        if allowed:
            trying = copy.deepcopy(deal)
    return agreed


def turn_of(deal: Deal) -> Turn:
    return Turn(
        rules=deal.rules,
        phase=deal.open_phases[0][0],
        down=deal.down[0],
        hand=write_cards(deal.hands[0]),
        table=tuple(map(shown, deal.melds)),
        targets=deal.skips.targets(0),
    )


def shown(meld: Meld) -> Laid:
    of = COLORS[meld.at] if meld.kind is GroupKind.COLOR else meld.at
    return Laid(str(meld.kind), of, len(meld.cards))


def takes(deal: Deal, reply: Reply) -> bool:
    """Whether the engine plays the reply."""
    named = {"lay": "lay", "hit": "hits", "discard": "discard", "skip": "skip"}
    try:
        deal.play(read_play(**{named[field]: value for field, value in reply.items()}))
    except IllegalMove:
        return False
    return True


def likely(random: Random, phase: int) -> list[str]:
    """Cards that make the phase in this order, but for an accident now and then."""
    hand = []
    for kind, size in PHASES[phase]:
        low = random.randint(1, 14 - size) if kind is GroupKind.RUN else random.randint(1, 12)
        numbers = [low + place if kind is GroupKind.RUN else low for place in range(size)]
        hand += ["W" if random.random() < 0.4 else f"{random.choice('RRRB')}{number}" for number in numbers]
    if random.random() < 0.2:
        hand[random.randrange(len(hand))] = random.choice(["S", "B4", "W"])
    return [card if card in TEXT else "W" for card in hand]  # a run that ends with 13 ends with a wild


def lays(random: Random, hand: list[str], groups: int) -> Iterator[Reply]:
    """The cards as they lie and in other orders, split at every place; wilds alone stand for something."""
    swaps, shuffles = [swapped(random, hand) for _ in range(12)], [shuffled(random, hand) for _ in range(8)]
    for order in [hand, *swaps, *shuffles]:
        for cut in range(1, len(order)) if groups > 1 else [len(order)]:
            lay = [as_laid(group, random) for group in (order[:cut], order[cut:]) if group]
            yield {"lay": lay, "discard": "G12"}


def swapped(random: Random, hand: list[str]) -> list[str]:
    order, (one, two) = hand.copy(), random.sample(range(len(hand)), 2)
    order[one], order[two] = order[two], order[one]
    return order


def shuffled(random: Random, hand: list[str]) -> list[str]:
    return random.sample(hand, len(hand))


def as_laid(group: list[str], random: Random) -> list[str] | Reply:
    if set(group) == {"W"}:
        return {"cards": group, "as": random.choice([*range(14), *COLORS])}
    return group


@pytest.mark.parametrize("naturals", Naturals)
@pytest.mark.parametrize("phase", PHASES)
def test_cards_are_laid_exactly_in_the_orders_and_splits_that_the_rules_allow(phase, naturals):
    random, agreed = Random(phase), Counter[bool]()
    for _ in range(8):
        hand = likely(random, phase)
        deal = a_deal(" ".join([*hand, "G12", "G12"]), phase=phase, rules=RuleSet(naturals=naturals))
        agreed += compared(deal, lays(random, hand, len(PHASES[phase])))
    assert agreed[True] > 5
    assert agreed[False] > 100


# --- whole plays ---


def some_meld(random: Random) -> Meld:
    """A short or a nearly full run, a set, or cards of one colour."""
    kind, size = random.choice(list(GroupKind)), random.choice([3, 4, 9, 11, 12])
    low = random.randint(1, 13 - size) if kind is GroupKind.RUN else random.randint(1, 12)
    step = 0 if kind is GroupKind.SET else 1
    made = [f"R{(low - 1 + step * place) % 12 + 1}" for place in range(size)]
    return make_meld(1, Group(kind, size), cards(" ".join(made)), None)


def some_position(random: Random) -> tuple[Deal, list[list[str]]]:
    """Seat 0 of three is to play: perhaps the groups of its phase, and a few cards more."""
    go_out, phase = random.choice(list(GoOut)), random.choice([1, 2, 4, 8, 9])
    rules = RuleSet(go_out=go_out, hit=random.choice(list(HitFrom)), naturals=random.choice(list(Naturals)))
    laying = random.random() < 0.5
    ordered = likely(random, phase) if laying else []
    least = 0 if laying else 1 if go_out is GoOut.FLOAT else 2
    more = random.choices(["W", "S", *TEXT], [20, 8] + [1] * len(TEXT), k=random.randint(least, 3))
    deal = a_deal(
        " ".join(ordered + more),
        players=3,
        phase=phase,
        rules=rules,
        melds=[some_meld(random) for _ in range(random.randint(0, 3))],
        down=[] if laying and random.random() < 0.9 else [0],
    )
    first = PHASES[phase][0].size
    return deal, [group for group in (ordered[:first], ordered[first:]) if group]


def some_reply(random: Random, turn: Turn, groups: list[list[str]]) -> Reply:
    """Something that might be legal: the cards of the hand, most where they fit."""
    hand, reply = list(turn.hand), Reply()
    random.shuffle(hand)
    if groups and random.random() < 0.8:
        reply["lay"] = [as_laid(group, random) for group in groups]
        for card in (card for group in groups for card in group):
            hand.remove(card)
    while hand and random.random() < 0.5:
        reply.setdefault("hit", []).append(some_hit(random, turn, hand.pop()))
    if hand or random.random() < 0.1:
        reply["discard"] = hand.pop() if hand else random.choice(TEXT)
    if random.random() < (0.8 if reply.get("discard") == "S" else 0.1):
        reply["skip"] = random.choice([0, 1, 2, 3])
    return reply


def some_hit(random: Random, turn: Turn, card: str) -> Reply:
    fitting = [index for index, meld in enumerate(turn.table) if fits(meld, card)]
    anywhere = [*range(-1, len(turn.table) + 1), "new:0", "new:1"]
    meld = random.choice(fitting if fitting and random.random() < 0.7 else anywhere)
    end = random.choice([{"end": "low"}, {"end": "high"}] if card == "W" else [{}, {}, {"end": "low"}])
    return {"card": card if random.random() < 0.95 else random.choice(TEXT), "meld": meld} | end


@pytest.mark.parametrize("number", range(10))
def test_a_whole_play_is_taken_exactly_when_the_rules_allow_it(number):
    random, agreed = Random(number), Counter[bool]()
    for _ in range(60):
        deal, groups = some_position(random)
        turn = turn_of(deal)
        agreed += compared(deal, (some_reply(random, turn, groups) for _ in range(12)))
    assert min(agreed.values()) > 60
