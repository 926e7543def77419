"""The leaderboard, made anew from the stored block results whenever one came in."""

from collections.abc import Collection
from dataclasses import fields
from datetime import datetime
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Count, F
from django.utils import timezone

from arena import rating
from arena.blocks import Blocks
from arena.form import form
from tenfold.competitions.models import Competition, PastStanding, Refresh, Round, Standing
from tenfold.matches.aside import set_aside
from tenfold.matches.figures import counted
from tenfold.matches.models import BlockResult, FaultLog, Match, MatchBot
from tenfold.nudge import nudge_on_commit

log = structlog.get_logger(__name__)

# Fields that a standing and a row of the fit have in common.
FITTED = tuple(field.name for field in fields(rating.Row) if field.name != "entry")
#: So many of its newest matches make an entry's form.
FORM = 12
# Each takes as long as a standing.
_KEPT_AT_ONCE = 4
REFRESH = "tenfold.competitions.tasks.refresh_standing"


def refresh_standing(*, competition_id: int, even_if_fresh: bool = False, wait: bool = False) -> bool:
    """Make the standing of a competition anew if a result came in since; tell whether it was made.

    It is a function of the stored results and rulings alone, so doing it twice, late or in another order
    gives the same. One at a time does it: who comes second leaves, or waits if told to. Who records never
    waits for it; what comes in meanwhile leaves it stale, and the one who made it asks for the next.
    """
    Refresh.objects.bulk_create([Refresh(competition_id=competition_id)], ignore_conflicts=True)
    with transaction.atomic():
        refreshing = Refresh.objects.select_for_update(no_key=True, skip_locked=not wait)
        refresh = refreshing.filter(competition=competition_id).first()
        if refresh is None:
            return False
        # Read before the results: one that is counted here is seen below.
        competition = Competition.objects.get(pk=competition_id)
        if competition.changes == refresh.changes and not even_if_fresh:
            return False
        aside = set_aside(competition.matches.all())
        blocks = counted(competition, without=aside)
        rows = rated(competition, blocks)
        faults = faults_of(competition, without=aside)
        _store(competition, rows, faults, form(blocks, last=FORM))
        keep_past(competition, without=aside)
        Refresh.objects.filter(pk=refresh.pk).update(changes=competition.changes)
    log.info("standing refreshed", competition=competition_id, entries=len(rows))
    if competition.is_stale:  # whoever asked meanwhile has left
        nudge_on_commit(REFRESH, competition_id)
    return True


def outdate(competition_id: int) -> None:
    """Something that the standing is made of has changed, in the same transaction: ask for a new one."""
    mark_outdated(competition_id)
    nudge_on_commit(REFRESH, competition_id)


def mark_outdated(competition_id: int) -> None:
    """The same without asking, for one of many changes: after the last comes `outdate`, or the sweep."""
    Competition.objects.filter(pk=competition_id).update(changes=F("changes") + 1)


def fitted(
    competition: Competition, *, without: Collection[int], until: datetime | None = None
) -> list[rating.Row]:
    """The standing as it is, or would be, without these matches and those that finished from `until` on."""
    return rated(competition, counted(competition, without=without, until=until))


def rated(competition: Competition, blocks: Blocks) -> list[rating.Row]:
    """The standing that these blocks make."""
    return rating.standing(blocks, rating.Measure(competition.measure))


def counted_blocks(
    competition: Competition, *, without: Collection[int] | None = None, until: datetime | None = None
) -> list[rating.BlockResult]:
    """Every block of every match that counts, from the block results themselves: a recount.

    `without` names other finished matches that shall not count than those that rulings set aside; nor do
    those that had not finished by `until`.
    """
    if without is None:
        without = set_aside(competition.matches.all())
    finished: dict[str, Any] = {"match__competition": competition, "match__state": Match.State.FINISHED}
    if until:
        finished["match__finished__lt"] = until
    entries: dict[int, list[int]] = {}
    bots = MatchBot.objects.filter(**finished, entry__isnull=False).order_by("match_id", "index")
    for match_id, entry_id in bots.values_list("match_id", "entry_id"):
        entries.setdefault(match_id, []).append(entry_id)
    blocks = BlockResult.objects.filter(**finished).order_by("match_id", "block")
    return [
        rating.BlockResult(
            match=match_id,
            block=block,
            entries=tuple(entries[match_id]),
            margins=tuple(margins),
            wins=tuple(wins),
            places=tuple(places),
            games=len(margins),  # one game for each seat rotation
            adjusted=tuple(adjusted) if adjusted else None,
        )
        for match_id, block, margins, wins, places, adjusted in blocks.values_list(
            "match_id", "block", "margins", "wins", "places", "adjusted"
        )
        if match_id not in without
    ]


def faults_of(
    competition: Competition, *, without: Collection[int], until: datetime | None = None
) -> dict[int, dict[str, int]]:
    """Faults by kind, for each entry, in the matches that count as for `counted_blocks`."""
    logged = FaultLog.objects.filter(bot__match__competition=competition, bot__entry__isnull=False)
    counted = (
        (logged.filter(bot__match__finished__lt=until) if until else logged)
        .exclude(bot__match__in=without)
        .values_list("bot__entry_id", "kind")
        .annotate(times=Count("id"))
        .order_by("bot__entry_id", "kind")
    )
    faults: dict[int, dict[str, int]] = {}
    for entry_id, kind, times in counted:
        faults.setdefault(entry_id, {})[kind] = times
    return faults


def _store(
    competition: Competition,
    rows: list[rating.Row],
    faults: dict[int, dict[str, int]],
    forms: dict[int, list[float]],
) -> None:
    Standing.objects.filter(competition=competition).exclude(entry__in=[row.entry for row in rows]).delete()
    now = timezone.now()
    Standing.objects.bulk_create(
        (
            Standing(
                competition=competition,
                entry_id=row.entry,
                faults=faults.get(row.entry, {}),
                form=forms.get(row.entry, []),
                updated=now,
                **{field: getattr(row, field) for field in FITTED},
            )
            for row in rows
        ),
        update_conflicts=True,
        unique_fields=["entry"],
        update_fields=[*FITTED, "faults", "form", "updated"],
    )


def keep_past(competition: Competition, *, without: Collection[int]) -> None:
    """Keep where everybody stood at the end of each round that is over, once, by what counts now.

    What rulings move later moves the standing and not its past.
    """
    over = competition.rounds.filter(state=Round.State.FINISHED, kept=False)
    # Newest first, since after an upgrade a league may wait with a hundred: each later standing keeps more.
    for round_ in over.order_by("-number")[:_KEPT_AT_ONCE]:
        versions = _played(round_)
        figure, low, high = rating.FIGURES[rating.Measure(competition.measure)]
        PastStanding.objects.bulk_create(
            (
                PastStanding(
                    round=round_,
                    entry_id=row.entry,
                    version=versions.get(row.entry),
                    figure=getattr(row, figure),
                    low=getattr(row, low),
                    high=getattr(row, high),
                    rank=row.rank,
                    games=row.games,
                )
                for row in fitted(competition, without=without, until=round_.finished)
            ),
            ignore_conflicts=True,
        )
        Round.objects.filter(pk=round_.pk).update(kept=True)


def _played(round_: Round) -> dict[int, int]:
    """By entry the number of the version that played its last match of a round."""
    bots = MatchBot.objects.filter(
        match__round=round_, match__state=Match.State.FINISHED, entry__isnull=False
    )
    last = bots.order_by("entry_id", "-match_id").distinct("entry_id")
    return {entry or 0: number for entry, number in last.values_list("entry_id", "version__number")}


def refresh_stale() -> None:
    """Ask for every standing whose nudge was lost."""
    nudge_on_commit(REFRESH, *Competition.objects.stale().values_list("pk", flat=True))
