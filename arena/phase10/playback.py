"""Playing an action log again."""

from collections.abc import Iterator, Sequence

from arena.phase10.cards import SKIP, WILD
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
    NOTHING_LEFT,
)
from arena.phase10.moves import Hit, Play, Source


def play_log(log: bytes, game: Game) -> None:
    """Do on a fresh game all that the log says; IllegalMove when it cannot have come from a game."""
    rest = iter(log)
    try:
        for byte in rest:
            _do(byte, rest, game)
    except (StopIteration, IndexError):
        raise IllegalMove("the action log breaks off or names a card that is not there") from None


def _do(byte: int, rest: Iterator[int], game: Game) -> None:
    code = byte >> 1 & 15
    stage = game.deal.stage
    if code == MARK:
        mark = next(rest)
        (game.forfeit if mark & FORFEIT else game.strike)(mark & 7)
    elif code == FALLBACK_TURN:
        game.fallback()
    elif stage is Stage.ANNOUNCE:
        game.announce(byte)
    else:
        if stage is Stage.DRAW:
            game.draw(Source.DISCARD if byte & 1 else Source.STOCK)
        if code == FALLBACK_PLAY:
            game.fallback()
        elif code != DRAW_ONLY:
            game.play(_read_play(byte, code, rest, game))


def _read_play(byte: int, code: int, rest: Iterator[int], game: Game) -> Play:
    deal = game.deal
    hand = deal.hands[deal.seat]
    discard = None if code == NOTHING_LEFT else hand[code]
    lay, declared = _read_lay(rest, hand) if byte & LAY else ((), ())
    # A list, since a generator would turn the end of the log into another error.
    hits = [_read_hit(rest, hand, len(deal.melds)) for _ in range(next(rest))] if byte & HITS else []
    skip = next(rest) if discard == SKIP else 0
    return Play(lay, tuple(hits), discard, skip - 1 if skip else None, declared)


def _read_lay(
    rest: Iterator[int], hand: Sequence[int]
) -> tuple[tuple[tuple[int, ...], ...], tuple[int | None, ...]]:
    packed = next(rest)
    sizes = (packed & 15, packed >> 4) if packed >> 4 else (packed,)
    lay: list[tuple[int, ...]] = []
    declared: list[int | None] = []
    for size in sizes:
        cards = tuple([hand[next(rest)] for _ in range(size)])
        lay.append(cards)
        declared.append(next(rest) if all(card == WILD for card in cards) else None)
    return tuple(lay), tuple(declared) if any(at is not None for at in declared) else ()


def _read_hit(rest: Iterator[int], hand: Sequence[int], melds: int) -> Hit:
    card = hand[next(rest)]
    meld, end = divmod(next(rest), 3)
    new = meld >= melds
    return Hit(card, meld - melds if new else meld, ENDS[end], new)
