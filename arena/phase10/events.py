"""What all could see of a deal, step by step; the names are those of the bot protocol, cards are text."""

from bisect import bisect_right
from dataclasses import dataclass
from operator import attrgetter

from arena.phase10.moves import Source
from arena.phase10.notation import TEXT, write_cards
from arena.phase10.steps import (
    Announced,
    Discarded,
    Drew,
    Forfeited,
    HitMeld,
    Laid,
    LostTurn,
    Reshuffled,
    Step,
    StepReader,
    Struck,
)


@dataclass(frozen=True, slots=True)
class Event:
    """Something all could see: one field after `seat` says what; `melds`, `meld` and `end` go with it."""

    seat: int
    announced: int | None = None
    drew: str | None = None
    laid: tuple[tuple[str, ...], ...] | None = None
    melds: tuple[int, ...] | None = None
    hit: str | None = None
    meld: int | None = None
    end: str | None = None
    discarded: str | None = None
    skipped: int | None = None
    lost_turn: bool | None = None
    reshuffled: int | None = None
    forfeited: bool | None = None


class Events:
    """The public half of a deal's steps; each is made once, however many seats see it."""

    __slots__ = ("_events", "_reader", "_steps")

    def __init__(self, reader: StepReader) -> None:
        self._reader = reader
        self._steps: list[Step] = []
        self._events: list[Event | None] = []

    def since_turn_of(self, seat: int, now: int) -> tuple[Event, ...]:
        """The events since the end of the last turn that the seat took before turn `now`."""
        new = self._reader.new()
        self._steps += new
        self._events += map(_event, new)
        # Looked for where it is asked, a lap back at most, so that no turn has to keep it.
        taken = (step.turn for step in reversed(self._steps) if isinstance(step, Drew) and step.seat == seat)
        last = next((turn for turn in taken if turn < now), -1)
        first = bisect_right(self._steps, last, key=attrgetter("turn"))
        return tuple([event for event in self._events[first:] if event is not None])


def _event(step: Step) -> Event | None:  # noqa: PLR0911 - one return for each kind of step
    """The public half of a step; None for what is a matter between a bot and the engine."""
    match step:
        case Drew(_, seat, source, card):
            return Event(seat, drew="stock" if source is Source.STOCK else TEXT[card])
        case Discarded(_, seat, card, skip):
            return Event(seat, discarded=TEXT[card], skipped=skip)
        case HitMeld(_, seat, card, meld, end):
            return Event(seat, hit=TEXT[card], meld=meld, end=None if end is None else str(end))
        case Laid(_, seat, first, melds):
            ids = tuple(range(first, first + len(melds)))
            return Event(seat, laid=tuple([write_cards(meld.cards) for meld in melds]), melds=ids)
        case LostTurn(_, seat):
            return Event(seat, lost_turn=True)
        case Reshuffled(_, seat, stock):
            return Event(seat, reshuffled=stock)
        case Announced(_, seat, phase):
            return Event(seat, announced=phase)
        case Forfeited(_, seat):
            return Event(seat, forfeited=True)
        case Struck():
            return None
