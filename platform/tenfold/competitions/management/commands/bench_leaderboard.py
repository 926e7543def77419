import time

from django.core.management.base import BaseCommand, CommandParser

from tenfold.bench import pages, recording
from tenfold.bench.apart import refuse_used_database, run_apart
from tenfold.bench.leagues import make_leagues
from tenfold.bench.table import HEAD, load


class Command(BaseCommand):
    help = (
        "Time pages, lists of the API and the recording of a match in a league of 10,000 entries beside one "
        "of 100, a million matches behind them, on a PostgreSQL of its own."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--matches", type=int, default=1_000_000, help="Of both leagues together.")
        parser.add_argument("--entries", type=int, default=10_000, help="In the large league.")
        parser.add_argument("--small", type=int, default=100, help="Entries in the small one.")
        parser.add_argument("--runs", type=int, default=15, help="How often each row is measured.")
        parser.add_argument(
            "--here",
            action="store_true",
            help="On the empty database that DATABASE_URL names, and stay there.",
        )

    def handle(
        self, *_: object, matches: int, entries: int, small: int, runs: int, here: bool, **__: object
    ) -> None:
        if not here:
            sizes = f"--matches={matches}", f"--entries={entries}", f"--small={small}", f"--runs={runs}"
            run_apart("bench_leaderboard", *sizes)
            return
        refuse_used_database()
        begun = time.perf_counter()
        leagues = make_leagues(small=small, large=entries, matches=matches)
        self.stdout.write(f"{matches:,} matches made in {time.perf_counter() - begun:.0f} s; {load()}")
        self.stdout.write(HEAD)
        for measure in (pages.measured, recording.measured):
            for row in measure(*leagues, runs):
                self.stdout.write(str(row))
                self.stdout.flush()
