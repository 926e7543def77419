"""What a program's time costs it: a CPU bank, a wall bank, a cap on each answer, a budget for the start."""

import time
from collections.abc import Callable

from sandbox.channel import ProgramError
from sandbox.limits import Limits
from sandbox.verdict import TimeLeft, Verdict

# Not asked more often than this whether a bank is empty.
SHORTEST_WAIT_MS = 10.0


class Clock:
    """Charges the program with all CPU since its last answer, so thinking on others' time gains nothing.

    `cpu_ns` reads the program's CPU time; it only grows, and keeps its last value when the program is over.
    """

    def __init__(self, limits: Limits, cpu_ns: Callable[[], int]) -> None:
        self._limits = limits
        self._cpu_ns = cpu_ns
        self._cpu_charged_ns = cpu_ns()
        self._cpu_seen_ms = 0.0  # at the last look, since the last answer
        self._asked_ns = time.monotonic_ns()
        self._looked = True
        self._starting = True
        self._session_wall_ms = float(limits.session_wall_ms)
        self.refill()

    def refill(self) -> None:
        """A fresh bank for a new game, the first move's share in it."""
        self._cpu_bank_ms = float(self._limits.cpu_bank_ms + self._limits.cpu_per_move_ms)
        self._wall_bank_ms = self._cpu_bank_ms * self._limits.wall_bank_factor

    def left(self) -> TimeLeft:
        """For the next answer, what the program used since its last one taken off."""
        used = 0.0 if self._starting else self.cpu_ms()
        wall = min(self._wall_bank_ms, self._session_wall_ms)
        return TimeLeft(cpu_ms=max(0, int(self._cpu_bank_ms - used)), wall_ms=max(0, int(wall)))

    def begin(self) -> None:
        self._asked_ns = time.monotonic_ns()
        self._looked = False

    def cpu_ms(self) -> float:
        self._cpu_seen_ms = (self._cpu_ns() - self._cpu_charged_ns) / 1e6
        return self._cpu_seen_ms

    def wall_ms(self) -> float:
        return (time.monotonic_ns() - self._asked_ns) / 1e6

    def patience(self) -> float:
        """Seconds until a limit can have been reached; raises ProgramError when one is.

        At first by what was seen last: most answers are there before a second look, and a look takes long
        beside a line's way. What the program used meanwhile it is charged with all the same.
        """
        if self._looked:
            return self.check() / 1000
        self._looked = True
        return self._room_ms(self._cpu_seen_ms, 0.0) / 1000

    def check(self) -> float:
        """Milliseconds until a limit can have been reached; raises ProgramError when one is."""
        return self._room_ms(self.cpu_ms(), self.wall_ms())

    def settle(self) -> tuple[float, float]:
        """Charge the banks for an answer; CPU and wall milliseconds. Raises when it was one too dear."""
        cpu_ns = self._cpu_ns()
        cpu, wall = (cpu_ns - self._cpu_charged_ns) / 1e6, self.wall_ms()
        self._room_ms(cpu, wall)
        self._cpu_charged_ns, self._cpu_seen_ms = cpu_ns, 0.0
        self._session_wall_ms -= wall
        if self._starting:
            self._starting = False
            return cpu, wall
        gain = self._limits.cpu_per_move_ms
        self._cpu_bank_ms += gain - cpu
        self._wall_bank_ms += gain * self._limits.wall_bank_factor - wall
        return cpu, wall

    def _room_ms(self, cpu: float, wall: float) -> float:
        limits = self._limits
        if self._starting:
            cpu_room, wall_room = limits.start_cpu_ms - cpu, limits.start_wall_ms - wall
        else:
            cpu_room = self._cpu_bank_ms - cpu
            wall_room = min(self._wall_bank_ms, self._session_wall_ms, limits.move_wall_ms) - wall
        if cpu_room <= 0:
            raise self._cpu_spent()
        if wall_room <= 0:
            raise self._wall_spent(wall)
        return min(wall_room, max(cpu_room, SHORTEST_WAIT_MS))

    def _cpu_spent(self) -> ProgramError:
        limits = self._limits
        if self._starting:
            msg = (
                f"The bot used more than {limits.start_cpu_ms} ms of CPU before its first answer:"
                " do less at import time."
            )
            return ProgramError(Verdict.START_FAILED, msg)
        msg = (
            f"The bot's CPU bank of {limits.cpu_bank_ms} ms a game and {limits.cpu_per_move_ms} ms a request"
            " is spent: think less, and never between requests, which is charged too."
        )
        return ProgramError(Verdict.CPU_BANK, msg)

    def _wall_spent(self, wall: float) -> ProgramError:
        limits = self._limits
        cap = limits.start_wall_ms if self._starting else limits.move_wall_ms
        if wall >= cap:
            msg = f"The bot did not give an answer within {cap} ms."
            if self._starting:
                msg = f"The bot did not give its first answer within {cap} ms."
            return ProgramError(Verdict.TIMEOUT, msg)
        if wall >= self._session_wall_ms:
            msg = (
                f"The bot let {limits.session_wall_ms / 1000:g} s of wall time go by over the games it was"
                " started for, all that it has for them: wait and sleep less in every one of them."
            )
            return ProgramError(Verdict.WALL_BANK, msg)
        msg = (
            f"The bot's wall time bank, {limits.wall_bank_factor} times its CPU bank, is spent:"
            " it waited or slept too long over the game's answers."
        )
        return ProgramError(Verdict.WALL_BANK, msg)
