"""The sandbox that a worker process keeps from match to match, so that containers wait for the next one."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings

from sandbox.docker import DockerSandbox
from sandbox.limits import Limits
from sandbox.probe import Available
from sandbox.program import Program
from sandbox.session import Sandbox, Session
from sandbox.warm import Warm
from tenfold.competitions.choices import Image
from tenfold.matches import cores

# One that no match has asked for so long is closed, once another match comes: its image is out of use.
UNUSED_S = 600.0


@dataclass(slots=True)
class Kept:
    """A sandbox, what was found when it was made, and when a match last asked for it."""

    sandbox: DockerSandbox
    found: Available
    asked: float


# By image, so at most one for each: those that wait are of one image, and matches of two may take turns.
_kept: dict[Image, Kept] = {}


class Borrowed:
    """A kept sandbox for one match: closing it closes what that match has opened."""

    def __init__(self, kept: Sandbox) -> None:
        self._kept, self.name = kept, kept.name
        self._opened: list[Session] = []

    def open(
        self,
        program: Program,
        *,
        limits: Limits,
        cpu: int | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> Session:
        session = self._kept.open(program, limits=limits, cpu=cpu, labels=labels)
        self._opened.append(session)
        return session

    def close(self) -> None:
        for session in self._opened:
            session.close()
        self._opened.clear()


def borrow(found: Available, image: Image = Image.PLAIN) -> Sandbox:
    """The sandbox of this process for an image, made by its first match: so after the process was forked.

    What waits in it is done away with when the machine has been found otherwise since: with a new image, say.
    """
    if settings.WARM_POOL <= 0:
        return _made(found, None)
    now = time.monotonic()
    give_up([name for name, kept in _kept.items() if now - kept.asked > UNUSED_S])
    if image in _kept and _kept[image].found != found:
        give_up([image])
    if image not in _kept:
        limits = Limits(lifetime_s=settings.LONGEST_MATCH_SECONDS, memory_bytes=found.memory_bytes)
        warm = Warm(settings.WARM_POOL, limits=limits, cpu=cores.pinned())
        _kept[image] = Kept(_made(found, warm), found, now)
    _kept[image].asked = now
    return Borrowed(_kept[image].sandbox)


def give_up(images: Iterable[Image] | None = None) -> None:
    """Close them, or all: the process ends, or containers may be of no use after trouble with the engine."""
    for image in list(_kept if images is None else images):
        _kept.pop(image).sandbox.close()


def _made(found: Available, warm: Warm | None) -> DockerSandbox:
    runtime = settings.BOT_RUNTIME or None
    return DockerSandbox(image=found.image, runtime=runtime, warm=warm, attach=found.attach)
