"""Playing an action log again."""

from collections.abc import Iterator, Sequence

from arena.phase10.cards import COLORS, SKIP, WILD
from arena.phase10.deal import Stage
from arena.phase10.errors import IllegalMove
from arena.phase10.game import Game
from arena.phase10.log import (
    DRAW_ONLY,
    ENDS,
    FALLBACK_PLAY,
    FALLBACK_TURN,
    FORFEIT,
    HITS,
    LAY,
    MARK,
    MORE,
    NOTHING_LEFT,
    PLAIN,
    SKIPS,
)
from arena.phase10.moves import Hit, Play, Source
from arena.phase10.phases import PHASES, Group, GroupKind

# Looked up for every byte, where a module's name is cheaper than a member of an enumeration.
_ANNOUNCE, _DRAW = Stage.ANNOUNCE, Stage.DRAW
_STOCK, _DISCARD = Source.STOCK, Source.DISCARD


def play_log(log: bytes, game: Game) -> None:
    """Do on a fresh game all that the log says; IllegalMove when it cannot have come from a game."""
    rest = iter(log)
    try:
        for byte in rest:
            deal = game.deal
            if byte > PLAIN or deal.stage is not _DRAW:
                _do(byte, rest, game)
                continue
            game.draw(_DISCARD if byte & 1 else _STOCK)
            game.discard(byte >> 1)
    except (StopIteration, IndexError):
        raise IllegalMove("the action log breaks off or names a card or seat that is not there") from None


def _do(byte: int, rest: Iterator[int], game: Game) -> None:
    """All that is not just a draw and a discard."""
    code = byte >> 1 & 15
    stage = game.deal.stage
    if code == MARK:
        mark = next(rest)
        (game.forfeit if mark & FORFEIT else game.strike)(mark & 7)
    elif code == FALLBACK_TURN:
        game.fallback()
    elif stage is _ANNOUNCE:
        game.announce(byte)
    else:
        if stage is _DRAW:
            game.draw(_DISCARD if byte & 1 else _STOCK)
        if code == FALLBACK_PLAY:
            game.fallback()
        elif code != DRAW_ONLY:
            game.play(_read_play(byte, code, rest, game))


def _read_play(byte: int, code: int, rest: Iterator[int], game: Game) -> Play:
    deal = game.deal
    hand = deal.hands[deal.seat]
    discard: int | None = SKIP
    if not byte & SKIPS:
        discard = None if code == NOTHING_LEFT else hand[~code]
    lay, declared = _read_lay(rest, hand, PHASES[deal.open_phases[deal.seat][0]]) if byte & LAY else ((), ())
    hits = _read_hits(rest, hand, len(deal.melds)) if byte & HITS else ()
    skip = code - 1 if byte & SKIPS and code else None
    return Play(lay, hits, discard, skip, declared)


def _read_lay(
    rest: Iterator[int], hand: Sequence[int], groups: Sequence[Group]
) -> tuple[tuple[tuple[int, ...], ...], tuple[int | str | None, ...]]:
    extra, at = next(rest), 0
    lay: list[tuple[int, ...]] = []
    declared: list[int | str | None] = []
    for group in groups:
        cards = []
        for _ in range(group.size + (extra & 15)):
            at = at + next(rest) & 15
            cards.append(hand[at])
        extra >>= 4
        lay.append(tuple(cards))
        wild = cards.count(WILD) == len(cards)
        declared.append(_read_declared(group, next(rest)) if wild else None)
    return tuple(lay), tuple(declared) if declared.count(None) < len(declared) else ()


def _read_declared(group: Group, byte: int) -> int | str:
    return COLORS[byte] if group.kind is GroupKind.COLOR else byte


def _read_hits(rest: Iterator[int], hand: Sequence[int], melds: int) -> tuple[Hit, ...]:
    hits: list[Hit] = []
    more = MORE
    while more:
        byte = next(rest)
        more = byte & MORE
        meld, end = divmod(next(rest), 3)
        new = meld >= melds
        hits.append(Hit(hand[byte & 15], meld - melds if new else meld, ENDS[end], new))
    return tuple(hits)
