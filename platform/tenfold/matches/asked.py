"""The lines that a bot was asked up to a fault, for its owner to put to it again."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from arena.messages import greeting
from arena.phase10.errors import IllegalMove, NotNow
from arena.phase10.rules import RuleSet
from arena.protocol import GameOver, Hello, Request, encode
from arena.requests import requests_to, turn_of
from arena.seat import TimeLeft
from arena.transcript import TranscriptMismatch, load
from tenfold.matches.clocks import unpacked
from tenfold.matches.models import FaultLog, Game
from tenfold.matches.spending import banks
from tenfold.pages.said import in_words
from tenfold.refusal import Refused
from tenfold.seats import told

# Games of a lane that were played before: each takes some hundredths of a second to be played again.
MOST_EARLIER = 20


def lines_up_to(fault: FaultLog, *, lane: bool, hidden: bool = False) -> Iterator[bytes]:
    """What the bot was asked, as lines: a greeting, the game up to the fault, and its request as it was sent.

    With `lane` the games before it are in it, which the same process has played. Of a game that is `hidden`
    no more than greeting and request. Raises Refused for a game of another engine than this one.
    """
    sent = str(fault.dossier.get("request") or "").encode()
    last = _read(sent)
    match = fault.game.match
    if not isinstance(last, Hello):
        rules, games = RuleSet.from_dict(match.rule_set), len(match.stretch_of(fault.game.block))
        yield encode(greeting(rules, players=match.players, games=games, limits=told(match.limits)))
        if not hidden:
            for game in _before(fault.game) if lane else ():
                yield from map(encode, _requests(game, game.seats.index(fault.bot.index)))
            yield from map(encode, _earlier(_requests(fault.game, fault.seat), last))
    if sent:
        yield sent


def _before(game: Game) -> Sequence[Game]:
    first = game.match.stretch_of(game.block).start
    lane = game.match.games.filter(rotation=game.rotation, block__lt=game.block, block__gte=first)
    return list(lane.order_by("-block")[:MOST_EARLIER])[::-1]


def _read(line: bytes) -> Request | None:
    try:
        return msgspec.json.decode(line, type=Request)
    except msgspec.MsgspecError:  # of another version of the protocol, say
        return None


def _requests(game: Game, seat: int) -> list[Request]:
    try:
        transcript = load(bytes(game.transcript))
        number = game.block - game.match.stretch_of(game.block).start
        return requests_to(transcript, seat, number=number, time_of=_times(game, seat))
    except (TranscriptMismatch, IllegalMove, NotNow) as error:
        raise Refused(
            _("This game cannot be played again here: %(why)s.") % {"why": in_words(error)}
        ) from error


def _earlier(requests: Sequence[Request], last: Request | None) -> Sequence[Request]:
    """Those before the last one: what it is in the game, or all that came, if the game never got to it."""
    for at, each in enumerate(requests):
        if _place(each) == _place(last):
            return requests[:at]
    return [each for each in requests if not isinstance(each, GameOver)]


def _place(request: Request | None) -> tuple[Any, ...]:
    return type(request), getattr(request, "deal", None), turn_of(request) if request else None


def _times(game: Game, seat: int) -> Callable[[int], TimeLeft]:
    """The time that was left at each request, by what the ones before it cost."""
    held = banks(unpacked(bytes(game.clocks)), seat, game.match.limits)
    left = [TimeLeft(int(cpu), int(wall)) for cpu, wall in held]
    return lambda request: left[min(request, len(left) - 1)]
