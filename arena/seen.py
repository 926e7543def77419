"""What a person at a seat may see of a game: the same view that a bot is asked by, and the story so far.

The story is that of the deal in play and the one before it, in the steps of the replay document, with what
the others drew from the stock left out. Tests change all that the seat cannot know and demand the same bytes.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from arena.phase10.deal import Deal
from arena.phase10.game import Game
from arena.phase10.moves import Play
from arena.phase10.notation import TEXT, write_cards
from arena.phase10.phases import PAST_LAST, PHASES, phase_text
from arena.phase10.rules import HitFrom
from arena.phase10.situation import Stage
from arena.phase10.solver import find_hits, find_lay
from arena.phase10.steps import Struck
from arena.phase10.trial import Trial
from arena.phase10.view import MeldView, View, meld_view
from arena.replay import Draw, EndShown, RankShown, StepShown, shown_end, shown_step

#: What a seat is asked, by what its deal waits for: the protocol's types of messages.
ASKED: Final = {Stage.ANNOUNCE: "phase", Stage.DRAW: "draw", Stage.PLAY: "play"}
_DEALS_TOLD: Final = 2


class GroupWanted(msgspec.Struct, frozen=True):
    """A group of a phase: its kind, the fewest cards it takes, and that in words."""

    kind: str
    size: int
    text: str


class PhaseWanted(msgspec.Struct, frozen=True):
    number: int
    text: str
    groups: tuple[GroupWanted, ...]


class HitOffered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hit as a reply would name it."""

    card: str
    meld: int
    end: str | None = None


class DealTold(msgspec.Struct, frozen=True):
    """A deal so far, and, once it is over, how it ended with what was left in the hands, by seat."""

    deal: int
    starter: int
    playoff: bool
    playing: tuple[int, ...]
    steps: tuple[StepShown, ...]
    end: EndShown | None
    left: tuple[tuple[str, ...], ...] | None


class Seen(msgspec.Struct, frozen=True):
    """`asked` is what the seat is asked now, if it is; `lay` a way to lay its phase down, if there is one.

    `open_phases` are those that may be announced, `ranking` is set once the game is over.
    """

    view: View
    asked: str | None
    phase: PhaseWanted | None
    open_phases: tuple[PhaseWanted, ...]
    lay: tuple[Any, ...] | None
    hits: tuple[HitOffered, ...]
    story: tuple[DealTold, ...]
    ranking: tuple[RankShown, ...] | None


class Tried(msgspec.Struct, frozen=True):
    """How the table would look after what was tried, and which hits would then be possible."""

    hand: tuple[str, ...]
    melds: tuple[MeldView, ...]
    hits: tuple[HitOffered, ...]


def seen(game: Game, seat: int) -> Seen:
    """The game as the seat may see it."""
    deal, view = game.deal, game.view(seat)
    asked = ASKED[deal.stage] if game.pending and deal.seat == seat else None
    playing = asked == "play"
    own = view.players[seat].phase
    return Seen(
        view=view,
        asked=asked,
        phase=_wanted(own) if own != PAST_LAST else None,
        open_phases=tuple([_wanted(number) for number in view.open_phases or ()]),
        lay=_lay(deal) if playing and view.can_lay else None,
        hits=_hits(deal, Trial(deal)) if playing and deal.down[seat] else (),
        story=tuple([_told(game, deal, seat) for deal in game.deals[-_DEALS_TOLD:]]),
        ranking=tuple([RankShown(*rank) for rank in game.ranking]) if game.over else None,
    )


def tried(game: Game, play: Play) -> Tried:
    """What laying and hitting like this would make of the asked seat's turn, which goes on unchanged.

    Whatever the play discards is left aside. Raises IllegalMove.
    """
    trial = Trial(game.deal)
    trial.lay_and_hit(play)
    melds = tuple([meld_view(index, meld) for index, meld in enumerate(trial.melds)])
    return Tried(write_cards(trial.hand), melds, _hits(game.deal, trial))


def _wanted(phase: int) -> PhaseWanted:
    groups = tuple([GroupWanted(str(group.kind), group.size, str(group)) for group in PHASES[phase]])
    return PhaseWanted(phase, phase_text(phase), groups)


def _lay(deal: Deal) -> tuple[Any, ...] | None:
    """Groups as a reply lays them down."""
    found = find_lay(deal.hands[deal.seat], deal.open_phases[deal.seat][0], deal.rules.naturals)
    if found is None:
        return None
    groups = [list(write_cards(cards)) for cards in found.groups]
    named = found.declared or (None,) * len(groups)
    return tuple(
        [
            cards if declared is None else {"cards": cards, "as": declared}
            for cards, declared in zip(groups, named, strict=True)
        ]
    )


def _hits(deal: Deal, trial: Trial) -> tuple[HitOffered, ...]:
    """Those that a seat whose phase is down could make; a play may yet be refused for its discard."""
    if trial.laid and deal.rules.hit is HitFrom.LATER:
        return ()
    return tuple(
        [
            HitOffered(TEXT[hit.card], hit.meld, None if hit.end is None else str(hit.end))
            for hit in find_hits(trial.hand, trial.melds)
        ]
    )


def _told(game: Game, deal: Deal, seat: int) -> DealTold:
    result = game.results[deal.number] if deal.number < len(game.results) else None
    return DealTold(
        deal=deal.number,
        starter=deal.starter,
        playoff=deal.playoff,
        playing=deal.playing,
        steps=tuple(_public(deal, seat)),
        end=shown_end(result) if result else None,
        left=tuple([write_cards(hand) for hand in result.hands]) if result else None,
    )


def _public(deal: Deal, seat: int) -> Iterator[StepShown]:
    """Its steps, without the cards that others drew from the stock and without a bot's own matters."""
    for step in deal.steps:
        if isinstance(step, Struck):
            continue
        for shown in shown_step(step):
            hidden = isinstance(shown, Draw) and shown.source == "stock" and shown.seat != seat
            yield msgspec.structs.replace(shown, card="") if hidden else shown
