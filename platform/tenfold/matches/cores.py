"""One core for each process of a worker: engine and bots of a match share it, so no match slows another."""

import os

import structlog
from django.conf import settings

log = structlog.get_logger(__name__)

_pinned: int | None = None


def pin(index: int) -> int | None:
    """Bind this process to the core with this index among those that matches may use.

    None, and nothing bound, where the system knows or allows no affinity, or the setting names other cores.
    """
    global _pinned  # noqa: PLW0603 - a property of the process, set once when it starts
    if not settings.PIN_CORES or not hasattr(os, "sched_setaffinity"):
        return None
    allowed = os.sched_getaffinity(0)
    cores = sorted(set(settings.CORES) & allowed if settings.CORES else allowed)
    if not cores:
        log.warning(
            "not pinned: CORES names no core of this process", wanted=settings.CORES, has=sorted(allowed)
        )
        return None
    core: int = cores[index % len(cores)]
    try:
        os.sched_setaffinity(0, {core})
    except OSError as error:  # some sandboxes of the worker itself forbid it
        log.warning("not pinned: the system does not let this process choose its core", error=str(error))
        return None
    _pinned = core
    return core


def pinned() -> int | None:
    """The core of this process; None lets the system choose."""
    return _pinned
