"""Bots at a person's table: started when it is their turn, asked by what they see, and let go again.

A bot need not remember anything, since every question holds all that its seat may know. So a table keeps no
process waiting for somebody who may never come back: whoever is due is greeted, asked, and closed at the end.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from arena.messages import greeting, question
from arena.phase10.game import Game
from arena.protocol import TimeLimits, new_id
from arena.replay import FaultTold
from arena.seat import Fault, Seat
from arena.table import applied, exchange


@dataclass(slots=True)
class Joining:
    """Plays a game on for all seats but one.

    `open_seat` starts the bot of a seat; `on_move` is called after each of their moves, and may raise.
    Any fault costs the bot a strike: one that crashed is started again for its next move. SeatError, which
    is ours, passes through. Whichever way this is left, every bot is closed.
    """

    game: Game
    open_seat: Callable[[int], Seat]
    limits: TimeLimits
    on_move: Callable[[], None] = lambda: None
    faults: list[FaultTold] = field(default_factory=list)
    _opened: dict[int, Seat] = field(default_factory=dict)

    def play_until(self, person: int) -> None:
        """Play until it is the person's turn, or the game is over."""
        try:
            while (pending := self.game.pending) and pending.seat != person:
                self._move(pending.seat, pending.turn)
                self.on_move()
        finally:
            self._close_all()

    def _move(self, number: int, turn: int) -> None:
        fault = self._asked(number)
        if fault is not None:
            self.faults.append(FaultTold(turn, number, str(fault.kind), fault.message))
            self._opened.pop(number).close()
            self.game.fallback()

    def _asked(self, number: int) -> Fault | None:
        """Have the bot move; its fault when nothing came of that."""
        if number not in self._opened:
            seat = self._opened[number] = self.open_seat(number)
            hello = greeting(self.game.rules, players=self.game.players, games=1, limits=self.limits)
            came = exchange(seat, hello).result
            if isinstance(came, Fault):
                return came
            seat.start_game()
        seat = self._opened[number]
        message = question(self.game.view(number), new_id(), game=0, time=seat.time_left())
        result = applied(self.game, exchange(seat, message)).result
        return result if isinstance(result, Fault) else None

    def _close_all(self) -> None:
        for seat in self._opened.values():
            seat.close()
        self._opened.clear()
