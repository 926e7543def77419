"""The action log: what the seats did, as few bytes as will re-run the game.

A turn is one byte, more only when it lays, hits or discards a skip. Bit 0 is the draw (1: discard pile),
bits 1 to 4 the code below, bit 5 says that a lay follows, bit 6 that hits follow. Cards are places in the
sorted hand after the draw. What the engine does by itself, above all the turns of forfeited seats, is not
written down.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from arena.phase10.cards import SKIP, WILD
from arena.phase10.errors import IllegalMove
from arena.phase10.moves import End, Hit, Play, Source

# Codes 0 to 10 are the place of the discarded card.
_NOTHING_LEFT: Final = 11
_FALLBACK_PLAY: Final = 12
_DRAW_ONLY: Final = 13
_MARK: Final = 14  # a strike or forfeit follows, in a byte of its own
_FALLBACK_TURN: Final = 15

_LAY: Final = 1 << 5
_HITS: Final = 1 << 6
_STRIKE: Final = 0
_FORFEIT: Final = 8
_ENDS: Final = (None, End.LOW, End.HIGH)
_SOURCES: Final = (Source.STOCK, Source.DISCARD)


class Recorder:
    """Writes the log while a game is played."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._drawn: Source | None = None  # a draw whose play has not come yet

    def log(self) -> bytes:
        """All that happened so far, a draw still waiting for its play included."""
        return bytes(self._bytes) if self._drawn is None else bytes([*self._bytes, self._turn(_DRAW_ONLY)])

    def announce(self, phase: int) -> None:
        self._bytes.append(phase)

    def draw(self, source: Source) -> None:
        self._drawn = source

    def play(self, play: Play, hand: Sequence[int], melds: int) -> None:
        """A legal play, with the hand and the number of melds before it."""
        code = _NOTHING_LEFT if play.discard is None else hand.index(play.discard)
        flags = (_LAY if play.lay else 0) | (_HITS if play.hits else 0)
        self._bytes.append(self._turn(code) | flags)
        self._drawn = None
        if play.lay:
            # Two groups at most, of eleven cards at most: both sizes fit one byte.
            self._bytes.append(sum(len(cards) << 4 * place for place, cards in enumerate(play.lay)))
        for place, cards in enumerate(play.lay):
            self._bytes += bytes([hand.index(card) for card in cards])
            if all(card == WILD for card in cards):
                self._bytes.append(play.declared[place] or 0)
        if play.hits:
            self._bytes.append(len(play.hits))
        for hit in play.hits:
            meld = hit.meld + melds if hit.new else hit.meld
            self._bytes += bytes([hand.index(hit.card), meld * 3 + _ENDS.index(hit.end)])
        if play.discard == SKIP:
            self._bytes.append(0 if play.skip is None else play.skip + 1)

    def fallback_play(self) -> None:
        """The fallback of a play that was refused after its draw."""
        self._bytes.append(self._turn(_FALLBACK_PLAY))
        self._drawn = None

    def fallback_turn(self) -> None:
        """The fallback of a refused draw or announcement."""
        self._bytes.append(_FALLBACK_TURN << 1)

    def strike(self, seat: int) -> None:
        self._mark(_STRIKE | seat)

    def forfeit(self, seat: int) -> None:
        self._mark(_FORFEIT | seat)

    def _mark(self, mark: int) -> None:
        if self._drawn is not None:
            self._bytes.append(self._turn(_DRAW_ONLY))
            self._drawn = None
        self._bytes += bytes([_MARK << 1, mark])

    def _turn(self, code: int) -> int:
        return code << 1 | (self._drawn is Source.DISCARD)


class Player(Protocol):
    """What a log is played on: a game, as far as this module needs it."""

    @property
    def stage(self) -> str: ...
    @property
    def hand(self) -> Sequence[int]: ...
    @property
    def meld_count(self) -> int: ...
    def announce(self, phase: int) -> None: ...
    def draw(self, source: Source) -> None: ...
    def play(self, play: Play) -> None: ...
    def fallback(self) -> None: ...
    def strike(self, seat: int) -> None: ...
    def forfeit(self, seat: int) -> None: ...


def play_log(log: bytes, game: Player) -> None:
    """Do on a fresh game all that the log says; IllegalMove when it cannot have come from a game."""
    rest = iter(log)
    try:
        for byte in rest:
            _do(byte, rest, game)
    except (StopIteration, IndexError):
        raise IllegalMove("the action log breaks off or names a card that is not there") from None


def _do(byte: int, rest: Iterator[int], game: Player) -> None:
    code = byte >> 1 & 15
    if code == _MARK:
        mark = next(rest)
        (game.forfeit if mark & _FORFEIT else game.strike)(mark & 7)
    elif code == _FALLBACK_TURN:
        game.fallback()
    elif game.stage == "announce":
        game.announce(byte)
    else:
        if game.stage == "draw":
            game.draw(_SOURCES[byte & 1])
        if code == _FALLBACK_PLAY:
            game.fallback()
        elif code != _DRAW_ONLY:
            game.play(_read_play(byte, code, rest, game))


def _read_play(byte: int, code: int, rest: Iterator[int], game: Player) -> Play:
    hand = game.hand
    discard = None if code == _NOTHING_LEFT else hand[code]
    lay, declared = _read_lay(rest, hand) if byte & _LAY else ((), ())
    # A list, since a generator would turn the end of the log into another error.
    hits = [_read_hit(rest, hand, game.meld_count) for _ in range(next(rest))] if byte & _HITS else []
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
    return Hit(card, meld - melds if new else meld, _ENDS[end], new)
