"""What one seat may see of a deal: the names are those of the bot protocol, cards are text.

Everything here comes from public facts and the seat's own hand; the tests change all that a seat cannot know
and demand the same view.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.phase10.cards import COLORS
from arena.phase10.events import Event
from arena.phase10.melds import Meld
from arena.phase10.notation import TEXT, write_cards
from arena.phase10.phases import GroupKind
from arena.phase10.situation import Situation, Stage


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A seat as all see it. `phase` is 11 past the last; a seat that sits out a playoff is not `playing`."""

    phase: int
    down: bool
    score: int
    cards: int
    loses_turn: bool
    playing: bool
    forfeited: bool


@dataclass(frozen=True, slots=True)
class MeldView:
    """A meld; of `number`, `low` and `color` the one that its kind has is set."""

    id: int
    owner: int
    kind: str
    cards: tuple[str, ...]
    number: int | None = None
    low: int | None = None
    color: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """The state as a seat may see it.

    `discards` has the top card last. `events` is what happened since the seat's own last turn. The fields
    from `can_draw` on are set when the seat is asked and the question needs them, else None: `can_draw` for a
    draw, `drawn`, `can_lay` and `can_skip` (whom a discarded skip could name) for a play, `open_phases` for
    an announcement.
    """

    deal: int
    turn: int
    seat: int
    playoff: bool
    hand: tuple[str, ...]
    players: tuple[PlayerView, ...]
    discards: tuple[str, ...]
    stock: int
    melds: tuple[MeldView, ...]
    events: tuple[Event, ...]
    can_draw: tuple[str, ...] | None = None
    drawn: str | None = None
    can_lay: bool | None = None
    can_skip: tuple[int, ...] | None = None
    open_phases: tuple[int, ...] | None = None


def view(
    deal: Situation,
    seat: int,
    *,
    scores: Sequence[int],
    phases: Sequence[int],
    forfeited: Sequence[bool],
) -> View:
    """The view of a seat; scores, phases and forfeits are those of the game, by seat."""
    asked = deal.seat == seat
    drawing, playing = asked and deal.stage is Stage.DRAW, asked and deal.stage is Stage.PLAY
    drawn = deal.drawn if playing else None
    return View(
        deal=deal.number,
        turn=deal.turn,
        seat=seat,
        playoff=deal.playoff,
        hand=write_cards(deal.hands[seat]),
        players=tuple(
            [
                PlayerView(
                    phase=phases[other],
                    down=deal.down[other],
                    score=scores[other],
                    cards=len(deal.hands[other]),
                    loses_turn=deal.skips.loses_turn[other],
                    playing=other in deal.playing,
                    forfeited=forfeited[other],
                )
                for other in range(len(phases))
            ]
        ),
        discards=write_cards(deal.discards),
        stock=deal.stock.left,
        melds=tuple([meld_view(index, meld) for index, meld in enumerate(deal.melds)]),
        events=deal.seen_by(seat),
        can_draw=tuple([str(source) for source in deal.can_draw()]) if drawing else None,
        drawn=TEXT[drawn] if drawn is not None else None,
        can_lay=deal.can_lay() if playing else None,
        can_skip=deal.skips.targets(seat) if playing else None,
        open_phases=deal.open_phases[seat] if asked and deal.stage is Stage.ANNOUNCE else None,
    )


def meld_view(index: int, meld: Meld) -> MeldView:
    """A meld with its id, in text."""
    return MeldView(
        id=index,
        owner=meld.owner,
        kind=str(meld.kind),
        cards=write_cards(meld.cards),
        number=meld.at if meld.kind is GroupKind.SET else None,
        low=meld.at if meld.kind is GroupKind.RUN else None,
        color=COLORS[meld.at] if meld.kind is GroupKind.COLOR else None,
    )
