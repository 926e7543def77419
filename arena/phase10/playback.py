"""Playing an action log again."""

from collections.abc import Iterator, Sequence
from itertools import islice

from arena.phase10.cards import COLORS, SKIP, WILD
from arena.phase10.deal import Deal
from arena.phase10.errors import IllegalMove, NotNow
from arena.phase10.game import Game
from arena.phase10.log import (
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
from arena.phase10.moves import Declared, Hit, Lay, Play, Source, hit_of
from arena.phase10.phases import PHASES, Group, GroupKind
from arena.phase10.situation import Stage

# Looked up for every byte, where a module's name is cheaper than a member of an enumeration.
_ANNOUNCE, _DRAW = Stage.ANNOUNCE, Stage.DRAW
_STOCK, _DISCARD = Source.STOCK, Source.DISCARD


def play_log(log: bytes, game: Game) -> None:
    """Do on a fresh game all that the log says; IllegalMove when it cannot have come from a game."""
    rest = iter(log)
    deal = game.deal
    try:
        for byte in rest:
            if byte <= PLAIN and deal.stage is _DRAW:
                deal.draw(_DISCARD if byte & 1 else _STOCK)
                deal.discard(byte >> 1)
            else:
                _do(byte, rest, game)
            if deal.stage is not _DRAW or game.forfeits:
                game.settle()
                deal = game.deal
                if game.over:
                    break
    except (StopIteration, IndexError):
        raise IllegalMove("the action log breaks off or names a card or seat that is not there") from None
    if any(True for _ in rest):
        raise NotNow("the log goes on, but the game is over")


def _do(byte: int, rest: Iterator[int], game: Game) -> None:
    """All that is not just a draw and a discard."""
    deal = game.deal
    code = byte >> 1 & 15
    if code < FALLBACK_PLAY and deal.stage is _DRAW:
        deal.draw(_DISCARD if byte & 1 else _STOCK)
        deal.play(_read_play(byte, code, rest, deal))
    elif code == MARK:
        mark = next(rest)
        (game.forfeit if mark & FORFEIT else game.strike)(mark & 7)
    elif code == FALLBACK_TURN:
        game.fallback()
    elif deal.stage is _ANNOUNCE:
        deal.announce(byte)
    else:
        if deal.stage is _DRAW:
            deal.draw(_DISCARD if byte & 1 else _STOCK)
        if code < FALLBACK_PLAY:
            deal.play(_read_play(byte, code, rest, deal))
        elif code == FALLBACK_PLAY:
            game.fallback()


def _read_play(byte: int, code: int, rest: Iterator[int], deal: Deal) -> Play:
    seat = deal.seat
    hand = deal.hands[seat]
    lay: Lay = ()
    hits: tuple[Hit, ...] = ()
    declared: Declared = ()
    if byte & LAY:
        lay, declared = _read_lay(rest, hand, PHASES[deal.open_phases[seat][0]])
    if byte & HITS:
        hits = _read_hits(rest, hand, len(deal.melds))
    if byte & SKIPS:
        return Play(lay, hits, SKIP, code - 1 if code else None, declared)
    return Play(lay, hits, None if code == NOTHING_LEFT else hand[~code], None, declared)


def _read_lay(rest: Iterator[int], hand: Sequence[int], groups: Sequence[Group]) -> tuple[Lay, Declared]:
    extra, at = next(rest), 0
    lay: list[tuple[int, ...]] = []
    declared: dict[int, int | str] = {}
    for group in groups:
        _, size = group
        size += extra & 15
        extra >>= 4
        cards: list[int] = []
        for step in islice(rest, size):
            at = at + step & 15
            cards.append(hand[at])
        if len(cards) < size:
            raise StopIteration  # as `next` says it
        if cards[0] == WILD and cards.count(WILD) == size:
            declared[len(lay)] = _read_declared(group, next(rest))
        lay.append((*cards,))
    return (*lay,), tuple(map(declared.get, range(len(lay)))) if declared else ()


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
        hits.append(hit_of(hand[byte & 15], meld - melds if new else meld, ENDS[end], new))
    return (*hits,)
