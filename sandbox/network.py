"""Empty network namespaces that outlive the containers in them.

Making a namespace is about half of what the start of a container costs, so a holder, a locked-down container
that does nothing, keeps one for the next. It is lent to one container at a time: in a shared namespace
/proc/net/unix shows each bot the socket pairs of the other, which is enough to send bits.
Whether it is cheaper depends on the engine, so the first containers are started both ways, and timed.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

logger = logging.getLogger(__name__)

SAMPLES = 3
# A start must become shorter by at least this much for a second container to be worth its memory.
WORTH_IT = 0.85
# A holder's deadline, past which the reaper takes it whoever owns it, and when it is no longer lent.
HELD_S = 24 * 3600
LENT_FOR_S = HELD_S / 2


@dataclass(frozen=True, slots=True)
class Holder:
    """A container with a network namespace to lend."""

    identity: str
    free: Callable[[], None]
    made: float


class Networks:
    """Lends namespaces, once it has found that to be cheaper; use from any thread."""

    def __init__(self, make: Callable[[], Holder]) -> None:
        """`make` starts a holder."""
        self._make = make
        self._lock = threading.Lock()
        self._idle: list[Holder] = []
        self._took: dict[bool, list[float]] = {True: [], False: []}  # whether in a held namespace
        self._cheaper: bool | None = None

    @property
    def cheaper(self) -> bool | None:
        """Whether holders are used; None while that is being found out."""
        return self._cheaper

    def borrow(self) -> Holder | None:
        """None means that the container is to have a namespace of its own."""
        if not self._held_next():
            return None
        with self._lock:
            while self._idle:
                holder = self._idle.pop()
                if time.monotonic() - holder.made < LENT_FOR_S:
                    return holder
                holder.free()
        return self._make()

    def give_back(self, holder: Holder | None) -> None:
        """Once nothing is left of the container that had it."""
        if holder is not None:
            with self._lock:
                self._idle.append(holder)

    @contextmanager
    def timed(self, holder: Holder | None) -> Iterator[None]:
        """The start of a container is timed, as long as it is not decided."""
        began = time.monotonic()
        yield
        with self._lock:
            self._took[holder is not None].append(time.monotonic() - began)
            if self._cheaper is None:
                self._decide()

    def close(self) -> None:
        """Free what is not lent."""
        with self._lock:
            idle, self._idle = self._idle, []
        for holder in idle:
            holder.free()

    def _held_next(self) -> bool:
        if self._cheaper is not None:
            return self._cheaper
        with self._lock:
            return len(self._took[True]) < len(self._took[False])

    def _decide(self) -> None:
        own, held = self._took[False], self._took[True]
        if min(len(own), len(held)) < SAMPLES:
            return
        # Other load only ever makes a start longer, so the shortest tells the most.
        self._cheaper = min(held) < WORTH_IT * min(own)
        logger.info(
            "bots' containers get %s: a start takes %.0f ms in a held network and %.0f ms with a new one",
            "held networks" if self._cheaper else "new networks",
            min(held) * 1000,
            min(own) * 1000,
        )
