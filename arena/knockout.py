"""A single-elimination bracket, from seeds and results alone.

Entries are numbers 0..n-1 by seed, 0 the highest. A leg is a list of slots, twice as many as its ties; an
empty slot (None) is a bye of whoever stands beside it.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

Slot = int | None


class Won(StrEnum):
    """How a tie was decided."""

    BYE = "bye"  # nobody was drawn against it
    WALKOVER = "walkover"  # the other one had left, or had no version
    ONE_OWNER = "one owner"  # two bots of one owner do not meet: the higher seed goes on
    FORFEIT = "forfeit"  # the other one forfeited every game
    MARGIN = "margin"
    WINS = "wins"  # the same margin, and more games won
    SEED = "seed"  # all equal, or the match could not be played: the higher seed goes on


@dataclass(frozen=True, slots=True)
class Result:
    """What the two of a tie made of their match, the higher seed first."""

    margins: tuple[float, float]
    wins: tuple[int, int]
    forfeited: tuple[bool, bool] = (False, False)  # every game of the match


@dataclass(frozen=True, slots=True)
class Tie:
    """Two slots of a leg, the higher seed first. `winner` is None where both are gone or it is undecided."""

    high: Slot
    low: Slot
    winner: Slot = None
    won: Won | None = None

    @property
    def to_play(self) -> bool:
        return self.won is None and self.high is not None and self.low is not None


def first_slots(entries: int) -> list[Slot]:
    """Slots of the first leg: the two highest seeds can meet in the final only, and so on down.

    As many byes as a power of two asks for go to the highest seeds.
    """
    order = [0]
    while len(order) < entries:
        size = 2 * len(order)
        order = [slot for seed in order for slot in (seed, size - 1 - seed)]
    return [seed if seed < entries else None for seed in order]


def draw(slots: Sequence[Slot], *, present: Collection[int], rivals: Callable[[int, int], bool]) -> list[Tie]:
    """The ties of a leg, those decided that need no match.

    `present` are those who can play. `rivals(a, b)` is False for two bots of one owner.
    """
    ties = []
    for one, other in zip(slots[::2], slots[1::2], strict=True):
        high, low = sorted((one, other), key=lambda slot: len(slots) ** 2 if slot is None else slot)
        ties.append(_undisputed(high, low, present, rivals))
    return ties


def _undisputed(high: Slot, low: Slot, present: Collection[int], rivals: Callable[[int, int], bool]) -> Tie:
    here = [seed for seed in (high, low) if seed is not None and seed in present]
    if high is None or not here:
        return Tie(high, low, None, Won.WALKOVER)
    if low is None:
        return Tie(high, low, high, Won.BYE)
    if len(here) == 1:
        return Tie(high, low, here[0], Won.WALKOVER)
    if not rivals(high, low):
        return Tie(high, low, high, Won.ONE_OWNER)
    return Tie(high, low)


def decided(tie: Tie, result: Result | None) -> Tie:
    """The tie with its winner: the higher margin, then more games won, then the higher seed.

    Before all that, who forfeited every game has lost, whatever its margin. None stands for a match that
    could not be played, through nobody's fault: the higher seed goes on.
    """
    if not tie.to_play:
        return tie
    if result is None:
        return Tie(tie.high, tie.low, tie.high, Won.SEED)
    # Means of the same decks, summed in another order: what differs in the tenth place is equal.
    stayed = (not result.forfeited[0], not result.forfeited[1])
    for won, (high, low) in (
        (Won.FORFEIT, stayed),
        (Won.MARGIN, result.margins),
        (Won.WINS, result.wins),
    ):
        if round(high - low, 9):
            return Tie(tie.high, tie.low, tie.high if high > low else tie.low, won)
    return Tie(tie.high, tie.low, tie.high, Won.SEED)
