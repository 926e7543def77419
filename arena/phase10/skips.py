"""Who loses a turn, and who may be named by a skip."""

from collections.abc import Sequence

from arena.phase10.rules import RuleSet, SkipLimit, SkipTarget


class Skips:
    """The skips of one deal among the seats that play it."""

    def __init__(self, rules: RuleSet, *, seats: int, playing: Sequence[int]) -> None:
        self._target, self._limit = rules.skip_target, rules.skip_limit
        self._playing = tuple(playing)
        self._named_by: list[int | None] = [None] * seats  # who named a seat that is still safe for it
        self.loses_turn = [False] * seats
        self.idle = True  # until a skip does something, no seat need be asked about as play reaches it

    def targets(self, namer: int) -> tuple[int, ...]:
        """The seats that the namer may skip now, clockwise from it."""
        place = self._playing.index(namer)
        others = self._playing[place + 1 :] + self._playing[:place]
        if self._target is SkipTarget.NEXT:
            others = others[:1]
        if self._limit is SkipLimit.NONE:
            return others
        if self._limit is SkipLimit.PENDING:
            return tuple([seat for seat in others if not self.loses_turn[seat]])
        return tuple([seat for seat in others if self._named_by[seat] is None])

    def name(self, namer: int, target: int) -> None:
        self.turn_up(target)
        self._named_by[target] = namer

    def turn_up(self, target: int) -> None:
        """The seat loses its turn, but nobody named it: it is not safe for it."""
        self.loses_turn[target] = True
        self.idle = False

    def reach(self, seat: int) -> bool:
        """Play comes to a seat; true when the seat loses this turn."""
        if seat in self._named_by and self._limit is SkipLimit.LAP:
            self._named_by = [None if namer == seat else namer for namer in self._named_by]
        lost = self.loses_turn[seat]
        self.loses_turn[seat] = False
        self.idle = not any(self.loses_turn) and self._named_by.count(None) == len(self._named_by)
        return lost
