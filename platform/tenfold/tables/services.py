"""The life of a table: opened, moved at by turns, given up or swept away.

    person     the person is due: their move is stored by one conditional UPDATE, made from the state they saw
    bots       a worker claims it, plays the bots on move by move, and stores each; see `tables.playing`
    nobody     the game is over

A message to the worker may come twice, late or never: the claim and the number of moves decide, and the sweep
asks again for whatever waits.
"""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arena.phase10.game import Game
from arena.phase10.results import ENGINE
from arena.phase10.rules import RuleSet
from arena.phase10.situation import Stage
from arena.protocol import AnnounceReply, BadReply, DrawReply, PlayReply, read_reply
from arena.seen import Tried, tried
from arena.strict_json import NotStrict, read_object
from tenfold.bots.models import BotVersion
from tenfold.nudge import nudge_on_commit
from tenfold.refusal import Refused, Stale, TooMany, refuse_more
from tenfold.tables.models import PERSON, Due, Table, TableBot
from tenfold.tables.players import Player

log = structlog.get_logger(__name__)

PLAY_ON: Final = "tenfold.tables.tasks.play_on"
MOST_OPEN: Final = 5
MOST_AN_HOUR: Final = 30
COUNTED_FOR: Final = timedelta(hours=1)
#: A move of a person is a line like a bot's.
LONGEST_MOVE: Final = 4_096
# A table that bots have not moved at for so long is announced again.
PATIENCE: Final = timedelta(seconds=5)
ABANDONED_AFTER: Final = timedelta(days=1)
KEPT_FOR: Final = timedelta(days=7)
_SWEPT_AT_ONCE: Final = 200
ELSEWHERE: Final = gettext_lazy(
    "The game has gone on meanwhile, perhaps in another window. This is how it stands."
)

Said = AnnounceReply | DrawReply | PlayReply
_REPLIES: Final[dict[Stage, type[Said]]] = {
    Stage.ANNOUNCE: AnnounceReply,
    Stage.DRAW: DrawReply,
    Stage.PLAY: PlayReply,
}


def open_table(*, by: Player, bots: Sequence[BotVersion], rules: RuleSet) -> Table:
    """Sit down with these versions, in the order of their seats."""
    _refuse_bots(by, bots)
    players, seed, now = 1 + len(bots), secrets.token_bytes(32), timezone.now()
    with transaction.atomic():
        by.hold()
        _refuse_flood(by)
        table = Table.objects.create(
            owner=by.user,
            visitor="" if by.user else by.visitor,
            network="" if by.user else by.network,
            players=players,
            engine=ENGINE,
            rule_set=rules.to_dict(),
            seed=seed,
            commitment=sha256(seed).hexdigest(),
            due=due(Game(rules, players, seed)),
            created=now,
            moved=now,
        )
        TableBot.objects.bulk_create(
            TableBot(table=table, seat=PERSON + at, version=version) for at, version in enumerate(bots, 1)
        )
        _ask_bots(table)
    log.info("table opened", table=table.pk, players=players)
    return table


def _refuse_bots(by: Player, bots: Sequence[BotVersion]) -> None:
    if not 1 <= len(bots) <= 5:
        raise Refused(
            _("A table has one to five bots; %(number)s came. Choose some of them.") % {"number": len(bots)}
        )
    allowed = set(by.opponents.filter(pk__in={bot.pk for bot in bots}).values_list("pk", flat=True))
    for bot in bots:
        if bot.pk not in allowed:
            raise Refused(
                _("%(bot)s does not play with you: its owner has not opened it. House bots always play.")
                % {"bot": bot}
            )


def _refuse_flood(by: Player) -> None:
    of_theirs = Table.objects.filter(by.counted)
    if of_theirs.filter(engine=ENGINE).exclude(due=Due.NOBODY).count() >= MOST_OPEN:
        raise TooMany(
            _("%(number)s games of yours are not over yet, the most there can be. Give one up.")
            % {"number": MOST_OPEN}
        )
    refuse_more(
        of_theirs,
        "created",
        most=MOST_AN_HOUR,
        within=COUNTED_FOR,
        said=_("You have sat down %(number)s times within an hour, the most there can be.")
        % {"number": MOST_AN_HOUR},
    )


def due(game: Game) -> Due:
    """Whom the game waits for."""
    if game.pending is None:
        return Due.NOBODY
    return Due.PERSON if game.pending.seat == PERSON else Due.BOTS


def move(*, table: Table, said: bytes) -> None:
    """Do what the person says: a reply of the bot protocol whose id is the number of moves they have seen.

    Raises Stale when there have been others since, BadReply at what is no such reply, and IllegalMove at what
    the rules forbid; then nothing is changed.
    """
    game, reply = _read(table, said)
    match reply:
        case AnnounceReply():
            game.announce(reply.phase)
        case DrawReply():
            game.draw(reply.source())
        case PlayReply():
            game.play(reply.move())
    with transaction.atomic():
        seen = Table.objects.filter(pk=table.pk, moves=table.moves, due=Due.PERSON)
        changed = seen.update(log=game.log(), moves=table.moves + 1, due=due(game), moved=Now())
        if not changed:
            raise Stale(ELSEWHERE)
        table.refresh_from_db()
        _ask_bots(table)


def try_out(*, table: Table, said: bytes) -> Tried:
    """What the lay and the hits of such a reply would come to; raises as `move` does, and changes nothing."""
    game, reply = _read(table, said)
    if not isinstance(reply, PlayReply):
        raise Stale(ELSEWHERE)
    return tried(game, reply.move())


def _read(table: Table, said: bytes) -> tuple[Game, Said]:
    """The game, and what the person replies to it."""
    if table.due != Due.PERSON:
        raise Stale(ELSEWHERE)
    if len(said) > LONGEST_MOVE:
        raise BadReply(
            _("A move has at most %(most)s bytes; %(came)s came.") % {"most": LONGEST_MOVE, "came": len(said)}
        )
    if _seen(said) != str(table.moves):
        raise Stale(ELSEWHERE)
    game = table.game()
    pending = game.pending
    assert pending is not None
    return game, read_reply(said, _REPLIES[pending.kind], str(table.moves))


def _seen(said: bytes) -> object:
    """From which state it was said: a draw that comes twice is no reply to what is asked next."""
    try:
        return read_object(said).get("id")
    except NotStrict as no:
        raise BadReply(str(no)) from None


def give_up(*, table: Table) -> bool:
    """Leave the table; nothing is kept of a game that is not over. Whether it was one.

    Its row stays for the hour in which it is counted: else who gives up at once sits down without end.
    """
    left = Table.objects.exclude(due=Due.NOBODY).filter(pk=table.pk)
    return bool(
        left.update(given_up=True, due=Due.NOBODY, log=b"", faults=[], claim=None, claimed_until=None)
    )


def _ask_bots(table: Table) -> None:
    if table.due == Due.BOTS:
        nudge_on_commit(PLAY_ON, table.pk)


def sweep() -> None:
    """Ask again for the bots of tables that wait for them, and clear away what nobody plays any more."""
    now = timezone.now()
    free = Q(claim=None) | Q(claimed_until__lt=Now())
    waiting = Table.objects.filter(free, engine=ENGINE, due=Due.BOTS, moved__lt=now - PATIENCE)
    nudge_on_commit(PLAY_ON, *waiting.order_by("moved").values_list("pk", flat=True)[:_SWEPT_AT_ONCE])
    abandoned = Q(moved__lt=now - ABANDONED_AFTER) & ~Q(due=Due.NOBODY)
    counted = Q(given_up=True, created__lt=now - COUNTED_FOR)
    Table.objects.filter(abandoned | counted | Q(moved__lt=now - KEPT_FOR)).delete()
