"""What all could see of a deal, step by step; the names are those of the bot protocol, cards are text."""

from collections.abc import Sequence
from dataclasses import dataclass

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
    Noted,
    Reshuffled,
    Step,
    Struck,
    read_step,
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
    """The public half of a deal's steps, as noted; each is made once, however many seats see it."""

    def __init__(self, noted: Sequence[Noted]) -> None:
        self._noted = noted
        self._events: list[Event | None] = []

    def since(self, step: int) -> tuple[Event, ...]:
        """The events of this step and all after it."""
        self._events += [_event(read_step(new)) for new in self._noted[len(self._events) :]]
        return tuple([event for event in self._events[step:] if event is not None])


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
