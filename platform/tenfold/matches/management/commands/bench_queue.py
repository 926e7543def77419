from collections.abc import Iterator

from django.core.management.base import BaseCommand, CommandParser

from tenfold.bench import queueing
from tenfold.bench.apart import refuse_used_database, run_apart
from tenfold.bench.table import HEAD, Row, load


class Command(BaseCommand):
    help = (
        "Time what the queue costs a match, what a second worker brings, and sending out a round of 10,000 "
        "matches, with real workers on a PostgreSQL and a Valkey of its own. Bots are plain processes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--instant", type=int, default=4, help="Entries of a round of instant matches.")
        parser.add_argument(
            "--greedy", type=int, default=5, help="Entries of the round that two workers play."
        )
        parser.add_argument("--blocks", type=int, default=10, help="Blocks of each of its matches.")
        parser.add_argument("--large", type=int, default=142, help="Entries of the round that is dispatched.")
        parser.add_argument(
            "--runs",
            type=int,
            default=3,
            help="How often each round is played, and eight times so often an instant one.",
        )
        parser.add_argument(
            "--here",
            action="store_true",
            help="On the empty database that DATABASE_URL names, and stay there.",
        )

    def handle(self, *_: object, here: bool, **options: int) -> None:
        sizes = {name: options[name] for name in ("instant", "greedy", "blocks", "large", "runs")}
        if not here:
            run_apart("bench_queue", *(f"--{name}={size}" for name, size in sizes.items()))
            return
        refuse_used_database()
        self.stdout.write(f"{load()}\n{HEAD}")
        for row in _rows(**sizes):
            self.stdout.write(str(row))
            self.stdout.flush()


def _rows(*, instant: int, greedy: int, blocks: int, large: int, runs: int) -> Iterator[Row]:
    yield from queueing.cost_of_the_queue(entries=instant, runs=8 * runs)
    yield from queueing.two_workers(entries=greedy, blocks=blocks, runs=runs)
    yield from queueing.dispatch(entries=large)
