"""Playing an action log again."""

from collections.abc import Iterator, Sequence
from itertools import islice

from arena.phase10.cards import COLORS, SKIP, WILD
from arena.phase10.deal import Deal, Stage
from arena.phase10.errors import IllegalMove, NotNow
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
    deal = game.deal
    try:
        for byte in rest:
            if game.over:
                raise NotNow("the log goes on, but the game is over")
            if byte <= PLAIN and deal.stage is _DRAW:
                deal.draw(_DISCARD if byte & 1 else _STOCK)
                deal.discard(byte >> 1)
            else:
                _do(byte, rest, game)
            if deal.stage is not _DRAW or game.forfeits:
                game.settle()
                deal = game.deal
    except (StopIteration, IndexError):
        raise IllegalMove("the action log breaks off or names a card or seat that is not there") from None


def _do(byte: int, rest: Iterator[int], game: Game) -> None:
    """All that is not just a draw and a discard."""
    deal = game.deal
    code = byte >> 1 & 15
    if code == MARK:
        mark = next(rest)
        (game.forfeit if mark & FORFEIT else game.strike)(mark & 7)
    elif code == FALLBACK_TURN:
        game.fallback()
    elif deal.stage is _ANNOUNCE:
        deal.announce(byte)
    else:
        if deal.stage is _DRAW:
            deal.draw(_DISCARD if byte & 1 else _STOCK)
        if code == FALLBACK_PLAY:
            game.fallback()
        elif code != DRAW_ONLY:
            deal.play(_read_play(byte, code, rest, deal))


def _read_play(byte: int, code: int, rest: Iterator[int], deal: Deal) -> Play:
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
        cards: list[int] = []
        size = group.size + (extra & 15)
        extra >>= 4
        for step in islice(rest, size):
            at = at + step & 15
            cards.append(hand[at])
        if len(cards) < size:
            raise StopIteration  # as `next` says it
        lay.append(tuple(cards))
        declared.append(None if cards.count(WILD) < size else _read_declared(group, next(rest)))
    return tuple(lay), tuple(declared) if any(declared) else ()


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
