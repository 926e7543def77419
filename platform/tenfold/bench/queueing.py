"""What the queue costs, what a second worker brings, and how quickly a large round is sent to the queue."""

import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from statistics import median

from django.db import transaction

from arena.bench.measure import ratio, rounds_of
from arena.match import block_seed, play_match
from arena.phase10.rules import STANDARD, RuleSet
from sandbox.cores import pinned_to
from sandbox.limits import Limits
from sandbox.process import ProcessSandbox
from sandbox.program import Program
from tenfold.bench.rounds import a_league, a_round, played, workers
from tenfold.bench.table import Row, S, is_busy
from tenfold.competitions.models import Competition, Round
from tenfold.competitions.rounds import plan_round, start_round
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.models import Match
from tenfold.matches.playing import program
from tenfold.seats import SandboxSeat

# One deal of two turns a seat: over as soon as its bots have started.
INSTANT = RuleSet(phases=(1,), turns_per_seat=2, deals_per_game=1)
#: Of a match, in seconds, that the queue's cost is set against.
USUAL_S = 2.0
CORES = (0, 1)


def cost_of_the_queue(*, entries: int, runs: int) -> Iterator[Row]:
    """A round of matches that are over at once, through the queue and alone, on the same core.

    What is more through the queue is the message, the claim, the recording and the announcing of the next. It
    is a fifth of such a match, and the speed of a shared machine drifts by as much within seconds: hence many
    short rounds in turns, and the median of their differences.
    """
    league = a_league("instant", bot="tenline.py", entries=entries, rules=INSTANT, blocks=1)

    def through_the_queue() -> float:
        apart, _ = played(a_round(league))
        return apart

    with workers(CORES[:1]):
        through_the_queue()  # what a worker imports and connects to at its first match
        taken = rounds_of({"queue": through_the_queue, "alone": partial(_alone, league)}, runs)
    queue, alone = taken.values()
    more = median(a - b for a, b in zip(queue, alone, strict=True))
    yield Row(
        "an instant match: through the queue, alone",
        median(queue),
        median(alone),
        ratio(queue, alone),
        remark=f"{more * 1e3:.1f} ms more: {more / USUAL_S:.1%} of a match of {USUAL_S:.0f} s, wanted <= 2 %",
    )


def _alone(league: Competition) -> float:
    """Seconds a match, for as many as a round has, played without queue and database."""
    last = league.rounds.order_by("-number")[0]
    matches = list(last.matches.order_by("number"))
    version = matches[0].bots.select_related("version")[0].version
    bot = program(version.filename, bytes(version.source))
    begun = time.perf_counter()
    with pinned_to(CORES[0]):
        for match in matches:
            _play(match, bot)
    return (time.perf_counter() - begun) / len(matches)


def _play(match: Match, bot: Program) -> None:
    with closing(ProcessSandbox()) as sandbox:
        play_match(
            players=match.players,
            blocks=match.blocks,
            rules=INSTANT,
            seed_of=partial(block_seed, b"bench", match.key),
            open_seat=lambda _bot, _lane: SandboxSeat(
                sandbox.open(bot, limits=Limits(), cpu=CORES[0], labels={})
            ),
            names=["bot"] * match.players,
        )


def two_workers(*, entries: int, blocks: int, runs: int) -> Iterator[Row]:
    """A round of greedy bots as plain processes by one worker, and the same by two on two cores."""
    league = a_league("greedy", bot="greedy.py", entries=entries, rules=STANDARD, blocks=blocks)
    busy = is_busy()

    def seconds(cores: tuple[int, ...]) -> float:
        with workers(cores):
            _, whole = played(a_round(league))
        return whole

    taken = rounds_of({"one": partial(seconds, CORES[:1]), "two": partial(seconds, CORES)}, runs)
    one, two = taken.values()
    yield Row(
        "a round of greedy bots: one worker, two",
        median(one),
        median(two),
        ratio(one, two),
        unit=S,
        wanted=">= 1.8",
        remark="(others wanted the cores: says nothing)" if busy or is_busy() else "",
    )


def dispatch(*, entries: int) -> Iterator[Row]:
    """A round of everybody against everybody is planned, and each match announced by a message in the queue.

    Nobody plays them. In place of workers one UPDATE, whose time does not count, takes each window away.
    """
    league = a_league("large", bot="tenline.py", entries=entries, rules=INSTANT, blocks=1)
    started = start_round(competition=league, by=league.organizer)
    begun = time.perf_counter()
    plan_round(round_id=started.pk)
    planned = time.perf_counter() - begun
    announced = _announced(started)
    total = started.matches.count()
    what = f"dispatching {total:,} matches: in all, announcing them"
    yield Row(what, planned + announced, announced, unit=S, wanted="<= 8 s")


def _announced(round_: Round) -> float:
    seconds = 0.0
    waiting = round_.matches.filter(state=Match.State.SCHEDULED, announced_at__isnull=False)
    while waiting.update(state=Match.State.CANCELLED):
        begun = time.perf_counter()
        with transaction.atomic():
            announce_waiting()
        seconds += time.perf_counter() - begun
    return seconds
