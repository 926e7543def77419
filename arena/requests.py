"""What a seat was asked in a stored game, line for line, made by playing the game again.

Only what cannot be made again differs from the lines that were sent: their ids, and the time left where it is
not given.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from arena.messages import deal_news, game_news, question
from arena.phase10.deal import Deal
from arena.phase10.game import Game
from arena.phase10.log import KnownLog
from arena.phase10.moves import Source
from arena.phase10.playback import play_log
from arena.phase10.results import Transcript
from arena.phase10.situation import Stage
from arena.protocol import Request, State, TimeLimits, new_id
from arena.seat import TimeLeft

TimeOf = Callable[[int], TimeLeft]


def full_bank(_request: int) -> TimeLeft:
    """As much time as a game begins with."""
    limits = TimeLimits()
    first = limits.cpu_per_move_ms
    return TimeLeft(cpu_ms=limits.cpu_bank_ms + first, wall_ms=limits.wall_bank_ms + 3 * first)


def requests_to(
    transcript: Transcript, seat: int, *, number: int = 0, time_of: TimeOf = full_bank
) -> list[Request]:
    """All that this seat was asked in the game, which bots were told as game `number`; news included.

    `time_of` gives the time left at the request of this place, counted from 0. A bot that was over before the
    game ended was asked the earlier ones of these alone. Raises what `play_log` raises.
    """
    game = _AskedAgain(transcript, seat, number, time_of)
    play_log(transcript.actions, game)
    return game.told()


def turn_of(request: Request) -> int | None:
    """The turn that a question belongs to; None of a greeting and of news."""
    return request.turn if isinstance(request, State) else None


def up_to_turn(requests: Sequence[Request], turn: int) -> list[Request]:
    """Those to the end of this turn of the seat; none when it had no such turn."""
    last = max((at for at, each in enumerate(requests) if turn_of(each) == turn), default=-1)
    return list(requests[: last + 1])


class _WatchedDeal(Deal):
    """Calls `watch` at every point at which the seat in turn has a question before it."""

    __slots__ = ("watch",)
    watch: Callable[[], None]

    def announce(self, phase: int) -> None:
        self.watch()
        super().announce(phase)

    def draw(self, source: Source) -> None:
        self.watch()
        super().draw(source)
        self.watch()

    def fallback(self) -> None:
        """Asks nobody: the draw in it is the referee's own."""
        watch, self.watch = self.watch, lambda: None
        super().fallback()
        self.watch = watch


class _AskedAgain(Game):
    """A game that writes down what one seat has to be asked in it."""

    deal_class: ClassVar[type[Deal]] = _WatchedDeal

    def __init__(self, transcript: Transcript, seat: int, number: int, time_of: TimeOf) -> None:
        self._seat, self._number, self._time_of = seat, number, time_of
        self._asked: list[Request] = []
        recorder = KnownLog(transcript.actions)
        super().__init__(transcript.rules, transcript.players, transcript.seed, recorder=recorder)

    def told(self) -> list[Request]:
        """What was asked, with the news of the game's end if it has come to that."""
        if not self.over:
            return self._asked
        time = self._time_of(len(self._asked))
        news = game_news(self.ranking, new_id(), seat=self._seat, game=self._number, time=time)
        return [*self._asked, news]

    def fallback(self) -> None:
        if self.deal.stage is not Stage.PLAY:  # otherwise it was asked as it had drawn
            self._watch()
        super().fallback()

    def _watch(self) -> None:
        if self.deal.seat == self._seat and not self.scores[self._seat].forfeited:
            time = self._time_of(len(self._asked))
            self._asked.append(question(self.view(self._seat), new_id(), game=self._number, time=time))

    def _next_deal(self, open_phases: Sequence[tuple[int, ...]]) -> Deal:
        deal = super()._next_deal(open_phases)
        assert isinstance(deal, _WatchedDeal)
        deal.watch = self._watch
        return deal

    def _end_deal(self) -> None:
        super()._end_deal()
        if not self.scores[self._seat].forfeited:
            time, result = self._time_of(len(self._asked)), self.results[-1]
            news = deal_news(result, new_id(), seat=self._seat, game=self._number, time=time)
            self._asked.append(news)
