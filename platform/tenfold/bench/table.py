"""The tables that the commands print."""

import os
from dataclasses import dataclass

MS, S = 1e-3, 1.0
_UNITS = {MS: "ms", S: "s"}


def load() -> str:
    """How busy the machine is besides: the head of every table."""
    one, five, _ = os.getloadavg()
    said = f"load average {one:.1f} (over five minutes {five:.1f}) on {cores()} cores"
    return f"{said}: too busy for figures in ms or s, ratios hold" if is_busy() else said


def is_busy() -> bool:
    """Whether others want so much of the machine that times say little of us."""
    return os.getloadavg()[0] > cores() / 2


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Row:
    """What we measured, in seconds, and beside it what it is compared with. `ratio` is theirs to take."""

    what: str
    ours: float
    beside: float | None = None
    ratio: float | None = None
    unit: float = MS
    queries: int | None = None
    wanted: str = ""
    remark: str = ""

    def __str__(self) -> str:
        ours, beside = (_figure(seconds, self.unit) for seconds in (self.ours, self.beside))
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        queries = "" if self.queries is None else str(self.queries)
        told = " ".join(filter(None, [self.wanted, self.remark]))
        return f"{self.what:54}{ours:>11}{beside:>11}{ratio:>8}{queries:>9}  {told}".rstrip()


HEAD = f"{'medians, in turns':54}{'ours':>11}{'beside':>11}{'ratio':>8}{'queries':>9}  wanted"


def _figure(seconds: float | None, unit: float) -> str:
    return "" if seconds is None else f"{seconds / unit:.1f} {_UNITS[unit]}"
