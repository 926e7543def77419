"""A reply in the protocol's words, read as a move; what it names wrongly is refused as an illegal move."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from arena.phase10.cards import COLORS
from arena.phase10.errors import IllegalMove
from arena.phase10.moves import End, Hit, Play
from arena.phase10.notation import quoted, read_card, read_cards

_NEW: Final = re.compile(r"new:([0-9])")


def read_play(
    *,
    lay: Sequence[object] = (),
    hits: Sequence[object] = (),
    discard: object = None,
    skip: int | None = None,
) -> Play:
    """The play that a reply's `lay`, `hit`, `discard` and `skip` ask for.

    A group is a list of cards, or for wilds only ``{"cards": ["W", "W", "W"], "as": 7}`` with the set's
    number, the run's lowest number or the colour's letter. A hit is
    ``{"card": "W", "meld": 0, "end": "low"}``, where ``"new:0"`` is the first meld of the same reply.
    """
    groups = [_read_group(group) for group in lay]
    declared = tuple([at for _, at in groups])
    return Play(
        lay=tuple([cards for cards, _ in groups]),
        hits=tuple([_read_hit(hit) for hit in hits]),
        discard=None if discard is None else read_card(discard),
        skip=skip,
        declared=declared if any(at is not None for at in declared) else (),
    )


def _read_group(group: object) -> tuple[tuple[int, ...], int | str | None]:
    if isinstance(group, Mapping) and set(group) == {"cards", "as"}:
        cards, _ = _read_group(group["cards"])
        return cards, _read_declared(group["as"])
    if isinstance(group, list | tuple):
        return read_cards(group), None
    raise IllegalMove(f'a group is a list of cards or {{"cards": [...], "as": ...}}, not {quoted(group)}')


def _read_declared(came: object) -> int | str:
    # bool is an int to Python, and no bot means it as one.
    if type(came) is int or (isinstance(came, str) and came in tuple(COLORS)):
        return came
    raise IllegalMove(f"wilds stand for a number or one of the colours R, B, Y, G, not for {quoted(came)}")


def _read_hit(hit: object) -> Hit:
    if not isinstance(hit, Mapping) or not {"card", "meld"} <= set(hit) <= {"card", "meld", "end"}:
        raise IllegalMove(f'a hit is {{"card": ..., "meld": ..., "end": ...}}, not {quoted(hit)}')
    card, meld, end = read_card(hit["card"]), hit["meld"], hit.get("end")
    if end is not None and end not in ("low", "high"):
        raise IllegalMove(f'an end is "low" or "high", not {quoted(end)}')
    named = End(end) if end else None
    if type(meld) is int:
        return Hit(card, meld, named)
    new = _NEW.fullmatch(meld) if isinstance(meld, str) else None
    if new is None:
        raise IllegalMove(f'a meld is named by its id or as "new:0", not {quoted(meld)}')
    return Hit(card, int(new[1]), named, new=True)
