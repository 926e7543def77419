"""The replay document: a stored game step by step with all hands open, made by playing it again.

The viewer applies the steps; it needs no rules. Cards are text, seats and turns count from 0, turns over the
whole game. Every list "by seat" has one value for each seat of the game.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Protocol

import msgspec

from arena.phase10.cards import COLORS
from arena.phase10.deal import Deal
from arena.phase10.game import MAX_PLAYERS, MIN_PLAYERS, Game
from arena.phase10.melds import Meld
from arena.phase10.notation import TEXT, write_cards
from arena.phase10.phases import GroupKind
from arena.phase10.results import DealResult, Transcript
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
    Struck,
)
from arena.transcript import rerun

FORMAT = 1
# Of what is said of a file, since it may hold all that the file does.
LONGEST = 300


class Fault(Protocol):
    """What the match knows of a refused reply, and the engine does not."""

    @property
    def turn(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def message(self) -> str: ...


class FaultTold(msgspec.Struct, frozen=True):
    """The same as a value, as all at the table may know it."""

    turn: int
    seat: int
    kind: str
    message: str


class GroupShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A meld as it was laid; of `number`, `low` and `color` the one its kind has is set."""

    meld: int
    kind: str
    cards: tuple[str, ...]
    number: int | None = None
    low: int | None = None
    color: str | None = None


class StepShown(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="do"):
    turn: int
    seat: int


class Announce(StepShown, frozen=True, tag="announce"):
    phase: int


class Draw(StepShown, frozen=True, tag="draw"):
    source: str = msgspec.field(name="from")
    card: str


class LayDown(StepShown, frozen=True, tag="lay"):
    groups: tuple[GroupShown, ...]


class Hit(StepShown, frozen=True, tag="hit"):
    card: str
    meld: int
    end: str | None = None


class Discard(StepShown, frozen=True, tag="discard"):
    """`skip` is the seat that the discarded skip named."""

    card: str
    skip: int | None = None


class LoseTurn(StepShown, frozen=True, tag="lost_turn"):
    pass


class Reshuffle(StepShown, frozen=True, tag="reshuffle"):
    """The discards but the top became the stock of `stock` cards, for the draw of this seat that follows."""

    stock: int


class RefusedReply(StepShown, frozen=True, tag="fault"):
    """`strike` is how many the seat has now; none when the fault ended the bot and so forfeits the game."""

    kind: str
    message: str
    strike: int | None = None


class Forfeit(StepShown, frozen=True, tag="forfeit"):
    pass


AnyStep = Announce | Draw | LayDown | Hit | Discard | LoseTurn | Reshuffle | RefusedReply | Forfeit


class EndShown(msgspec.Struct, frozen=True):
    """How a deal ended; `made`, `points`, and `score` and `phase` after it, by seat."""

    how: str
    out: int | None
    made: tuple[bool, ...]
    points: tuple[int, ...]
    score: tuple[int, ...]
    phase: tuple[int, ...]


class DealShown(msgspec.Struct, frozen=True):
    """A deal: by seat the phase tried (11: past the last), the score before it and the hand dealt."""

    deal: int
    dealer: int
    starter: int
    playing: tuple[int, ...]
    playoff: bool
    phase: tuple[int, ...]
    score: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    up: str
    stock: int
    steps: tuple[AnyStep, ...]
    end: EndShown | None


class RankShown(msgspec.Struct, frozen=True):
    seat: int
    place: int
    phases: int
    points: int
    forfeited: bool


class Replay(msgspec.Struct, frozen=True):
    """The whole game; `seed` and `hash` are hexadecimal, `rules` is the rule set as data."""

    format: int
    engine: int
    players: Annotated[int, msgspec.Meta(ge=MIN_PLAYERS, le=MAX_PLAYERS)]
    rules: dict[str, Any]
    seed: str
    hash: str
    deals: tuple[DealShown, ...]
    ranking: tuple[RankShown, ...]


def replay_document(transcript: Transcript, faults: Iterable[Fault] = ()) -> Replay:
    """The replay of a transcript; `faults` tell what the strikes and forfeits in it were for.

    Raises TranscriptMismatch when the transcript cannot be played.
    """
    game = rerun(transcript)
    told = _Faults(faults)
    return Replay(
        format=FORMAT,
        engine=transcript.engine,
        players=transcript.players,
        rules=transcript.rules.to_dict(),
        seed=transcript.seed.hex(),
        hash=transcript.final_hash.hex(),
        deals=tuple([_deal(game, deal, told) for deal in game.deals]),
        ranking=tuple([RankShown(*rank) for rank in game.ranking]),
    )


class NoReplay(Exception):
    """Bytes that are no replay document that can be read here; the message says what is wrong with them."""


def read_replay(data: bytes) -> Replay:
    """The document that was written as JSON, by whomever: its form is checked, not that it was played so.

    Raises NoReplay.
    """
    try:
        replay = msgspec.json.decode(data, type=Replay)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NoReplay(f"not a replay as a site gives it: {str(error)[:LONGEST]}") from error
    if replay.format != FORMAT:
        raise NoReplay(f"a replay of format {replay.format}, and this tenfold reads format {FORMAT}")
    return replay


class _Faults:
    """The match's faults, handed out in order to the strikes and forfeits of their turn and seat."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self._waiting: defaultdict[tuple[int, int], deque[Fault]] = defaultdict(deque)
        for fault in faults:
            self._waiting[fault.turn, fault.seat].append(fault)

    def take(self, turn: int, seat: int, *, strike: int | None) -> list[AnyStep]:
        """The fault step of a strike, or of a forfeit that is not one by strikes."""
        waiting = self._waiting[turn, seat]
        if not waiting:
            return [RefusedReply(turn, seat, "unknown", "", strike)] if strike else []
        fault = waiting.popleft()
        return [RefusedReply(turn, seat, str(fault.kind), fault.message, strike)]


def _deal(game: Game, deal: Deal, faults: _Faults) -> DealShown:
    before = game.results[deal.number - 1] if deal.number else None
    result = game.results[deal.number] if deal.number < len(game.results) else None
    return DealShown(
        deal=deal.number,
        dealer=deal.dealer,
        starter=deal.starter,
        playing=deal.playing,
        playoff=deal.playoff,
        phase=tuple([phases[0] for phases in deal.offered]),
        score=before.scores if before else (0,) * game.players,
        hands=tuple([write_cards(hand) for hand in deal.dealt]),
        up=TEXT[deal.up],
        stock=deal.dealt_stock,
        steps=tuple([shown for step in deal.steps for shown in shown_step(step, faults)]),
        end=shown_end(result) if result else None,
    )


def shown_end(result: DealResult) -> EndShown:
    """How a deal ended, as the document has it."""
    return EndShown(
        how=str(result.how),
        out=result.out,
        made=result.made,
        points=result.points,
        score=result.scores,
        phase=result.phases,
    )


def shown_step(  # noqa: PLR0911 - one return for each kind of step
    step: Step, faults: _Faults | None = None
) -> Sequence[AnyStep]:
    """A step as the document has it, after the fault that led to it."""
    faults = faults or _Faults(())
    match step:
        case Drew(turn, seat, source, card):
            return [Draw(turn, seat, str(source), TEXT[card])]
        case Discarded(turn, seat, card, skip):
            return [Discard(turn, seat, TEXT[card], skip)]
        case Laid(turn, seat, first, melds):
            return [LayDown(turn, seat, tuple([_group(first + i, meld) for i, meld in enumerate(melds)]))]
        case HitMeld(turn, seat, card, meld, end):
            return [Hit(turn, seat, TEXT[card], meld, None if end is None else str(end))]
        case LostTurn(turn, seat):
            return [LoseTurn(turn, seat)]
        case Reshuffled(turn, seat, stock):
            return [Reshuffle(turn, seat, stock)]
        case Announced(turn, seat, phase):
            return [Announce(turn, seat, phase)]
        case Struck(turn, seat, strike):
            return faults.take(turn, seat, strike=strike)
        case Forfeited(turn, seat):
            return [*faults.take(turn, seat, strike=None), Forfeit(turn, seat)]


def _group(index: int, meld: Meld) -> GroupShown:
    return GroupShown(
        meld=index,
        kind=str(meld.kind),
        cards=write_cards(meld.cards),
        number=meld.at if meld.kind is GroupKind.SET else None,
        low=meld.at if meld.kind is GroupKind.RUN else None,
        color=COLORS[meld.at] if meld.kind is GroupKind.COLOR else None,
    )
