"""Who loses a turn, and who may be named by a skip."""

from collections.abc import Sequence

from arena.phase10.rules import RuleSet, SkipLimit, SkipTarget


class Skips:
    """The skips of one deal among the seats that play it."""

    def __init__(self, rules: RuleSet, *, seats: int, playing: Sequence[int]) -> None:
        self._rules = rules
        self._playing = tuple(playing)
        self._named_by: list[int | None] = [None] * seats  # who named a seat that is still safe for it
        self.loses_turn = [False] * seats

    def targets(self, namer: int) -> tuple[int, ...]:
        """The seats that the namer may skip now, clockwise from it."""
        place = self._playing.index(namer)
        others = self._playing[place + 1 :] + self._playing[:place]
        if self._rules.skip_target is SkipTarget.NEXT:
            others = others[:1]
        return tuple([seat for seat in others if not self._safe(seat)])

    def name(self, namer: int, target: int) -> None:
        self.loses_turn[target] = True
        self._named_by[target] = namer

    def reach(self, seat: int) -> bool:
        """Play comes to a seat; true when the seat loses this turn."""
        if self._rules.skip_limit is SkipLimit.LAP and seat in self._named_by:
            self._named_by = [None if namer == seat else namer for namer in self._named_by]
        lost = self.loses_turn[seat]
        self.loses_turn[seat] = False
        return lost

    def _safe(self, seat: int) -> bool:
        match self._rules.skip_limit:
            case SkipLimit.NONE:
                return False
            case SkipLimit.PENDING:
                return self.loses_turn[seat]
            case SkipLimit.LAP | SkipLimit.HAND:
                return self._named_by[seat] is not None
