"""What a bot's answers in a game cost it, request by request, and how much of its banks that left."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from arena.match import Clock
from sandbox.limits import Limits

# The drawing: so wide, and so high for each of its two parts.
WIDTH: Final = 800
HEIGHT: Final = 100
# Of the table beside it.
DEAREST: Final = 8


@dataclass(frozen=True, slots=True)
class Spent:
    """One request: its turn, what it cost in milliseconds, and what the CPU bank held after it."""

    turn: int
    cpu: float
    wall: float
    left: float


@dataclass(frozen=True, slots=True)
class Spending:
    """All requests of one seat in a game, in their order; at least one."""

    spent: Sequence[Spent]
    bank: float  # what the CPU bank begins with

    @property
    def cpu_median(self) -> float:
        return median(each.cpu for each in self.spent)

    @property
    def wall_median(self) -> float:
        return median(each.wall for each in self.spent)

    @property
    def cpu_most(self) -> Spent:
        return max(self.spent, key=lambda each: each.cpu)

    @property
    def wall_most(self) -> Spent:
        return max(self.spent, key=lambda each: each.wall)

    @property
    def least_left(self) -> Spent:
        return min(self.spent, key=lambda each: each.left)

    @property
    def dearest(self) -> list[Spent]:
        return sorted(self.spent, key=lambda each: -each.cpu)[:DEAREST]

    @property
    def top(self) -> float:
        """What the upper edge of the bars stands for, in milliseconds."""
        return max(self.wall_most.wall, self.cpu_most.cpu, 1.0)

    @property
    def fullest(self) -> float:
        """What the upper edge of the bank's line stands for."""
        return max(self.bank, *(each.left for each in self.spent))

    @property
    def cpu_bars(self) -> str:
        """The path of the bars of CPU time, from left to right."""
        return self._bars([each.cpu for each in self.spent])

    @property
    def wall_bars(self) -> str:
        return self._bars([each.wall for each in self.spent])

    @property
    def bank_line(self) -> str:
        """The path of what the bank held, a step for each request."""
        step = WIDTH / len(self.spent)
        held = [self.bank, *(each.left for each in self.spent)]
        heights = [HEIGHT - max(0.0, HEIGHT * left / self.fullest) for left in held]
        steps = (f"V{height:.1f}H{(at + 1) * step:.1f}" for at, height in enumerate(heights[1:]))
        return f"M0 {heights[0]:.1f}" + "".join(steps)

    def _bars(self, values: Sequence[float]) -> str:
        step = WIDTH / len(values)
        bar = max(0.6, 0.8 * step)
        heights = (HEIGHT * value / self.top for value in values)
        return "".join(
            f"M{at * step:.1f} {HEIGHT}v-{height:.1f}h{bar:.1f}v{height:.1f}"
            for at, height in enumerate(heights)
            if height >= 0.05  # what would be no line at all
        )


def spending(clocks: Sequence[Clock], seat: int, limits: Limits) -> Spending | None:
    """What the seat spent by a game's clocks; None when it was asked nothing."""
    held = [cpu for cpu, _ in banks(clocks, seat, limits)]
    asked = (clock for clock in clocks if clock[1] == seat)
    spent = [Spent(turn, cpu, wall, left) for (turn, _, cpu, wall), left in zip(asked, held[1:], strict=True)]
    return Spending(spent, held[0]) if spent else None


def banks(clocks: Sequence[Clock], seat: int, limits: Limits) -> list[tuple[float, float]]:
    """The milliseconds of CPU and of wall time that the seat had before its first request, and after each."""
    gain, factor = limits.cpu_per_move_ms, limits.wall_bank_factor
    cpu = float(limits.cpu_bank_ms + gain)
    wall = cpu * factor
    held = [(cpu, wall)]
    for _, _, cpu_ms, wall_ms in (clock for clock in clocks if clock[1] == seat):
        cpu, wall = cpu + gain - cpu_ms, wall + gain * factor - wall_ms
        held.append((max(0.0, cpu), max(0.0, wall)))
    return held
