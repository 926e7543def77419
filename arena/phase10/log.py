"""The action log: what the seats did, as few bytes as will re-run the game.

A turn is one byte, more only when it lays or hits. Bit 0 is the draw (1: discard pile), bits 1 to 4 the code
below, bit 5 says that a lay follows, bit 6 that hits follow, bit 7 that a skip is thrown: the code then is 0,
or one more than the seat it names. Cards are places in the sorted hand after the draw; that of the discard is
counted from the highest, which bots throw most, so that it is mostly a small number and deflates well. What
the engine does by itself, above all the turns of forfeited seats, is not written down.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from arena.phase10.cards import COLORS, SKIP, WILD
from arena.phase10.moves import Declared, End, Hit, Lay, Play, Source
from arena.phase10.phases import Group

# Codes 0 to 10 are the place of the discarded card, 0 being the highest.
PLAIN: Final = 10 << 1 | 1  # up to here a byte says draw and discard, and nothing else
NOTHING_LEFT: Final = 11
FALLBACK_PLAY: Final = 12
DRAW_ONLY: Final = 13
MARK: Final = 14  # a strike or forfeit follows, in a byte of its own
FALLBACK_TURN: Final = 15

LAY: Final = 1 << 5
HITS: Final = 1 << 6
SKIPS: Final = 1 << 7
MORE: Final = 1 << 4  # another hit follows this one
STRIKE: Final = 0
FORFEIT: Final = 8
ENDS: Final = (None, End.LOW, End.HIGH)

_DISCARD: Final = Source.DISCARD


#: A draw whose play has not come yet: its turn and source.
Drawn = tuple[int, Source]


class Recorder:
    """Writes the log while a game is played; plain turns the deal appends to `bytes` by itself."""

    __slots__ = ("_told", "bytes")
    writes: ClassVar[bool] = True

    def __init__(self) -> None:
        self.bytes = bytearray()
        self._told = -1  # the latest turn whose draw is told by a byte of its own

    def log(self, drawn: Drawn | None) -> bytes:
        """All that happened so far, a draw still waiting for its play included."""
        return bytes(self.bytes) + self._draw(drawn)

    def announce(self, phase: int) -> None:
        self.bytes.append(phase)

    def play(
        self, play: Play, source: Source, *, hand: Sequence[int], groups: Sequence[Group], melds: int
    ) -> None:
        """A legal play, with the hand before it, the groups of the phase and how many melds there were."""
        lay, hits, discard, skip, declared = play  # at once: a field of a named tuple is slow to get
        if discard == SKIP:
            code, flags = 0 if skip is None else skip + 1, SKIPS
        else:
            code, flags = NOTHING_LEFT if discard is None else len(hand) - 1 - hand.index(discard), 0
        self.bytes.append(_turn(code, source) | (LAY if lay else 0) | (HITS if hits else 0) | flags)
        if lay:
            self._lay(lay, declared, hand, groups)
        if hits:
            self._hit(hits, hand, melds)

    def _lay(self, lay: Lay, declared: Declared, hand: Sequence[int], groups: Sequence[Group]) -> None:
        """How many cards each group has beyond its least, then the cards, as steps from one to the next.

        Most bots lay neighbours of the sorted hand: the steps are mostly 1, and deflate well.
        """
        extra = at = 0
        steps: list[int] = []
        for place, (cards, (_, size)) in enumerate(zip(lay, groups, strict=True)):
            extra |= len(cards) - size << 4 * place
            for index in map(hand.index, cards):
                steps.append(index - at & 15)
                at = index
            if cards[0] == WILD and cards.count(WILD) == len(cards):
                steps.append(_declared_byte(declared[place]))
        self.bytes.append(extra)
        self.bytes += bytes(steps)

    def _hit(self, hits: Sequence[Hit], hand: Sequence[int], melds: int) -> None:
        last = len(hits) - 1
        for place, (card, meld, end, new) in enumerate(hits):
            self.bytes.append(hand.index(card) | (MORE if place < last else 0))
            self.bytes.append((meld + melds if new else meld) * 3 + ENDS.index(end))

    def fallback_play(self, drawn: Drawn) -> None:
        """The fallback of a play that was refused after its draw; when it ends the game, no play comes."""
        self._told, source = drawn
        self.bytes.append(_turn(FALLBACK_PLAY, source))

    def fallback_turn(self) -> None:
        """The fallback of a refused draw or announcement."""
        self.bytes.append(FALLBACK_TURN << 1)

    def strike(self, seat: int, drawn: Drawn | None) -> None:
        self._mark(STRIKE | seat, drawn)

    def forfeit(self, seat: int, drawn: Drawn | None) -> None:
        self._mark(FORFEIT | seat, drawn)

    def _mark(self, mark: int, drawn: Drawn | None) -> None:
        self.bytes += self._draw(drawn)
        self.bytes += bytes([MARK << 1, mark])
        if drawn is not None:
            self._told, _ = drawn

    def _draw(self, drawn: Drawn | None) -> bytes:
        if drawn is None or drawn[0] == self._told:
            return b""
        return bytes([_turn(DRAW_ONLY, drawn[1])])


class KnownLog(Recorder):
    """Takes what it is told for nothing: the log of a game that is played again is known, if it verifies."""

    __slots__ = ("_log",)
    writes: ClassVar[bool] = False

    def __init__(self, log: bytes) -> None:
        super().__init__()
        self._log = log

    def log(self, drawn: Drawn | None) -> bytes:  # noqa: ARG002 - it is in the log
        return self._log


def _turn(code: int, source: Source) -> int:
    return code << 1 | (source is _DISCARD)


def _declared_byte(stands_for: int | str | None) -> int:
    """A number as it is, a colour by its place."""
    assert stands_for is not None, "a legal group of wilds says what it stands for"
    return stands_for if isinstance(stands_for, int) else COLORS.index(stands_for)
