"""Processes that wait for source, started before anybody asks for one.

Starting a container takes a third of a second and handing it a program a millisecond, so the starting is done
ahead, in the background. Each waiting process serves one program and is never used again.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from sandbox.limits import Limits
from sandbox.session import Running
from sandbox.verdict import SandboxError

logger = logging.getLogger(__name__)

FILLING_AT_ONCE = 2
# Replaced after this long: the image may have been built anew meanwhile.
KEPT_S = 600
# So long after one was taken none is started: it would take the core from the program that has just come.
CALM_S = 0.1
# After a failure the engine is left alone for a while.
RESTED_S = 5.0

Waiting = TypeVar("Waiting", bound=Running)


@dataclass(frozen=True, slots=True)
class Warm:
    """How many containers wait, and for which programs.

    Those on this core with these limits, but that the clock's may be any, and their life shorter.
    """

    size: int
    limits: Limits = field(default_factory=Limits)
    cpu: int | None = None
    labels: Mapping[str, str] = field(default_factory=dict)

    def serves(self, limits: Limits, cpu: int | None) -> bool:
        alike = (limits.built_in, cpu) == (self.limits.built_in, self.cpu)
        return alike and limits.lifetime_s <= self.limits.lifetime_s


class Pool(Generic[Waiting]):
    """Keeps `size` processes waiting; `start` makes one whose loader is ready, or raises SandboxError."""

    def __init__(self, start: Callable[[], Waiting], *, size: int, kept_s: float = KEPT_S) -> None:
        self._start, self._size, self._kept_s = start, size, kept_s
        self._waiting: deque[tuple[float, Waiting]] = deque()  # the oldest first, each with when it goes
        self._starting = 0
        self._calm_until = 0.0
        self._closing = False
        self._changed = threading.Condition()
        self._fillers = [
            threading.Thread(target=self._fill, name=f"sandbox-warm-{number}", daemon=True)
            for number in range(min(size, FILLING_AT_ONCE))
        ]
        for filler in self._fillers:
            filler.start()

    def take(self) -> Waiting | None:
        """The one that has waited longest, which is the caller's from now on; None when there is none."""
        with self._changed:
            if not self._waiting:
                return None
            _, taken = self._waiting.popleft()
            self._calm_until = time.monotonic() + CALM_S
            self._changed.notify_all()
        return taken

    def waiting(self) -> int:
        return len(self._waiting)

    def wait_full(self, timeout_s: float) -> bool:
        """Whether all wait within that time."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._waiting) >= self._size, timeout_s)

    def close(self) -> None:
        """Stop filling, and discard what waits."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        for filler in self._fillers:
            filler.join()
        for _, waiting in self._waiting:
            waiting.discard()
        self._waiting.clear()

    def _fill(self) -> None:
        while self._wanted():
            try:
                started = self._start()
            except SandboxError as error:
                logger.warning("no container could be made ready in advance: %s", error)
                self._failed()
            else:
                self._add(started)

    def _wanted(self) -> bool:
        """Waits until one more is needed, which counts as being started then; False when closing."""
        while True:
            with self._changed:
                stale = self._take_stale()
                if self._closing:
                    self._waiting.extend(stale)  # close() discards them
                    return False
                missing = len(self._waiting) + self._starting < self._size
                calm = self._calm_until - time.monotonic()
                if not stale and missing and calm <= 0:
                    self._starting += 1
                    return True
                if not stale:
                    self._changed.wait(calm if missing else self._until_stale())
            for _, old in stale:
                old.discard()

    def _take_stale(self) -> list[tuple[float, Waiting]]:
        stale = []
        while self._waiting and self._waiting[0][0] <= time.monotonic():
            stale.append(self._waiting.popleft())
        return stale

    def _until_stale(self) -> float | None:
        return max(0.0, self._waiting[0][0] - time.monotonic()) if self._waiting else None

    def _add(self, started: Waiting) -> None:
        with self._changed:
            self._starting -= 1
            self._waiting.append((time.monotonic() + self._kept_s, started))
            self._changed.notify_all()

    def _failed(self) -> None:
        with self._changed:
            self._starting -= 1
            self._changed.wait_for(lambda: self._closing, RESTED_S)
