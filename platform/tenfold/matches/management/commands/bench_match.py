import statistics
import time
from contextlib import closing
from functools import partial
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

import arena.bots
from arena.match import block_seed, play_match
from arena.phase10.rules import STANDARD
from sandbox.docker import DockerSandbox
from sandbox.limits import Limits
from sandbox.process import ProcessSandbox
from sandbox.session import Sandbox
from sandbox.upload import read_upload
from tenfold.matches import cores
from tenfold.seats import SandboxSeat


class Command(BaseCommand):
    help = (
        "Time a match of greedy bots in Docker containers against the same match between plain processes, "
        "in turns, and print the medians. Touches no database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=2)
        parser.add_argument("--blocks", type=int, default=10)
        parser.add_argument("--runs", type=int, default=5, help="How often each is played.")

    def handle(self, *_: object, players: int, blocks: int, runs: int, **__: object) -> None:
        """Both kinds play the same decks in each run, so that they do the same work."""
        cores.pin(0)
        seconds: dict[str, list[float]] = {"docker": [], "process": []}
        for run in range(runs):
            for kind, taken in seconds.items():
                taken.append(_seconds(kind, players=players, blocks=blocks, run=run))
        docker, process = (statistics.median(taken) for taken in seconds.values())
        self.stdout.write(
            f"{players} greedy bots x {blocks} blocks, median of {runs}, in turns:\n"
            f"  plain processes    {process:6.2f} s\n"
            f"  Docker containers  {docker:6.2f} s   {docker / process:.2f} times as long, "
            f"{docker - process:+.2f} s"
        )


def _seconds(kind: str, *, players: int, blocks: int, run: int) -> float:
    """Wall time from opening the sandbox to its end, removal of the containers included."""
    bot = read_upload(filename="greedy.py", data=(Path(arena.bots.__path__[0]) / "greedy.py").read_bytes())
    begun = time.perf_counter()
    with closing(_sandbox(kind)) as sandbox:
        play_match(
            players=players,
            blocks=blocks,
            rules=STANDARD,
            seed_of=partial(block_seed, b"bench", f"run {run}"),
            open_seat=lambda _bot, _lane: SandboxSeat(
                sandbox.open(bot, limits=Limits(), cpu=cores.pinned(), labels={})
            ),
            names=["greedy"] * players,
        )
    return time.perf_counter() - begun


def _sandbox(kind: str) -> Sandbox:
    if kind == "docker":
        return DockerSandbox(image=settings.BOT_IMAGE, runtime=settings.BOT_RUNTIME or None)
    return ProcessSandbox()
