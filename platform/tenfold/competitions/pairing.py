"""Who plays in the next round of a competition, and who meets whom there, for each format.

    round robin   everybody; every pair that may meet does
    Swiss         everybody, in the order of the standing; near ones who have not met
    knockout      the standing's best as seeds; then the winners of each leg, see `brackets`
    ladder        whoever is there when a match is planned, see `ladders`

Who is withdrawn, benched, disqualified or without a ready version when a round starts is no part of it; what
happens later changes nothing of it, since entries and versions are pinned then.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, takewhile

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.utils.translation import gettext as _

from arena.schedule import ScheduleError, Table, refuse_field, round_robin
from arena.swiss import next_round
from tenfold.competitions import brackets
from tenfold.competitions.choices import Format, Image
from tenfold.competitions.models import Competition, Entry, Pin, Round, Standing, of_its_format
from tenfold.competitions.standings import refresh_standing
from tenfold.matches.models import MatchBot
from tenfold.pages.said import in_words
from tenfold.refusal import Refused

Field = list[tuple[int, Entry]]
# Of seats: those in matches that a ruling has had played again.
_AGAIN = Q(match__in_place_of__isnull=False)


def next_field(competition: Competition) -> Field:
    """The entries of the next round with their numbers; `Refused` where there can be none."""
    entries = list(playable(competition))
    if competition.format in {Format.ROUND_ROBIN, Format.LADDER}:
        return _refused_unless_full(competition, list(enumerate(entries)))
    ranked = _ranked(competition, entries)
    before = _rounds_before(competition, Format(competition.format))
    if competition.format == Format.SWISS:
        _refuse_beyond(competition, played=len(before))
    elif before:
        return brackets.survivors(before, entries)
    else:
        ranked = ranked[: competition.finalists]
    return _refused_unless_full(competition, list(enumerate(ranked)))


def playable(competition: Competition) -> QuerySet[Entry]:
    """Who can play now."""
    active = competition.entries.filter(state=Entry.State.ACTIVE, bot__active_version__isnull=False)
    if competition.image == Image.PLAIN:
        active = active.filter(bot__active_version__needs="")
    return active.exclude(pk__in=competition.disqualified).select_related("bot").order_by("id")


def _refused_unless_full(competition: Competition, field: Field) -> Field:
    entries = [entry for _, entry in field]
    try:
        refuse_field(entries=len(field), players=competition.players, owners=owners_of(entries))
    except ScheduleError as error:
        raise Refused(in_words(error)) from error
    return field


def owners_of(entries: Sequence[Entry]) -> list[int | None]:
    """House bots count as everybody's opponents, each other's too."""
    return [None if entry.bot.house else entry.bot.owner_id for entry in entries]


def _ranked(competition: Competition, entries: Sequence[Entry]) -> list[Entry]:
    """In the order of the standing; who has not played yet stands in its middle."""
    refresh_standing(competition_id=competition.pk, wait=True)
    ranks = dict(Standing.objects.filter(competition=competition).values_list("entry", "rank"))
    middle = (len(ranks) + 1) / 2
    return sorted(entries, key=lambda entry: (ranks.get(entry.pk, middle), entry.pk))


def _rounds_before(competition: Competition, format_: Format) -> list[Round]:
    """The latest rounds of this format without another one between, oldest first."""
    newest = competition.rounds.filter(of_its_format()).distinct().order_by("-number")
    return list(takewhile(lambda round_: round_.format == format_, newest))[::-1]


def _refuse_beyond(competition: Competition, *, played: int) -> None:
    if competition.swiss_rounds and played >= competition.swiss_rounds:
        raise Refused(
            _(
                "All %(rounds)s rounds of the Swiss have been played. Raise their number in the settings to"
                " go on."
            )
            % {"rounds": competition.swiss_rounds}
        )


def tables_of(round_: Round, pins: Sequence[Pin]) -> tuple[Table, ...]:
    """The numbers of the pins at each table of a round; no table at all where a leg is walkovers alone."""
    owners = owners_of([pin.entry for pin in pins])
    players = round_.competition.players
    if round_.format == Format.KNOCKOUT:
        return brackets.ties_to_play(round_)
    if round_.format == Format.ROUND_ROBIN:
        return round_robin(entries=len(pins), players=players, owners=owners).tables
    before = [one for one in _rounds_before(round_.competition, Format.SWISS) if one.number < round_.number]
    met, rests = _history(before, pins)
    return next_round(entries=len(pins), players=players, met=met, rests=rests, owners=owners).tables


def _history(before: Sequence[Round], pins: Sequence[Pin]) -> tuple[Counter[tuple[int, int]], list[int]]:
    """How often two pins met in these rounds, and how often each was to play there and rested."""
    numbers = {pin.entry_id: pin.number for pin in pins}
    tables: dict[int, list[int]] = {}
    sat = MatchBot.objects.filter(match__round__in=before, entry__in=numbers).exclude(_AGAIN)
    for match_id, entry_id in sat.values_list("match", "entry"):
        tables.setdefault(match_id, []).append(numbers[entry_id])
    met = Counter(pair for table in tables.values() for pair in combinations(sorted(table), 2))
    rested = Counter(Pin.objects.filter(_resting(), round__in=before).values_list("entry", flat=True))
    return met, [rested[pin.entry_id] for pin in pins]


def _resting() -> Combinable:
    """Of pins: those without a match in their round; one played again there is none of its own."""
    sat = MatchBot.objects.filter(match__round=OuterRef("round"), entry=OuterRef("entry"))
    return ~Exists(sat.exclude(_AGAIN))


def resters(round_: Round) -> QuerySet[Pin]:
    """Who rests in a round that has been planned."""
    return round_.pins.filter(_resting()).select_related("entry__bot")
