"""Keeps a match's engine on the core of its bots: a line then crosses without waking another core."""

import contextlib
import os
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def pinned_to(cpu: int | None) -> Iterator[None]:
    """The calling thread runs on that core meanwhile; None, or a system without the call, changes nothing."""
    if cpu is None or sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {cpu})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
