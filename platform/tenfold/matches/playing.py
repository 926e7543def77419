"""A worker's part: claim a match, play it outside any transaction, hand in what came of it."""

import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from os import getpid

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection

from arena.early import is_decided, stretches
from arena.match import GameRecord, MatchRecord, MatchStopped, block_seed, play_stretch
from arena.phase10.rules import RuleSet
from sandbox.limits import Limits
from sandbox.program import Program
from sandbox.session import Sandbox
from sandbox.upload import unpack
from tenfold.bots.models import BotVersion
from tenfold.competitions.banks import session_wall_ms
from tenfold.competitions.choices import Image
from tenfold.matches import cores, sandboxes, stopping
from tenfold.matches.models import Match
from tenfold.matches.results import record
from tenfold.matches.services import Claim, claim, fail_attempt, hand_back, renew
from tenfold.seats import SandboxSeat, ours, told

log = structlog.get_logger(__name__)

# Before a result is handed in again; together far less than a lease.
STORING_PAUSES_S = (0.5, 2.0, 5.0)
LEAVING_S = 3.0


def play(*, match_id: int) -> None:
    """Play one scheduled match, if it is still to be had and this machine may run its bots."""
    match = Match.objects.select_related("round").filter(pk=match_id, state=Match.State.SCHEDULED).first()
    if match is None:  # a message that came twice, or late: most of them end here
        return
    versions = [bot.version for bot in match.bots.select_related("version__bot").order_by("index")]
    choice = sandboxes.choose(Image(match.image))
    if not all(choice.allows(version.bot) for version in versions):
        _leave(match, choice)
        return
    worker = f"{socket.gethostname()}:{getpid()}"
    mine = claim(match_id=match_id, worker=worker, ran_in=choice.ran_in)
    if mine is not None:
        _play_claimed(mine, match, versions, choice)


def _leave(match: Match, choice: sandboxes.Choice) -> None:
    """Leave it to a machine that can play it, or to this one once it can; it is soon announced again.

    In its own time: a machine that does nothing else would take every message before one that plays gets any.
    """
    log.error("match left waiting", match=match.pk, reason=choice.reason)
    Match.objects.filter(pk=match.pk, state=Match.State.SCHEDULED).update(announced_at=None)
    time.sleep(LEAVING_S)


def _play_claimed(mine: Claim, match: Match, versions: list[BotVersion], choice: sandboxes.Choice) -> None:
    """Whatever goes wrong on our side ends the attempt with the reason; the match is played again."""
    try:
        with kept_alive(mine) as lost, closing(sandboxes.make(choice)) as sandbox:
            table = _Table(match, versions, sandbox, choice, lambda: lost() or stopping.asked())
            played = table.played()
        _store(mine, played)
    except MatchStopped:
        hand_back(claim=mine, why="its worker was told to stop")
    except Exception as error:
        log.exception("attempt failed", match=match.pk)
        sandboxes.doubt()
        fail_attempt(claim=mine, why=f"{type(error).__name__}: {error}")


def _store(mine: Claim, played: MatchRecord) -> None:
    """Hand in what took minutes to play, and again when the database fails it for a moment.

    A deadlock, or a database that was started anew while the connection lay idle, says nothing of the match.
    """
    for pause in STORING_PAUSES_S:
        try:
            record(claim=mine, played=played)
        except (OperationalError, InterfaceError) as error:
            if connection.in_atomic_block:  # a caller's transaction is lost as a whole
                raise
            log.warning("result not stored yet", match=mine.match_id, error=str(error))
            connection.close()
            time.sleep(pause)
        else:
            return
    record(claim=mine, played=played)


@dataclass(frozen=True, slots=True)
class _Table:
    """A claimed match with what it is played in. Playing takes minutes and touches no database."""

    match: Match
    versions: list[BotVersion]
    sandbox: Sandbox
    choice: sandboxes.Choice
    should_stop: Callable[[], bool]

    def played(self) -> MatchRecord:
        """Play it through, or until it is decided where that ends it."""
        blocks = self.match.blocks
        games: list[GameRecord] = []
        margins: list[tuple[float, ...]] = []
        for stretch in stretches(blocks) if self.match.most_blocks else [range(blocks)]:
            came = self._stretch(stretch)
            games += came.games
            margins += came.margins
            if self.match.most_blocks and is_decided(margins):
                break
        return MatchRecord(tuple(games), tuple(margins))

    def _stretch(self, stretch: range) -> MatchRecord:
        match, limits = self.match, self._limits(stretch)
        secret = bytes(match.round.secret if match.round else match.secret or b"")
        programs = [program(version.filename, bytes(version.source)) for version in self.versions]

        def open_seat(bot: int, lane: int) -> SandboxSeat:
            labels = {"match": str(match.pk), "slot": f"{lane}-{bot}"}
            return seat_of(self.sandbox, programs[bot], limits, labels)

        return play_stretch(
            stretch,
            players=match.players,
            rules=RuleSet.from_dict(match.rule_set),
            seed_of=partial(block_seed, secret, match.key),
            open_seat=open_seat,
            names=[str(version) for version in self.versions],
            limits=told(limits),
            should_stop=self.should_stop,
        )

    def _limits(self, stretch: range) -> Limits:
        """A bot's container lives as long as a match may: the reaper would take it out of a running one."""
        match = self.match
        wall_ms = session_wall_ms(match.limits, players=match.players, blocks=match.blocks)
        return replace(
            match.limits,
            memory_bytes=self.choice.memory_bytes,
            lifetime_s=settings.LONGEST_MATCH_SECONDS,
            # A share for each stretch: bots that sleep out all of them come to the match's end all the same.
            session_wall_ms=wall_ms * len(stretch) // match.blocks,
        )


@lru_cache(maxsize=64)
def program(filename: str, source: bytes) -> Program:
    """The files of an upload that has passed its check; a bot plays many matches, so they are kept."""
    return unpack(filename=filename, data=source)


def seat_of(sandbox: Sandbox, files: Program, limits: Limits, labels: Mapping[str, str]) -> SandboxSeat:
    """Start a bot on the core of this worker. Raises SeatError."""
    with ours():
        return SandboxSeat(sandbox.open(files, limits=limits, cpu=cores.pinned(), labels=labels))


@contextmanager
def kept_alive(mine: Claim) -> Iterator[Callable[[], bool]]:
    """Renew the lease from a thread; what is yielded tells whether the claim was lost.

    A database that does not answer costs nothing as long as it is back before the lease ends.
    """
    lost, done = threading.Event(), threading.Event()
    thread = threading.Thread(target=_renewing, args=(mine, lost, done), name="heartbeat", daemon=True)
    thread.start()
    try:
        yield lost.is_set
    finally:
        done.set()
        thread.join()


def _renewing(mine: Claim, lost: threading.Event, done: threading.Event) -> None:
    """Renew until `done`, or until there is nothing to renew. The thread has a connection of its own."""
    try:
        while not done.wait(settings.LEASE_SECONDS / 4):
            try:
                if not renew(claim=mine):
                    lost.set()
                    return
            except DatabaseError as error:
                log.warning("lease not renewed", match=mine.match_id, error=str(error))
                connection.close()
    finally:
        connection.close()
