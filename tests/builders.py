"""Builders of what tests need: plain functions that fill in whatever a test does not care about."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from itertools import count
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from arena.inprocess import Answerer, CallableSeat
from arena.joining import Joining
from arena.match import MatchRecord, block_seed, play_match
from arena.phase10.rules import RuleSet
from arena.protocol import TimeLimits
from sandbox.probe import Available, Unavailable
from tenfold.accounts.models import User
from tenfold.bots.models import Bot, BotVersion, VersionState
from tenfold.competitions import ladders
from tenfold.competitions.models import Competition, Entry, Round
from tenfold.competitions.rounds import plan_round, start_round
from tenfold.matches.models import Match, MatchBot
from tenfold.matches.results import record
from tenfold.matches.services import claim
from tenfold.tables import services as tables
from tenfold.tables.models import Table
from tenfold.tables.players import Player

# All of one length: no name begins another or sorts before an older one, however many tests came before.
_number = count(100_001)

# The bot of the protocol's page: draws from the stock, throws the first card that is no skip.
TEN_LINES = b"""
import json, sys
for line in sys.stdin:
    ask = json.loads(line)
    reply = {"id": ask["id"]}
    if ask["type"] == "draw":
        reply["draw"] = "stock"
    elif ask["type"] == "play":
        reply["discard"] = next(card for card in ask["hand"] if card != "S")
    print(json.dumps(reply), flush=True)
"""
CRASHING = b"import sys\nsys.stdin.readline()\nraise RuntimeError('on purpose')\n"

# A game over in a moment: one deal of two turns a seat.
SHORT = RuleSet(phases=(1,), turns_per_seat=2, deals_per_game=1)


# What a worker finds on its machine.
DOCKER = Available(engine="28.1", image="sha256:" + "ab" * 32, python="3.13.1", runtime="runc")
NO_DOCKER = Unavailable("no Docker engine answers")

PASSWORD = "a long passphrase"


@cache
def _hashed() -> str:
    """Hashing is slow on purpose: once will do."""
    return make_password(PASSWORD)


def a_user(name: str = "", **more: Any) -> User:
    """Somebody whose password is PASSWORD."""
    return User.objects.create(username=name or f"user{next(_number)}", password=_hashed(), **more)


def a_bot(*, owner: User | None = None, name: str = "", house: bool = False) -> Bot:
    """A bot without a version."""
    name = name or f"bot {next(_number)}"
    return Bot.objects.create(owner=owner or a_user(), name=name, slug=name.replace(" ", "-"), house=house)


def a_version(
    *,
    bot: Bot | None = None,
    source: bytes = TEN_LINES,
    filename: str = "main.py",
    state: VersionState = VersionState.READY,
    reason: str = "",
    needs: str = "",
) -> BotVersion:
    """The next version of a bot; a ready one is its active one. `needs` are modules as a check found them."""
    bot = bot or a_bot()
    version = BotVersion.objects.create(
        bot=bot,
        number=bot.versions.count() + 1,
        filename=filename,
        source=source,
        sha256=sha256(source).hexdigest(),
        state=state,
        reason=reason or ("it was refused" if state == VersionState.REFUSED else ""),
        state_since=timezone.now(),
        needs=needs,
    )
    if state == VersionState.READY:
        bot.active_version = version
        bot.save()
    return version


def a_competition(
    *,
    organizer: User | None = None,
    name: str = "",
    players: int = 2,
    blocks: int = 1,
    rules: RuleSet = SHORT,
    private: bool = False,
    **more: Any,
) -> Competition:
    name = name or f"competition {next(_number)}"
    return Competition.objects.create(
        organizer=organizer or a_user(),
        name=name,
        slug=name.replace(" ", "-"),
        rule_set=rules.to_dict(),
        players=players,
        blocks=blocks,
        visibility=Competition.Visibility.PRIVATE if private else Competition.Visibility.PUBLIC,
        **more,
    )


def an_entry(
    *, competition: Competition | None = None, bot: Bot | None = None, owner: User | None = None
) -> Entry:
    """An active entry whose bot has a ready version."""
    bot = bot or a_version(bot=a_bot(owner=owner)).bot
    competition = competition or a_competition()
    return Entry.objects.create(competition=competition, bot=bot, state_since=timezone.now())


def a_round(*, competition: Competition | None = None, entries: int = 2) -> Round:
    """A round that has just been planned, over as many fresh entries as the competition lacks."""
    competition = competition or a_competition()
    for _ in range(entries - competition.entries.count()):
        an_entry(competition=competition)
    return planned(start_round(competition=competition, by=competition.organizer))


def planned(round_: Round) -> Round:
    """The round, its matches planned as a task does it; of a ladder, the first of them."""
    plan_round(round_id=round_.pk)  # a worker of the site may have been quicker, where one runs
    ladders.extend(competition_id=round_.competition_id)
    round_.refresh_from_db()
    assert round_.state != Round.State.SCHEDULED
    return round_


def a_match(*, round_: Round | None = None) -> Match:
    """A scheduled match of a round."""
    match = (round_ or a_round()).matches.filter(state=Match.State.SCHEDULED).first()
    assert match is not None, "all matches of the round are taken"
    return match


def a_trial(*, version: BotVersion | None = None, opponent: BotVersion | None = None) -> Match:
    """The scheduled trial of a version, in short games."""
    version = version or a_version(state=VersionState.TRIAL)
    number = next(_number)
    match = Match.objects.create(
        kind=Match.Kind.TRIAL,
        trial_of=version,
        number=number,
        key=f"trial-{number}",
        secret=b"s" * 32,
        players=2,
        blocks=1,
        rule_set=SHORT.to_dict(),
    )
    MatchBot.objects.create(match=match, index=0, version=version)
    MatchBot.objects.create(match=match, index=1, version=opponent or a_version(bot=a_bot(house=True)))
    return match


def a_requested_match(
    *, by: User | None = None, versions: Sequence[BotVersion] = (), blocks: int = 1
) -> Match:
    """A scheduled match in short games that `by` asked for; without versions, of two of theirs."""
    by = by or a_user()
    versions = versions or [a_version(bot=a_bot(owner=by)), a_version(bot=a_bot(owner=by))]
    number = next(_number)
    match = Match.objects.create(
        kind=Match.Kind.REQUESTED,
        requested_by=by,
        number=number,
        key=f"requested-{number}",
        secret=b"s" * 32,
        players=len(versions),
        blocks=blocks,
        rule_set=SHORT.to_dict(),
    )
    MatchBot.objects.bulk_create(
        MatchBot(match=match, index=index, version=version) for index, version in enumerate(versions)
    )
    return match


def a_table(
    *,
    by: User | None = None,
    bots: Sequence[BotVersion] = (),
    rules: RuleSet = SHORT,
    seed: bytes = bytes(32),
) -> Table:
    """Somebody's table, or else a visitor's, with one ten-line house bot if no others are named.

    On the decks of this seed the person starts.
    """
    player = Player(user=by) if by else Player(visitor="a visitor", network="somewhere")
    bots = bots or [a_version(bot=a_bot(house=True))]
    # From the outset: other decks may let a bot begin, which is then asked for a move.
    with patch.object(tables, "secrets", SimpleNamespace(token_bytes=lambda _: seed)):
        return tables.open_table(by=player, bots=bots, rules=rules)


def played_out(table: Table) -> Table:
    """The table when its game is over, in which everybody drew blindly."""
    game = table.game()
    Joining(game, lambda _: CallableSeat(ten_lines), TimeLimits()).play_until(-1)
    table.log, table.due, table.moves = game.log(), tables.due(game), 1
    table.save()
    return table


def ten_lines(ask: dict[str, Any]) -> Mapping[str, Any]:
    """The ten-line bot as a function."""
    reply: dict[str, Any] = {"id": ask["id"]}
    if ask["type"] == "draw":
        reply["draw"] = "stock"
    elif ask["type"] == "play":
        reply["discard"] = next(card for card in ask["hand"] if card != "S")
    return reply


def crashing(ask: dict[str, Any]) -> Mapping[str, Any]:
    raise RuntimeError("on purpose")


def a_record(match: Match, *, bots: Sequence[Answerer] = ()) -> MatchRecord:
    """What a match comes to, truly played between functions; without any, between ten-line bots."""
    answerers = bots or [ten_lines] * match.players
    secret = bytes(match.round.secret if match.round else match.secret or b"")
    return play_match(
        players=match.players,
        blocks=match.blocks,
        rules=RuleSet.from_dict(match.rule_set),
        seed_of=partial(block_seed, secret, match.key),
        open_seat=lambda bot, _lane: CallableSeat(answerers[bot]),
        names=[f"bot {index}" for index in range(match.players)],
    )


def played(match: Match, record_: MatchRecord | None = None, *, bots: Sequence[Answerer] = ()) -> Match:
    """The match, claimed and recorded: with this result, or with what the bots make of it."""
    mine = claim(match_id=match.pk, worker="w")
    assert mine is not None, f"{match} is {match.state}"
    assert record(claim=mine, played=record_ or a_record(match, bots=bots))
    match.refresh_from_db()
    return match
