"""A ladder: matches without end, of whoever is there when each is planned, by `arena.ladder`.

Its matches come in rounds as all do, so that the secret of their decks can be published. A round is open
until it has so many or is a day old, and over when the last of them has been played; then the next follows.

    open      a tick adds the next matches while few wait, by the newest standing and with the versions of now
    closed    what is scheduled is played; the round finishes as any other
    finished  a tick starts the next round, unless the competition is paused or the ladder was stopped

A tick may come twice or never: whoever holds the lock of the round's row adds to it, and nobody waits for it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from math import inf
from typing import Final

import structlog
from django.contrib.postgres.expressions import ArraySubquery
from django.db import transaction
from django.db.models import Count, Exists, F, Max, OuterRef
from django.utils.translation import gettext as _

from arena.ladder import Contender, Pair, Why, longest_wait, next_tables
from arena.rating import FIGURES, Measure
from arena.schedule import ScheduleError
from tenfold.accounts.models import User
from tenfold.competitions.choices import Format
from tenfold.competitions.models import Competition, Deed, Entry, Round, Standing
from tenfold.competitions.pairing import owners_of, playable
from tenfold.competitions.rounds import EXTEND, active_version, add_matches, database_now, finish_round
from tenfold.competitions.timetable import say, start_or_say_why
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.models import Match, MatchBot
from tenfold.nudge import nudge_on_commit
from tenfold.refusal import Refused

log = structlog.get_logger(__name__)

MATCHES_A_ROUND: Final = 200
LONGEST_ROUND: Final = timedelta(days=1)
# The fewer wait, the fresher is what they are planned by; but no worker shall find nothing.
FEWEST_WAITING: Final = 4
WAITING_FOR_EACH_RUNNING: Final = 2
MOST_OPEN: Final = 32
# Until its active version has so many matches here, an entry is placed.
PLACEMENT_MATCHES: Final = 10

_UNPLAYED: Final = (Match.State.VOID, Match.State.CANCELLED)


def extend_all() -> None:
    """Add to every open round what is due, and start the rounds that follow a finished one."""
    for pk in Round.objects.filter(open=True).values_list("competition", flat=True):
        extend(competition_id=pk)
    unfinished = Round.objects.filter(competition=OuterRef("pk")).exclude(state=Round.State.FINISHED)
    due = Competition.objects.filter(~Exists(unfinished), ladder_runs=True, paused=False)
    for pk in due.values_list("pk", flat=True):
        _start_next(pk)


def stop(*, competition: Competition, by: User) -> None:
    """End a ladder: what is scheduled is played, and nothing follows it until it is started anew."""
    going_on = Competition.objects.filter(pk=competition.pk, ladder_runs=True)
    with transaction.atomic():
        if not going_on.update(ladder_runs=False, not_started=""):
            raise Refused(_("No ladder goes on here that could be stopped."))
        Deed.objects.create(competition=competition, kind=Deed.Kind.STOP, by=by)
        nudge_on_commit(EXTEND, competition.pk)
    log.info("ladder stopped", competition=competition.pk, by=by.pk)


def _start_next(pk: int) -> None:
    with transaction.atomic():
        unlocked = Competition.objects.select_for_update(no_key=True, skip_locked=True)
        competition = unlocked.filter(pk=pk, ladder_runs=True).first()
        if competition and not competition.rounds.exclude(state=Round.State.FINISHED).exists():
            start_or_say_why(competition)


def extend(*, competition_id: int) -> int:
    """Add the next matches to the competition's open round if few wait, or close it; give their number."""
    with transaction.atomic():
        # Rounds are locked before competitions, as by who records a result; and one that is locked is left.
        unlocked = Round.objects.select_for_update(no_key=True, skip_locked=True)
        round_ = unlocked.filter(competition=competition_id, open=True).first()
        if round_ is None:
            return 0
        competition = round_.competition
        total = round_.matches.aggregate(last=Max("number"))["last"] or 0
        if not competition.ladder_runs or _is_full(round_, total):
            Round.objects.filter(pk=round_.pk).update(open=False)
            finish_round(round_id=round_.pk)
            return 0
        room = 0 if competition.paused else min(_room(round_), MATCHES_A_ROUND - total)
        added = _add(round_, room, total) if room > 0 else 0
    if added:
        log.info("ladder extended", round=round_.pk, matches=added)
    return added


def _is_full(round_: Round, total: int) -> bool:
    """One without a match waits for its first, however long it takes."""
    old = round_.started + LONGEST_ROUND <= database_now()
    return total >= MATCHES_A_ROUND or (old and total > 0)


def _room(round_: Round) -> int:
    """For how many further matches there is room; none while enough wait."""
    by_state = round_.matches.order_by().values_list("state").annotate(Count("pk"))
    open_ones = dict(by_state.filter(state__in=Match.OPEN))
    waiting, running = open_ones.get(Match.State.SCHEDULED, 0), open_ones.get(Match.State.RUNNING, 0)
    enough = max(FEWEST_WAITING, WAITING_FOR_EACH_RUNNING * running)
    return min(2 * enough, MOST_OPEN - running) - waiting if waiting < enough else 0


def _add(round_: Round, tables: int, total: int) -> int:
    competition = round_.competition
    entries = list(playable(competition))
    past = _past(competition, len(entries))
    try:
        planned = next_tables(
            _contenders(competition, entries, past),
            players=competition.players,
            tables=tables,
            met=_met(entries, past),
            planned=total,
            placed=round_.placements,
        )
    except ScheduleError as no:
        say(competition.pk, f"The ladder waits. {no}")
        return 0
    seats = [(entry.pk, active_version(entry)) for entry in entries]
    add_matches(round_, [[seats[at] for at in one.table] for one in planned], after=total)
    placements = sum(one.why == Why.PLACEMENT for one in planned)
    Round.objects.filter(pk=round_.pk).update(placements=F("placements") + placements)
    say(competition.pk, "")
    announce_waiting()
    return len(planned)


@dataclass(frozen=True, slots=True)
class _Met:
    """Who sat at a table of the ladder, and when it was planned."""

    entries: tuple[int, ...]
    planned: datetime


def _past(competition: Competition, entries: int) -> list[_Met]:
    """Its newest tables, newest first: as many as tell who waits too long, however long the ladder is."""
    enough = 2 * longest_wait(entries=entries, players=competition.players)
    rounds = competition.rounds.filter(format=Format.LADDER).order_by("-number")
    newest = list(rounds.values_list("pk", flat=True)[: 2 + enough // MATCHES_A_ROUND])
    seats = MatchBot.objects.filter(match__round__in=newest, entry__isnull=False)
    sat: dict[tuple[int, datetime], list[int]] = {}
    rows = seats.exclude(match__state__in=_UNPLAYED).order_by("-match_id")
    for match_id, planned, entry in rows.values_list("match_id", "match__created", "entry"):
        sat.setdefault((match_id, planned), []).append(entry)
    return [_Met(tuple(entries), planned) for (_, planned), entries in sat.items()]


def _met(entries: Sequence[Entry], past: Sequence[_Met]) -> Mapping[Pair, int]:
    at = {entry.pk: number for number, entry in enumerate(entries)}
    tables = [sorted(at[entry] for entry in one.entries if entry in at) for one in past]
    return Counter(pair for table in tables for pair in combinations(table, 2))


def _contenders(competition: Competition, entries: Sequence[Entry], past: Sequence[_Met]) -> list[Contender]:
    # Of late: who came later is not to catch up with all that it has missed, before everybody else.
    lately = past[: 2 * longest_wait(entries=len(entries), players=competition.players)]
    played = Counter(entry for one in lately for entry in one.entries)
    placement = _placements(entries)
    known = [played[entry.pk] for entry in entries if not placement[entry.pk]]
    usual = sum(known) // len(known) if known else 0
    figures = Standing.objects.filter(competition=competition)
    standing = {
        entry: (value, (high - low) / 2)
        for entry, value, low, high in figures.values_list("entry", *FIGURES[Measure(competition.measure)])
    }
    owners = owners_of(entries)
    made = []
    for entry, owner in zip(entries, owners, strict=True):
        new = placement[entry.pk]
        value, half_width = standing.get(entry.pk, (0.0, inf))
        matches = played[entry.pk]
        made.append(
            Contender(
                rating=value,
                # The rating is that of the versions before.
                half_width=inf if new == PLACEMENT_MATCHES else half_width,
                # Placements have a share of their own.
                matches=max(matches, usual) if new else matches,
                waiting=_waiting(entry, past),
                placement=new,
                owner=owner,
            )
        )
    return made


def _placements(entries: Sequence[Entry]) -> dict[int, int]:
    """How many of its first matches each entry's active version has left, by entry."""
    sat = MatchBot.objects.filter(entry=OuterRef("pk"), version=OuterRef("bot__active_version"))
    first = sat.exclude(match__state__in=_UNPLAYED).values("pk")[:PLACEMENT_MATCHES]
    found = Entry.objects.filter(pk__in=[entry.pk for entry in entries]).order_by()
    rows = found.annotate(sat=ArraySubquery(first)).values_list("pk", "sat")
    return {pk: PLACEMENT_MATCHES - len(matches) for pk, matches in rows}


def _waiting(entry: Entry, past: Sequence[_Met]) -> int:
    """How many tables were planned since its last one, or since it came in."""
    return next(
        (
            number
            for number, one in enumerate(past)
            if entry.pk in one.entries or one.planned < entry.state_since
        ),
        len(past),
    )
