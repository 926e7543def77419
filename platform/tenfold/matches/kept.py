"""The sandbox that a worker process keeps from match to match, so that containers wait for the next one."""

from collections.abc import Mapping

from django.conf import settings

from sandbox.docker import DockerSandbox
from sandbox.limits import Limits
from sandbox.probe import Available
from sandbox.program import Program
from sandbox.session import Sandbox, Session
from sandbox.warm import Warm
from tenfold.matches import cores

_kept: DockerSandbox | None = None
_kept_for: Available | None = None


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


def borrow(found: Available) -> Sandbox:
    """The sandbox of this process, made by its first match: so after the process was forked.

    What waits in it is done away with when the machine has been found otherwise since: with a new image, say.
    """
    global _kept, _kept_for  # noqa: PLW0603 - one for each process, as long as it lives
    if settings.WARM_POOL <= 0:
        return _made(found, None)
    if _kept_for != found:
        give_up()
    if _kept is None:
        limits = Limits(lifetime_s=settings.LONGEST_MATCH_SECONDS, memory_bytes=found.memory_bytes)
        _kept = _made(found, Warm(settings.WARM_POOL, limits=limits, cpu=cores.pinned()))
        _kept_for = found
    return Borrowed(_kept)


def give_up() -> None:
    """Close it: the process ends, or its containers may be of no use after trouble with the engine."""
    global _kept
    gone, _kept = _kept, None
    if gone is not None:
        gone.close()


def _made(found: Available, warm: Warm | None) -> DockerSandbox:
    runtime = settings.BOT_RUNTIME or None
    return DockerSandbox(image=found.image, runtime=runtime, warm=warm, attach=found.attach)
