"""Who loses a turn, and who may be named by a skip."""

from collections.abc import Mapping, Sequence
from functools import cache

from arena.phase10.rules import RuleSet, SkipLimit, SkipTarget

# Looked up in many turns, where a module's name is cheaper than a member of an enumeration.
_NEXT, _LAP, _PENDING, _HAND = SkipTarget.NEXT, SkipLimit.LAP, SkipLimit.PENDING, SkipLimit.HAND


class Skips:
    """The skips of one deal among the seats that play it."""

    __slots__ = ("_limit", "_named_by", "_others", "idle", "loses_turn")

    def __init__(self, rules: RuleSet, *, seats: int, playing: Sequence[int]) -> None:
        self._limit = rules.skip_limit
        self._others = _others(tuple(playing), 1 if rules.skip_target is _NEXT else seats)
        self._named_by: dict[int, int] = {}  # by seat that is still safe for it, who named it
        self.loses_turn = [False] * seats
        self.idle = True  # until a skip does something, no seat need be asked about as play reaches it

    def targets(self, namer: int) -> tuple[int, ...]:
        """The seats that the namer may skip now, clockwise from it."""
        others = self._others[namer]
        if self._limit is _PENDING:
            return tuple([seat for seat in others if not self.loses_turn[seat]])
        safe = self._named_by
        return tuple([seat for seat in others if seat not in safe]) if safe else others

    def name(self, namer: int, target: int) -> None:
        self.turn_up(target)
        if self._limit is _LAP or self._limit is _HAND:
            self._named_by[target] = namer

    def turn_up(self, target: int) -> None:
        """The seat loses its turn, but nobody named it: it is not safe for it."""
        self.loses_turn[target] = True
        self.idle = False

    def reach(self, seat: int) -> bool:
        """Play comes to a seat; true when the seat loses this turn."""
        named_by = self._named_by
        if self._limit is _LAP and seat in named_by.values():
            named_by = {target: namer for target, namer in named_by.items() if namer != seat}
            self._named_by = named_by
        lost = self.loses_turn[seat]
        if lost:
            self.loses_turn[seat] = False
        elif named_by:
            return False
        self.idle = not named_by and True not in self.loses_turn
        return lost


@cache
def _others(playing: tuple[int, ...], most: int) -> Mapping[int, tuple[int, ...]]:
    """By playing seat the others clockwise from it, so many at most."""
    turned = {seat: playing[place + 1 :] + playing[:place] for place, seat in enumerate(playing)}
    return {seat: others[:most] for seat, others in turned.items()}
