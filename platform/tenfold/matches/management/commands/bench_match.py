import statistics
import time
from contextlib import closing
from functools import partial

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from arena.match import block_seed, play_match
from arena.phase10.rules import STANDARD
from sandbox.docker import DockerSandbox
from sandbox.limits import Limits
from sandbox.process import ProcessSandbox
from sandbox.session import Sandbox
from tenfold.cli.bots import Bot, find_bot
from tenfold.cli.outcome import Refused
from tenfold.cli.timing import DECISIONS, TimedSeat, Timings, percentile
from tenfold.matches import cores
from tenfold.seats import SandboxSeat

KINDS = {"process": "plain processes", "docker": "Docker containers"}


class Command(BaseCommand):
    help = (
        "Time a match of one bot with itself in Docker containers against the same match between plain "
        "processes, in turns: wall time of the match, and the CPU of a decision. Touches no database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--bot", default="greedy", help="A house bot, or a file (default: greedy).")
        parser.add_argument("--players", type=int, default=2)
        parser.add_argument("--blocks", type=int, default=10)
        parser.add_argument("--runs", type=int, default=5, help="How often each is played.")

    def handle(self, *_: object, bot: str, players: int, blocks: int, runs: int, **__: object) -> None:
        """Both kinds play the same decks in each run, so that they do the same work."""
        try:
            found = find_bot(bot)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        cores.pin(0)
        seconds: dict[str, list[float]] = {kind: [] for kind in KINDS}
        timings = {kind: Timings() for kind in KINDS}
        for run in range(runs):
            for kind, taken in seconds.items():
                taken.append(_seconds(kind, found, timings[kind], players=players, blocks=blocks, run=run))
        process, docker = (statistics.median(taken) for taken in seconds.values())
        self.stdout.write(
            f"{players} x {found.name} x {blocks} blocks, median of {runs}, in turns:\n"
            f"  plain processes    {process:6.2f} s\n"
            f"  Docker containers  {docker:6.2f} s   {docker / process:.2f} times as long, "
            f"{docker - process:+.2f} s\n"
            "CPU of a decision, in ms:    times   median      99%     most"
        )
        for kind, name in KINDS.items():
            spent = [cpu for asked in DECISIONS for cpu, _ in timings[kind].answers.get(asked, ())]
            self.stdout.write(
                f"  {name:24}{len(spent):8,}{statistics.median(spent):9.2f}"
                f"{percentile(spent, 0.99):9.2f}{max(spent):9.2f}"
            )


def _seconds(kind: str, bot: Bot, timings: Timings, *, players: int, blocks: int, run: int) -> float:
    """Wall time from opening the sandbox to its end, removal of the containers included."""
    begun = time.perf_counter()
    with closing(_sandbox(kind)) as sandbox:

        def open_seat(_bot: int, _lane: int) -> TimedSeat:
            session = sandbox.open(bot.program, limits=Limits(), cpu=cores.pinned(), labels={})
            return TimedSeat(SandboxSeat(session), timings)

        play_match(
            players=players,
            blocks=blocks,
            rules=STANDARD,
            seed_of=partial(block_seed, b"bench", f"run {run}"),
            open_seat=open_seat,
            names=[bot.name] * players,
        )
    return time.perf_counter() - begun


def _sandbox(kind: str) -> Sandbox:
    if kind == "docker":
        return DockerSandbox(image=settings.BOT_IMAGE, runtime=settings.BOT_RUNTIME or None)
    return ProcessSandbox()
