"""The bracket of a knockout, read from the rounds that are its legs.

Nothing of it is stored: the first leg's pins are the seeds, each leg's pins are who was there, and the
matches say who won. A tie is a match of blocks; `arena.knockout` decides it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from arena.knockout import Result, Slot, Tie, Won, decided, draw, first_slots
from arena.schedule import Table
from tenfold.competitions.models import Entry, Pin, Round, of_its_format
from tenfold.matches.aside import set_aside
from tenfold.matches.models import Match, MatchBot
from tenfold.refusal import Refused

OVER = (Match.State.FINISHED, Match.State.VOID, Match.State.CANCELLED)


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two of a tie, as a page shows it; without an entry, a bye."""

    entry: Entry | None
    seed: int = 0
    margin: float | None = None
    wins: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A tie with its match, if it has one, and both sides, the higher seed first."""

    tie: Tie
    match_id: int | None
    sides: tuple[Side, Side]

    @property
    def why(self) -> str:
        """How it was decided, where margins do not show it."""
        return str(_WHY.get(self.tie.won, "")) if self.tie.won else ""


_WHY: Final = {
    Won.BYE: _("bye"),
    Won.WALKOVER: _("walkover"),
    Won.ONE_OWNER: _("one owner's bots: the higher seed goes on"),
    Won.FORFEIT: pgettext_lazy("tie", "forfeited"),
    Won.WINS: _("equal margins: more games won"),
    Won.SEED: _("equal, or not played: the higher seed goes on"),
}
# By the number of their ties.
_LAST_LEGS: Final = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}


def leg_name(ties: int) -> str:
    """What a leg of so many ties is called."""
    named = _LAST_LEGS.get(ties)
    return str(named) if named else gettext("Last %(number)s") % {"number": 2 * ties}


@dataclass(frozen=True, slots=True)
class Leg:
    round: Round
    ties: tuple[Played, ...]

    @property
    def name(self) -> str:
        return leg_name(len(self.ties))


@dataclass(frozen=True, slots=True)
class Bracket:
    """The legs so far, and the slots of the next one: one slot when it is decided."""

    legs: tuple[Leg, ...]
    slots: tuple[Slot, ...]
    seeds: dict[int, Entry]

    @property
    def winner(self) -> Entry | None:
        return self.seeds.get(self.slots[0]) if len(self.slots) == 1 and self.slots[0] is not None else None

    @property
    def to_come(self) -> list[str]:
        """The names of the legs that are not drawn yet."""
        left = len(self.slots) // 2
        names = []
        while left:
            names.append(leg_name(left))
            left //= 2
        return names


def bracket_of(legs: Sequence[Round], *, until: datetime | None = None) -> Bracket:
    """The bracket that these rounds are the legs of, first leg first. A leg being played has open ties.

    What had not finished by `until` is as if it were being played.
    """
    pins = list(Pin.objects.filter(round__in=legs).select_related("entry__bot__owner"))
    seeds = {pin.number: pin.entry for pin in pins if pin.round_id == legs[0].pk}
    matches = _matches(legs, until)
    out = frozenset(legs[0].competition.disqualified.values_list("pk", flat=True))
    slots: list[Slot] = first_slots(len(seeds))
    shown = []
    for leg in legs:
        present = {pin.number for pin in pins if pin.round_id == leg.pk}
        ties = draw(slots, present=present, rivals=lambda one, other: _rivals(seeds[one], seeds[other]))
        played = [_played(tie, seeds, matches.get(leg.pk, {}), out) for tie in ties]
        shown.append(Leg(leg, tuple(played)))
        slots = [one.tie.winner for one in played]
    return Bracket(tuple(shown), tuple(slots), seeds)


def bracket_with(round_: Round, *, until: datetime | None = None) -> Bracket:
    """The bracket that a round is a leg of; `until` then, if one is given."""
    begun = round_.competition.rounds.filter(of_its_format()).distinct().order_by("number")
    rounds = list(begun.filter(started__lt=until) if until else begun)
    runs: list[list[Round]] = [rounds[:1]]
    for before, after in pairwise(rounds):
        if after.format == before.format:
            runs[-1].append(after)
        else:
            runs.append([after])
    return bracket_of(next(run for run in runs if round_ in run), until=until)


def _rivals(one: Entry, other: Entry) -> bool:
    return one.bot.house or other.bot.house or one.bot.owner_id != other.bot.owner_id


def _matches(
    legs: Sequence[Round], until: datetime | None
) -> dict[int, dict[frozenset[int], list[MatchBot]]]:
    """The two seats of each match, by round and by the entries that meet.

    What a ruling has had played again is seen as it came out then; without another match, as not played.
    """
    stands_for = _stand_ins(legs)
    aside = set_aside(Match.objects.filter(pk__in=stands_for))
    rows: dict[int, dict[int, list[MatchBot]]] = {}
    bots = MatchBot.objects.filter(match__in=stands_for).select_related("match").order_by("match", "index")
    for bot in bots:
        if bot.match_id in aside:
            bot.margin = None
        if until and (bot.match.finished is None or bot.match.finished >= until):
            bot.margin, bot.match.state = None, Match.State.RUNNING
        rows.setdefault(stands_for[bot.match_id], {}).setdefault(bot.match_id, []).append(bot)
    return {
        leg: {frozenset(bot.entry_id for bot in pair if bot.entry_id): pair for pair in matches.values()}
        for leg, matches in rows.items()
    }


def _stand_ins(legs: Sequence[Round]) -> dict[int, int]:
    """The match that decides each tie, and the leg it belongs to: the one planned, or what replaces it."""
    planned = Match.objects.filter(round__in=legs, in_place_of=None).values_list("pk", "round")
    again = Match.objects.filter(competition=legs[0].competition_id, in_place_of__ruling__undone=None)
    newer = dict(again.filter(in_place_of__isnull=False).values_list("in_place_of__match", "pk"))
    stands_for = {}
    for match_id, leg in planned:
        last = match_id
        while last in newer:
            last = newer[last]
        assert leg is not None
        stands_for[last] = leg
    return stands_for


def _played(
    tie: Tie,
    seeds: dict[int, Entry],
    matches: dict[frozenset[int], list[MatchBot]],
    out: Collection[int],
) -> Played:
    entries = [None if slot is None else seeds[slot] for slot in (tie.high, tie.low)]
    met = matches.get(frozenset(entry.pk for entry in entries if entry), []) if tie.to_play else []
    mine = {bot.entry_id: bot for bot in met}
    if met and met[0].match.state in OVER:
        tie = decided(tie, _result([mine[entry.pk] for entry in entries if entry], out))
    high, low = (
        _side(slot, entry, mine.get(entry.pk) if entry else None, tie)
        for slot, entry in zip((tie.high, tie.low), entries, strict=True)
    )
    return Played(tie, met[0].match_id if met else None, (high, low))


def _result(bots: Sequence[MatchBot], out: Collection[int]) -> Result | None:
    """None for a match that was not played. Who is disqualified has lost."""
    high, low = bots
    if high.entry_id in out or low.entry_id in out:
        return Result((0, 0), (0, 0), (high.entry_id in out, low.entry_id in out))
    if high.margin is None or low.margin is None:
        return None
    return Result((high.margin, low.margin), (high.wins, low.wins), (high.forfeited, low.forfeited))


def _side(slot: Slot, entry: Entry | None, bot: MatchBot | None, tie: Tie) -> Side:
    if slot is None or entry is None:
        return Side(None)
    margin, wins = (bot.margin, bot.wins) if bot and bot.margin is not None else (None, None)
    return Side(entry, slot + 1, margin, wins, won=tie.won is not None and tie.winner == slot)


def survivors(legs: Sequence[Round], playable: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """Who is left for the next leg, by seed; `Refused` when the bracket is decided or nobody is left."""
    bracket = bracket_of(legs)
    if bracket.winner:
        raise Refused(
            gettext(
                "The bracket is decided: %(name)s has won. For another one, play a round of another format"
                " first, or make a new competition."
            )
            % {"name": bracket.winner.bot.name}
        )
    here = {entry.pk: entry for entry in playable}
    left = [(slot, here.get(bracket.seeds[slot].pk)) for slot in bracket.slots if slot is not None]
    field = sorted((slot, entry) for slot, entry in left if entry)
    if not field:
        raise Refused(
            gettext(
                "Nobody of those left in the bracket can play: they have withdrawn, are benched, or have no"
                " ready version. Let one return, or choose another format in the settings."
            )
        )
    return field


def ties_to_play(round_: Round) -> tuple[Table, ...]:
    """The ties of a leg that need a match."""
    leg = bracket_with(round_).legs[-1]
    assert leg.round == round_, "only the newest leg is planned"
    return tuple(
        (one.tie.high, one.tie.low)
        for one in leg.ties
        if one.tie.to_play and one.tie.high is not None and one.tie.low is not None
    )
