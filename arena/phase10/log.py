"""The action log: what the seats did, as few bytes as will re-run the game.

A turn is one byte, more only when it lays, hits or discards a skip. Bit 0 is the draw (1: discard pile),
bits 1 to 4 the code below, bit 5 says that a lay follows, bit 6 that hits follow. Cards are places in the
sorted hand after the draw. What the engine does by itself, above all the turns of forfeited seats, is not
written down.
"""

from collections.abc import Sequence
from typing import Final

from arena.phase10.cards import COLORS, SKIP, WILD
from arena.phase10.moves import End, Play, Source
from arena.phase10.phases import Group

# Codes 0 to 10 are the place of the discarded card.
PLAIN: Final = 10 << 1 | 1  # up to here a byte says draw and discard, and nothing else
NOTHING_LEFT: Final = 11
FALLBACK_PLAY: Final = 12
DRAW_ONLY: Final = 13
MARK: Final = 14  # a strike or forfeit follows, in a byte of its own
FALLBACK_TURN: Final = 15

LAY: Final = 1 << 5
HITS: Final = 1 << 6
MORE: Final = 1 << 4  # another hit follows this one
STRIKE: Final = 0
FORFEIT: Final = 8
ENDS: Final = (None, End.LOW, End.HIGH)

_DISCARD: Final = Source.DISCARD


class Recorder:
    """Writes the log while a game is played."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._drawn: Source | None = None  # a draw whose play has not come yet

    def log(self) -> bytes:
        """All that happened so far, a draw still waiting for its play included."""
        return bytes(self._bytes) if self._drawn is None else bytes([*self._bytes, self._turn(DRAW_ONLY)])

    def announce(self, phase: int) -> None:
        self._bytes.append(phase)

    def draw(self, source: Source) -> None:
        self._drawn = source

    def discard(self, place: int) -> None:
        """A play that only discards the card at this place of the hand, and is no skip."""
        self._bytes.append(place << 1 | (self._drawn is _DISCARD))
        self._drawn = None

    def play(self, play: Play, hand: Sequence[int], groups: Sequence[Group], melds: int) -> None:
        """A legal play, with the hand before it, the groups of the phase and how many melds there were."""
        code = NOTHING_LEFT if play.discard is None else hand.index(play.discard)
        flags = (LAY if play.lay else 0) | (HITS if play.hits else 0)
        self._bytes.append(self._turn(code) | flags)
        self._drawn = None
        if play.lay:
            self._lay(play, hand, groups)
        if play.hits:
            self._hit(play, hand, melds)
        if play.discard == SKIP:
            self._bytes.append(0 if play.skip is None else play.skip + 1)

    def _lay(self, play: Play, hand: Sequence[int], groups: Sequence[Group]) -> None:
        """How many cards each group has beyond its least, then the cards, as steps from one to the next.

        Most bots lay neighbours of the sorted hand: the steps are mostly 1, and deflate well.
        """
        extra = [len(cards) - group.size for cards, group in zip(play.lay, groups, strict=True)]
        self._bytes.append(sum(more << 4 * place for place, more in enumerate(extra)))
        at = 0
        for place, cards in enumerate(play.lay):
            for card in cards:
                index = hand.index(card)
                self._bytes.append(index - at & 15)
                at = index
            if all(card == WILD for card in cards):
                self._bytes.append(_declared_byte(play.declared[place]))

    def _hit(self, play: Play, hand: Sequence[int], melds: int) -> None:
        for place, hit in enumerate(play.hits, start=1):
            meld = hit.meld + melds if hit.new else hit.meld
            self._bytes.append(hand.index(hit.card) | (MORE if place < len(play.hits) else 0))
            self._bytes.append(meld * 3 + ENDS.index(hit.end))

    def fallback_play(self) -> None:
        """The fallback of a play that was refused after its draw."""
        self._bytes.append(self._turn(FALLBACK_PLAY))
        self._drawn = None

    def fallback_turn(self) -> None:
        """The fallback of a refused draw or announcement."""
        self._bytes.append(FALLBACK_TURN << 1)

    def strike(self, seat: int) -> None:
        self._mark(STRIKE | seat)

    def forfeit(self, seat: int) -> None:
        self._mark(FORFEIT | seat)

    def _mark(self, mark: int) -> None:
        if self._drawn is not None:
            self._bytes.append(self._turn(DRAW_ONLY))
            self._drawn = None
        self._bytes += bytes([MARK << 1, mark])

    def _turn(self, code: int) -> int:
        return code << 1 | (self._drawn is Source.DISCARD)


class KnownLog(Recorder):
    """Writes nothing: the log of a game that is played again is known, and holds if the game verifies."""

    def __init__(self, log: bytes) -> None:
        super().__init__()
        self._log = log

    def log(self) -> bytes:
        return self._log

    def draw(self, source: Source) -> None: ...

    def discard(self, place: int) -> None: ...

    def play(self, play: Play, hand: Sequence[int], groups: Sequence[Group], melds: int) -> None: ...

    def fallback_play(self) -> None: ...


def _declared_byte(stands_for: int | str | None) -> int:
    """A number as it is, a colour by its place."""
    assert stands_for is not None, "a legal group of wilds says what it stands for"
    return stands_for if isinstance(stands_for, int) else COLORS.index(stands_for)
