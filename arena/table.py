"""One game between seats: asks whoever is due, applies what comes, and writes down what happened."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from arena import transcript
from arena.margin import margin
from arena.messages import deal_news, game_news, question
from arena.phase10.errors import IllegalMove
from arena.phase10.game import Game
from arena.protocol import (
    REPLIES,
    Ack,
    AnnounceReply,
    BadReply,
    DrawReply,
    Hello,
    PlayReply,
    Request,
    WrongId,
    encode,
    new_id,
    read_reply,
)
from arena.records import Clock, FaultRecord, GameRecord, Note, SeatOutcome
from arena.seat import Answer, Fault, FaultKind, Seat, TimeLeft

RAW_SHOWN = 400
# Of what a bot writes to stderr in a game, the end tells most.
NOTES_KEPT = 16_384
NOTE_KEPT = 4_096  # and so of what it writes in one answer's time


class MatchStopped(Exception):
    """The match was asked to stop before its end: all its seats are closed and nothing of it counts."""


@dataclass(slots=True)
class LaneBot:
    """A bot in a lane. Once `out`, its process is over or never came up, and it is not asked again."""

    index: int
    seat: Seat
    out: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request, what came, and what that was worth: a reply or a fault."""

    request: bytes
    came: Answer | Fault
    result: Ack | Fault


def exchange(seat: Seat, message: Request) -> Exchange:
    """Ask one message and read the reply strictly."""
    line = encode(message)
    came = seat.ask(line)
    if isinstance(came, Fault):
        return Exchange(line, came, came)
    try:
        return Exchange(line, came, read_reply(came.line, REPLIES[type(message)], message.id))
    except BadReply as refused:
        return Exchange(line, came, Fault(FaultKind.BAD_REPLY, str(refused), ended=False))
    except WrongId as refused:
        return Exchange(line, came, Fault(FaultKind.WRONG_ID, str(refused), ended=False))


def applied(game: Game, made: Exchange) -> Exchange:
    """Do what the reply says; a reply that the rules forbid becomes a fault."""
    try:
        match made.result:
            case DrawReply() as reply:
                game.draw(reply.source())
            case PlayReply() as reply:
                game.play(reply.move())
            case AnnounceReply() as reply:
                game.announce(reply.phase)
    except IllegalMove as refused:
        return Exchange(made.request, made.came, Fault(FaultKind.ILLEGAL_MOVE, str(refused), ended=False))
    return made


class Table:
    """A game in play; `bots[s]` sits in seat s, and `number` is the game's number as bots are told it.

    Each request takes its id from `next_id`.
    """

    def __init__(
        self, game: Game, bots: Sequence[LaneBot], *, number: int, next_id: Callable[[], str] = new_id
    ) -> None:
        self._game = game
        self._bots = bots
        self._number = number
        self._next_id = next_id
        self._turn = 0
        self._faults: list[FaultRecord] = []
        self._notes: list[Note] = []
        self._clocks: list[Clock] = []

    def play(self, should_stop: Callable[[], bool]) -> None:
        """Play to the end. SeatError passes through; MatchStopped is raised when asked to stop."""
        for seat, bot in enumerate(self._bots):
            if not bot.out:
                bot.seat.start_game()
            elif not self._game.over:
                self._game.forfeit(seat)
        self._tell_deals()
        while pending := self._game.pending:
            if should_stop():
                raise MatchStopped
            self._turn = pending.turn
            self._move(pending.seat)
            self._tell_deals()
        self._tell_game()

    def greet(self, hello: Hello, should_stop: Callable[[], bool]) -> None:
        """Say hello to everybody, before the first game of a lane. Who answers badly is out of the lane."""
        for seat, bot in enumerate(self._bots):
            if should_stop():
                raise MatchStopped
            made = exchange(bot.seat, msgspec.structs.replace(hello, id=self._next_id()))
            bot.out = self._write_down(made, seat) is not None

    def _ask(self, seat: int, message: Request) -> Exchange:
        made = exchange(self._bots[seat].seat, message)
        self._clocks.append((self._turn, seat, round(made.came.cpu_ms, 3), round(made.came.wall_ms, 3)))
        return made

    def _write_down(self, made: Exchange, seat: int) -> Fault | None:
        """Keep what the bot wrote to stderr, and its fault if there was one; return that fault."""
        bot = self._bots[seat]
        if made.came.stderr:
            self._notes.append(Note(self._turn, bot.index, made.came.stderr[-NOTE_KEPT:]))
        if not isinstance(made.result, Fault):
            return None
        self._faults.append(self._record(made, made.result, seat))
        bot.out = bot.out or made.result.ended
        return made.result

    def _record(self, made: Exchange, fault: Fault, seat: int) -> FaultRecord:
        raw = made.came.line.decode("utf-8", "backslashreplace") if isinstance(made.came, Answer) else ""
        return FaultRecord(
            turn=self._turn,
            seat=seat,
            bot=self._bots[seat].index,
            kind=fault.kind,
            message=fault.message,
            request=made.request.decode(),
            reply=(raw or str(fault.detail.get("raw") or ""))[:RAW_SHOWN],
            stderr=made.came.stderr,
            detail={
                **fault.detail,
                "cpu_ms": round(made.came.cpu_ms, 1),
                "wall_ms": round(made.came.wall_ms, 1),
            },
        )

    def _move(self, seat: int) -> None:
        """Have the pending seat answer, or pay for its fault: by a strike, or by the game if it is gone."""
        time = self._bots[seat].seat.time_left()
        message = question(self._game.view(seat), self._next_id(), game=self._number, time=time)
        fault = self._write_down(applied(self._game, self._ask(seat, message)), seat)
        if fault is not None and fault.ended:
            self._game.forfeit(seat)
        elif fault is not None:
            self._game.fallback()

    def _tell_deals(self) -> None:
        """Tell the news of finished deals. A fault over them may end the next deal too, hence the loop."""
        while results := self._game.take_deal_results():
            for result in results:
                for seat, time in self._listening():
                    if not self._game.scores[seat].forfeited:
                        news = deal_news(result, self._next_id(), seat=seat, game=self._number, time=time)
                        self._tell(seat, news)

    def _tell(self, seat: int, news: Request) -> None:
        """Send news, to be acknowledged; while the game lasts, a fault costs what it does over a move."""
        if pending := self._game.pending:
            self._turn = pending.turn  # a strike over the news of a deal falls into the next one
        fault = self._write_down(self._ask(seat, news), seat)
        if fault is None or self._game.over:
            return
        if fault.ended:
            self._game.forfeit(seat)
        else:
            self._game.strike(seat)

    def _tell_game(self) -> None:
        for seat, time in self._listening():
            news = game_news(self._game.ranking, self._next_id(), seat=seat, game=self._number, time=time)
            self._tell(seat, news)

    def _listening(self) -> Iterator[tuple[int, TimeLeft]]:
        for seat, bot in enumerate(self._bots):
            if not bot.out:
                yield seat, bot.seat.time_left()

    def record(self, *, block: int, rotation: int) -> GameRecord:
        """The finished game as it is kept."""
        return GameRecord(
            block=block,
            rotation=rotation,
            seats=tuple(bot.index for bot in self._bots),
            deals=len(self._game.deals),
            transcript=transcript.dump(self._game.transcript()),
            outcome=tuple(self._outcome(seat) for seat in range(len(self._bots))),
            faults=tuple(self._faults),
            notes=_ends(self._notes),
            clocks=tuple(self._clocks),
        )

    def _outcome(self, seat: int) -> SeatOutcome:
        rank = self._game.ranking[seat]
        cpu = [clock[2] for clock in self._clocks if clock[1] == seat]
        wall = [clock[3] for clock in self._clocks if clock[1] == seat]
        return SeatOutcome(
            place=rank.place,
            phases=rank.phases,
            points=rank.points,
            margin=margin(
                phases=rank.phases,
                points=rank.points,
                of=len(self._game.rules.phases),
                forfeited=rank.forfeited,
            ),
            forfeited=rank.forfeited,
            strikes=self._game.scores[seat].strikes,
            cpu_ms=round(sum(cpu), 3),
            wall_ms=round(sum(wall), 3),
            slowest_ms=max(wall, default=0.0),
        )


def _ends(notes: Sequence[Note]) -> tuple[Note, ...]:
    """The notes, cut to the last characters of each bot."""
    left: dict[int, int] = {}
    kept: list[Note] = []
    for note in reversed(notes):
        room = left.setdefault(note.bot, NOTES_KEPT)
        if room:
            kept.append(Note(note.turn, note.bot, note.text[-room:]))
            left[note.bot] -= len(kept[-1].text)
    return tuple(reversed(kept))
