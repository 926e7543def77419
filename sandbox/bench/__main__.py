"""The command `python -m sandbox.bench`; what its rows are stands in `sandbox/bench/__init__.py`."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from sandbox.bench.games import from_the_start, games
from sandbox.bench.lines import daemon_per_line, lines
from sandbox.bench.starts import starts
from sandbox.image.recipe import IMAGE
from sandbox.probe import Unavailable, docker_available

US, MS = 1e-6, 1e-3
UNITS = {US: "µs", MS: "ms"}


@dataclass(frozen=True, slots=True)
class Row:
    """What we do beside what else one could do, in seconds."""

    what: str
    ours: float
    beside: float
    unit: float
    wanted: str = ""
    faster: bool = False  # tell how many times as fast we are, not how many times as long we take

    def __str__(self) -> str:
        ours, beside = (
            f"{seconds / self.unit:10.2f} {UNITS[self.unit]}" for seconds in (self.ours, self.beside)
        )
        over, under = (self.beside, self.ours) if self.faster else (self.ours, self.beside)
        ratio = f"{over / under:8.2f}" if under > 0 else f"{'-':>8}"
        return f"{self.what:52}{ours}{beside}{ratio}  {self.wanted}".rstrip()


def rows(image: str, cpu: int, wanted: argparse.Namespace) -> Iterator[Row]:
    line = lines(image, cpu, wanted.lines)
    what = "1 KB there and back, one core"
    yield Row(f"{what}: container, child", line["container"], line["child"], US, "<= 1.3")
    yield Row(f"{what}: its pipes, bare pipes", line["pipes"], line["bare"], US, "<= 1.3")
    yield Row(f"{what}: container, bare pipes", line["container"], line["bare"], US)
    line = lines(image, None, wanted.lines)
    yield Row("1 KB there and back, any core: container, child", line["container"], line["child"], US)
    game = games(image, cpu, wanted.games)
    what, ours = "a game's lines: containers", game["container"]
    yield Row(f"{what}, children", ours, game["child"], MS, ">= 0.95", faster=True)
    yield Row(f"{what}, docker run -i", ours, game["run -i"], MS, ">= 9", faster=True)
    whole = from_the_start(image, cpu, wanted.games)
    what = "a game with its start: waiting, docker run -i"
    yield Row(what, whole["waiting"], whole["run -i"], MS, faster=True)
    start = starts(image, cpu, wanted.starts)
    what = "a first answer, one core: waiting container, made"
    yield Row(what, start["waiting"], start["made"], MS, "<= 5 ms, >= 25", faster=True)
    daemon = daemon_per_line(image, cpu, wanted.lines // 10)
    yield Row(
        "the daemon's CPU a line: container, docker run -i", daemon["container"], daemon["run -i"], US, "~0"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m sandbox.bench", description="Measures what the sandbox costs."
    )
    parser.add_argument("--lines", type=int, default=3000, help="lines of each kind (default: %(default)s)")
    parser.add_argument("--games", type=int, default=9, help="games of each kind (default: %(default)s)")
    parser.add_argument("--starts", type=int, default=15, help="starts of each kind (default: %(default)s)")
    parser.add_argument("--core", type=int, default=0, help="the one core (default: %(default)s)")
    parser.add_argument("--image", default=IMAGE, help="what bots run in (default: %(default)s)")
    wanted = parser.parse_args()
    found = docker_available(image=wanted.image)
    if isinstance(found, Unavailable):
        sys.exit(f"nothing to measure: {found.reason}")
    print(f"{'medians, in turns':52}{'ours':>13}{'beside':>13}{'ratio':>8}  wanted")  # noqa: T201 - a command
    for row in rows(wanted.image, wanted.core, wanted):
        print(row, flush=True)  # noqa: T201 - a command
    return 0


if __name__ == "__main__":
    sys.exit(main())
