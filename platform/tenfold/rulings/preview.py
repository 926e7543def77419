"""What a ruling, or undoing one, would change: the same standing, made without what would not count then."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from django.utils.translation import gettext as _

from arena.rating import FIGURES, Measure, Row
from tenfold.competitions.models import Competition, Entry, Round
from tenfold.competitions.standings import fitted
from tenfold.matches.aside import set_aside
from tenfold.matches.models import Match
from tenfold.refusal import Refused
from tenfold.rulings.effects import effects_of
from tenfold.rulings.models import Ruling, SetAside
from tenfold.rulings.recount import put_back, recount, refuse_unless_newest, tried

#: More lines than anybody reads; the log keeps each for ever.
MOST_MOVES: Final = 500
#: Less than this does not show: of a share in a decimal of percent, of all else in two decimals.
_SEEN_FROM: Final = {Measure.WINS: 0.0005}
_ELSE_FROM: Final = 0.005


@dataclass(frozen=True, slots=True)
class Move:
    """An entry's rank, margin and the figure that ranks, before and after; None where it has no place."""

    entry: int
    name: str
    rank: int | None
    new_rank: int | None
    margin: float | None
    new_margin: float | None
    figure: float | None
    new_figure: float | None


@dataclass(frozen=True, slots=True)
class Counts:
    """Of matches, but for `seats`: the seats that another version takes.

    `out` are played and stop to count, `back` count again, `cancelled` will not be played, `planned` will
    (again or at last), `lost` stay unplayed since their round is over, `kept` were played by a version that
    an undone swap takes out of the others. `recounted` come out otherwise when they are counted again.
    """

    out: int = 0
    back: int = 0
    cancelled: int = 0
    planned: int = 0
    lost: int = 0
    seats: int = 0
    kept: int = 0
    recounted: int = 0


@dataclass(frozen=True, slots=True)
class Preview:
    """`moves` are those who move, best new rank first; `still` is how many keep rank and figure.

    Figures are those of the `measure`. `finished` matches and `ruled` decisions were there when it was made.
    """

    counts: Counts
    moves: tuple[Move, ...]
    still: int
    measure: Measure
    finished: int
    ruled: int

    @property
    def seen(self) -> str:
        """A mark of what the preview says of ranks and matches; figures may drift while a round runs."""
        ranks = [(move.entry, move.rank, move.new_rank) for move in self.moves if move.rank != move.new_rank]
        said = sha256(repr((sorted(ranks), asdict(self.counts), self.ruled)).encode()).hexdigest()[:16]
        return f"{said}.{self.finished}.{self.ruled}"

    def stored(self) -> dict[str, Any]:
        """For the log."""
        return {
            "counts": asdict(self.counts),
            "moves": [asdict(move) for move in self.moves[:MOST_MOVES]],
            "more": max(0, len(self.moves) - MOST_MOVES),
            "still": self.still,
            "measure": self.measure.value,
        }


def shown_previews(
    ruling: Ruling, since: datetime | None
) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """What the log says that making and undoing it moved, but nothing from a time that is hidden `since`."""
    made = ruling.preview if since is None or ruling.made < since else None
    back = ruling.undo_preview if since is None or (ruling.undone and ruling.undone < since) else None
    return made, back


def same(seen: str, preview: Preview) -> bool:
    """Whether what was seen is what the preview says now."""
    return seen.partition(".")[0] == preview.seen.partition(".")[0]


def preview_of(ruling: Ruling) -> Preview:
    """Of a ruling that is not stored yet. Raises `Refused` when it cannot be made."""
    if ruling.kind == Ruling.Kind.RECOUNT:
        return _preview_of_recount(ruling)
    effects = effects_of(ruling)
    states = _states(ruling.competition, effects.aside)
    before = set_aside(ruling.competition.matches.all())
    counts = Counts(
        out=sum(state == Match.State.FINISHED for pk, state in states.items() if pk not in before),
        cancelled=sum(state in Match.OPEN for state in states.values()),
        planned=len(effects.again),
        seats=len(effects.seats),
    )
    old = fitted(ruling.competition, without=before)
    return _preview(
        ruling.competition, counts, old, fitted(ruling.competition, without=before | effects.aside)
    )


def _preview_of_recount(ruling: Ruling) -> Preview:
    aside = set_aside(ruling.competition.matches.all())
    old = fitted(ruling.competition, without=aside)
    with tried():
        counts = Counts(recounted=len(recount(ruling.competition)))
        return _preview(ruling.competition, counts, old, fitted(ruling.competition, without=aside))


def undo_preview_of(ruling: Ruling) -> Preview:
    """Of undoing a ruling that stands. Raises `Refused` when another one has to be undone first."""
    _refuse_built_upon(ruling)
    refuse_unless_newest(ruling)
    matches = ruling.competition.matches.all()
    before, after = set_aside(matches), set_aside(matches, undone=ruling.pk)
    rows = list(ruling.set_aside.values_list("match_id", "replacement_id", "unplayed"))
    brought = _states(ruling.competition, [new for _, new, _ in rows if new])
    played = set(_states(ruling.competition, before - after, Match.State.FINISHED))
    waiting = to_play(ruling, after)
    swaps = ruling.swaps.select_related("seat__match")
    to_come = [swap for swap in swaps if swap.seat.match.state == Match.State.SCHEDULED]
    counts = Counts(
        out=sum(state == Match.State.FINISHED for pk, state in brought.items() if pk not in before),
        back=len(played),
        cancelled=sum(state in Match.OPEN for state in brought.values()),
        planned=len(waiting[0]),
        lost=len(waiting[1]),
        seats=len(to_come),
        kept=len(swaps) - len(to_come),
        recounted=ruling.recounted.count(),
    )
    old = fitted(ruling.competition, without=before)
    with tried():
        put_back(ruling.recounted.all())
        return _preview(ruling.competition, counts, old, fitted(ruling.competition, without=after))


def _refuse_built_upon(ruling: Ruling) -> None:
    """What a re-run brought may have been played again in turn, and would then stand for two matches."""
    later = SetAside.objects.filter(
        match__in_place_of__ruling=ruling, replacement__isnull=False, ruling__undone=None
    ).first()
    if later:
        raise Refused(
            _("Undo ruling %(later)s first: it plays again what ruling %(number)s brought.")
            % {"later": later.ruling.number, "number": ruling.number}
        )


def to_play(ruling: Ruling, aside: Collection[int]) -> tuple[list[int], list[int]]:
    """Matches that the ruling kept from being played and nothing else does: still to be had, and too late.

    Once its round is over the decks of a match are public.
    """
    unplayed = ruling.set_aside.filter(unplayed=True, match__state=Match.State.CANCELLED)
    found = [
        (pk, state == Round.State.FINISHED)
        for pk, state in unplayed.values_list("match_id", "match__round__state")
        if pk not in aside
    ]
    return [pk for pk, late in found if not late], [pk for pk, late in found if late]


def _states(competition: Competition, ids: Iterable[int], *only: str) -> Mapping[int, str]:
    found = competition.matches.filter(pk__in=ids)
    found = found.filter(state__in=only) if only else found
    return dict(found.values_list("pk", "state"))


def _preview(
    competition: Competition, counts: Counts, before: Sequence[Row], after: Sequence[Row]
) -> Preview:
    measure = Measure(competition.measure)
    old, new = ({row.entry: row for row in rows} for rows in (before, after))
    moved = [entry for entry in old.keys() | new.keys() if _moves(old.get(entry), new.get(entry), measure)]
    names = dict(Entry.objects.filter(pk__in=moved).values_list("pk", "bot__name"))
    moves = [_move(entry, names[entry], old.get(entry), new.get(entry), measure) for entry in moved]
    last = len(old) + len(new) + 1
    rulings = competition.rulings
    return Preview(
        counts=counts,
        moves=tuple(sorted(moves, key=lambda move: (move.new_rank or last, move.rank or last, move.entry))),
        still=len(new.keys() - set(moved)),
        measure=measure,
        finished=competition.matches.filter(state=Match.State.FINISHED).count(),
        ruled=rulings.count() + rulings.exclude(undone=None).count(),
    )


def _figure(row: Row, measure: Measure) -> float:
    figure: float = getattr(row, FIGURES[measure][0])
    return figure


def _moves(old: Row | None, new: Row | None, measure: Measure) -> bool:
    if old is None or new is None:
        return True
    moved = abs(_figure(old, measure) - _figure(new, measure))
    return old.rank != new.rank or moved >= _SEEN_FROM.get(measure, _ELSE_FROM)


def _move(entry: int, name: str, old: Row | None, new: Row | None, measure: Measure) -> Move:
    return Move(
        entry,
        name,
        old.rank if old else None,
        new.rank if new else None,
        old.margin if old else None,
        new.margin if new else None,
        _figure(old, measure) if old else None,
        _figure(new, measure) if new else None,
    )
