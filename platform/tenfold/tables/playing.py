"""A worker's part: claim a table where bots are due, play them on, store each of their moves."""

from contextlib import closing
from datetime import timedelta
from typing import Final
from uuid import UUID, uuid4

import structlog
from django.conf import settings
from django.db.models import Q
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Now

from arena.joining import Joining
from arena.phase10.game import Game
from arena.phase10.results import ENGINE
from arena.replay import FaultTold
from sandbox.limits import Limits
from sandbox.session import Sandbox
from tenfold.bots.models import BotVersion
from tenfold.competitions.images import image_for
from tenfold.matches import sandboxes, stopping
from tenfold.matches.playing import program, seat_of
from tenfold.seats import SandboxSeat, told
from tenfold.tables.models import PERSON, Due, Table
from tenfold.tables.services import due

log = structlog.get_logger(__name__)

# Longer than any move takes, since each that is stored prolongs it; a killed worker's table waits so long.
_CLAIMED_FOR: Final = timedelta(seconds=30)


class Lost(Exception):
    """Somebody else has the table now, it is gone, or this worker was told to stop."""


def play_on(*, table_id: int) -> None:
    """Play the bots of a table until its person is due, if it is still to be had and they may run here."""
    table = Table.objects.filter(pk=table_id, engine=ENGINE, due=Due.BOTS).first()
    if table is None:  # a message that came twice, or late
        return
    bots = {bot.seat: bot.version for bot in table.bots.select_related("version__bot")}
    choice = sandboxes.choose(image_for(bots.values()))
    if not all(choice.allows(version.bot) for version in bots.values()):
        log.error("table left waiting", table=table.pk, reason=choice.reason)
        return
    token = uuid4()
    if not _claimed(table, token):
        return
    try:
        table.refresh_from_db()
        with closing(sandboxes.make(choice)) as sandbox:
            _play(table, token, bots, choice, sandbox)
    except (Lost, Table.DoesNotExist):  # given up just now
        log.info("table left", table=table.pk)
    except Exception:  # our fault: the sweep asks again
        log.exception("table not played on", table=table.pk)
        sandboxes.doubt()
    finally:
        Table.objects.filter(pk=table.pk, claim=token).update(claim=None, claimed_until=None)


def _until() -> CombinedExpression:
    return Now() + _CLAIMED_FOR


def _claimed(table: Table, token: UUID) -> bool:
    free = Q(claim=None) | Q(claimed_until__lt=Now())
    waiting = Table.objects.filter(free, pk=table.pk, due=Due.BOTS)
    return bool(waiting.update(claim=token, claimed_until=_until()))


def _play(
    table: Table, token: UUID, bots: dict[int, BotVersion], choice: sandboxes.Choice, sandbox: Sandbox
) -> None:
    game, known = table.game(), list(table.faults)
    limits = Limits(memory_bytes=choice.memory_bytes, lifetime_s=settings.LONGEST_MATCH_SECONDS)

    def open_seat(seat: int) -> SandboxSeat:
        version = bots[seat]
        files = program(version.filename, bytes(version.source))
        labels = {"table": str(table.pk), "slot": str(seat)}
        return seat_of(sandbox, files, limits, labels)

    def store() -> None:
        if stopping.asked() or not _stored(table, token, game, known, joining.faults):
            raise Lost

    joining = Joining(game, open_seat, told(limits), store)
    joining.play_until(PERSON)


def _stored(table: Table, token: UUID, game: Game, known: list[object], faults: list[FaultTold]) -> bool:
    """Store the game after a bot's move, as long as the claim holds; so the person sees it at once."""
    held = Table.objects.filter(pk=table.pk, claim=token, moves=table.moves)
    table.moves += 1
    changed = held.update(
        log=game.log(),
        moves=table.moves,
        due=due(game),
        faults=[*known, *([one.turn, one.seat, one.kind, one.message] for one in faults)],
        moved=Now(),
        claimed_until=_until(),
    )
    return bool(changed)
