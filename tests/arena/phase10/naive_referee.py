"""The rules of a turn once more, on replies as a bot writes them: plain, and nothing of the engine in it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.phase10.rules import GoOut, HitFrom, Naturals, RuleSet

WANTED: dict[int, list[tuple[str, int]]] = {
    1: [("set", 3), ("set", 3)],
    2: [("set", 3), ("run", 4)],
    3: [("set", 4), ("run", 4)],
    4: [("run", 7)],
    5: [("run", 8)],
    6: [("run", 9)],
    7: [("set", 4), ("set", 4)],
    8: [("color", 7)],
    9: [("set", 5), ("set", 2)],
    10: [("set", 5), ("set", 3)],
}

Reply = Mapping[str, Any]


@dataclass(frozen=True)
class Laid:
    """A meld: a set of a number, a run from a number, or cards of a colour's letter."""

    kind: str
    of: Any
    size: int


@dataclass(frozen=True)
class Turn:
    """A seat after its draw; `targets` are whom a skip may name."""

    rules: RuleSet
    phase: int
    down: bool
    hand: tuple[str, ...]
    table: tuple[Laid, ...]
    targets: tuple[int, ...]


class No(Exception):
    """The rules do not allow it."""


def allows(turn: Turn, reply: Reply) -> bool:
    """Whether the rules allow the reply, all of it."""
    try:
        _play(turn, reply)
    except No:
        return False
    return True


def _need(holds: object) -> None:
    if not holds:
        raise No


def _play(turn: Turn, reply: Reply) -> None:
    hand, lay, hits = Counter(turn.hand), reply.get("lay", []), reply.get("hit", [])
    laid = [*_laid(turn, lay, hand)] if lay else []
    _need(not hits or turn.down or (laid and turn.rules.hit is HitFrom.SAME_TURN))
    if turn.rules.go_out is GoOut.FLOAT and len(turn.hand) == 1 and not hits:
        _need(not any(fits(meld, turn.hand[0]) for meld in turn.table))
    melds: dict[Any, Laid] = dict(enumerate(turn.table)) | {
        f"new:{number}": meld for number, meld in enumerate(laid)
    }
    for hit in hits:
        _take(hand, hit["card"])
        _need(hit["meld"] in melds)
        melds[hit["meld"]] = _after_hit(melds[hit["meld"]], hit["card"], hit.get("end"))
    _end(turn, reply, hand)


def _take(hand: Counter[str], card: str) -> None:
    _need(hand[card])
    hand[card] -= 1


def _laid(turn: Turn, lay: Sequence[Any], hand: Counter[str]) -> Iterator[Laid]:
    wanted = WANTED[turn.phase]
    _need(not turn.down and len(lay) == len(wanted))
    groups = [(group, None) if isinstance(group, list) else (group["cards"], group["as"]) for group in lay]
    wild = [all(card == "W" for card in cards) for cards, _ in groups]
    _need(turn.rules.naturals is not Naturals.GROUP or not any(wild))
    _need(turn.rules.naturals is not Naturals.PHASE or not all(wild))
    for (kind, least), (cards, declared), only_wild in zip(wanted, groups, wild, strict=True):
        for card in cards:
            _take(hand, card)
        _need(len(cards) >= least)
        _need(only_wild == (declared is not None))
        possible = [of for of in _everything(kind) if _is(kind, of, cards)]
        _need(possible)
        _need(not only_wild or declared in possible)
        yield Laid(kind, declared if only_wild else possible[0], len(cards))


def _everything(kind: str) -> Sequence[Any]:
    return "RBYG" if kind == "color" else range(1, 13)


def _is(kind: str, of: Any, cards: Sequence[str]) -> bool:
    """Whether the cards are a set of this number, a run from it, or all of this colour."""
    if kind == "color":
        return all(card == "W" or card[0] == of for card in cards)
    numbers = [of + place if kind == "run" else of for place in range(len(cards))]
    return max(numbers) <= 12 and all(
        card == "W" or card[1:] == str(number) for card, number in zip(cards, numbers, strict=True)
    )


def _after_hit(meld: Laid, card: str, end: str | None) -> Laid:
    if meld.kind != "run":
        _need(end is None and fits(meld, card))
        return Laid(meld.kind, meld.of, meld.size + 1)
    _need(card != "W" or end)
    grown = {"low": Laid("run", meld.of - 1, meld.size + 1), "high": Laid("run", meld.of, meld.size + 1)}
    number = {"low": meld.of - 1, "high": meld.of + meld.size}
    for place in ("low", "high"):
        there = 1 <= number[place] <= 12
        if there and end in (None, place) and (card == "W" or card[1:] == str(number[place])):
            return grown[place]
    raise No


def fits(meld: Laid, card: str) -> bool:
    """Whether the card goes onto the meld somewhere."""
    if meld.kind == "run":
        places = [number for number in (meld.of - 1, meld.of + meld.size) if 1 <= number <= 12]
        return bool(places) and (card == "W" or card[1:] in map(str, places))
    return _is(meld.kind, meld.of, [card])


def _end(turn: Turn, reply: Reply, hand: Counter[str]) -> None:
    discard, skip = reply.get("discard"), reply.get("skip")
    if not hand.total():
        _need(turn.rules.go_out is not GoOut.DISCARD and discard is None and skip is None)
        return
    _need(discard is not None)
    _take(hand, str(discard))
    names = discard == "S" and hand.total() and turn.targets
    _need(skip in turn.targets if names else skip is None)
