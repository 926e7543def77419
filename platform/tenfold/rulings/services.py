"""Rulings are made, and undone, in one transaction each: what was previewed happens, or nothing does.

Locks are taken in the order in which a worker that records a result takes them: matches, round, competition.
So neither waits for the other in a circle, and a match is either recorded before the ruling, which then sets
its result aside, or cancelled by it, and the worker's claim is lost. Last comes that of the standing's
refresh, whose holder waits for none of these.
"""

from uuid import UUID

import structlog
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tenfold.accounts.models import User
from tenfold.competitions.models import Competition, Round
from tenfold.competitions.rounds import finish_round
from tenfold.competitions.standings import refresh_standing
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.aside import set_aside
from tenfold.matches.models import Attempt, AttemptOutcome, Match, MatchBot
from tenfold.pages.figures import figure
from tenfold.refusal import Refused, Stale
from tenfold.rulings.again import plan_again
from tenfold.rulings.effects import Effects, effects_of, touched_by
from tenfold.rulings.models import Recounted, Ruling, SetAside, Swap
from tenfold.rulings.preview import Preview, preview_of, same, to_play, undo_preview_of
from tenfold.rulings.recount import put_back, recount

log = structlog.get_logger(__name__)

TOO_LATE = "Its round was over before ruling {} was undone: a re-run plays it, with new decks."


def rule(*, ruling: Ruling, by: User, token: UUID, seen: str) -> Ruling:
    """Make a ruling (not stored yet: its kind, what it is about, its reason) as `seen` in its preview.

    The same token again gives the ruling that it made.
    """
    try:
        with transaction.atomic():
            _lock(ruling)
            made = Ruling.objects.filter(token=token, competition=ruling.competition).first()
            if made:
                return made
            effects, preview = effects_of(ruling), _still(preview_of(ruling), seen)
            _store(ruling, by, token, preview)
            _enact(ruling, effects)
            refresh_standing(competition_id=ruling.competition_id, even_if_fresh=True, wait=True)
            announce_waiting()
    except IntegrityError as error:
        raise Refused(_why_not(error)) from error
    log.info("ruled", ruling=ruling.pk, kind=ruling.kind, competition=ruling.competition_id, by=by.pk)
    return ruling


def _why_not(error: IntegrityError) -> str:
    if "ruling_has_a_reason" in str(error):
        return _("A ruling needs a reason: those whose results it moves read it.")
    return _("This form has made another ruling already. Go back to the rulings and begin anew.")


def _lock(ruling: Ruling) -> None:
    touched = touched_by(ruling).filter(state__in=Match.OPEN).order_by("pk")
    locked = set(touched.select_for_update(of=("self",)).values_list("pk", flat=True))
    unfinished = Round.objects.filter(competition=ruling.competition_id).exclude(state=Round.State.FINISHED)
    begun = unfinished.select_for_update(no_key=True).first()
    Competition.objects.select_for_update(no_key=True).get(pk=ruling.competition_id)
    if unfinished.first() != begun or not locked.issuperset(touched.values_list("pk", flat=True)):
        raise Stale(_("A round began while you decided. This is what it would change now; nothing was done."))
    if begun and begun.state == Round.State.SCHEDULED:
        raise Refused(
            _("Round %(number)s is being planned, which takes some seconds. Try again then.")
            % {"number": begun.number}
        )


def _still(preview: Preview, seen: str) -> Preview:
    """The preview, if it says what was seen."""
    if not same(seen, preview):
        raise Stale(
            _("%(since)s This is what it would change now; nothing was done.")
            % {"since": _since(preview, seen)}
        )
    return preview


def _since(preview: Preview, seen: str) -> str:
    _mark, *then = [int(part) if part.isdecimal() else 0 for part in seen[:60].split(".")]
    if len(then) != 2:
        return _("Something has changed since you looked.")
    finished, ruled = preview.finished - then[0], preview.ruled - then[1]
    if ruled > 0:
        return _("Another ruling was made since you looked.")
    if finished > 0:
        return ngettext(
            "A match has finished since you looked.",
            "%(finished)s matches have finished since you looked.",
            finished,
        ) % {"finished": figure(finished)}
    return _("A match has begun since you looked.")


def _store(ruling: Ruling, by: User, token: UUID, preview: Preview) -> None:
    last = Ruling.objects.filter(competition=ruling.competition).first()  # the newest stands first
    ruling.number = last.number + 1 if last else 1
    ruling.by, ruling.made, ruling.token = by, timezone.now(), token
    ruling.preview = preview.stored()
    ruling.save(force_insert=True)


def _enact(ruling: Ruling, effects: Effects) -> None:
    again = list(Match.objects.filter(pk__in=effects.again).order_by("round__number", "number"))
    planned = plan_again(competition=ruling.competition, matches=again, by=ruling.by) if again else []
    new = {old.pk: match for old, match in zip(again, planned, strict=True)}
    SetAside.objects.bulk_create(
        SetAside(ruling=ruling, match_id=pk, unplayed=pk in effects.unplayed, replacement=new.get(pk))
        for pk in sorted(effects.aside)
    )
    if ruling.kind == Ruling.Kind.RECOUNT:
        Recounted.objects.bulk_create(
            Recounted(ruling=ruling, match_id=pk, before=before)
            for pk, before in recount(ruling.competition).items()
        )
    _cancel(effects.unplayed, f"It does not count, by ruling {ruling.number}: {ruling.reason}")
    seats = MatchBot.objects.filter(pk__in=effects.seats).order_by("pk")
    Swap.objects.bulk_create(Swap(ruling=ruling, seat=seat, before_id=seat.version_id) for seat in seats)
    seats.update(version=ruling.version)


def _cancel(ids: frozenset[int] | set[int], why: str) -> None:
    """Cancel those of the matches that are not over. Whoever plays one of them loses the claim."""
    open_ = Match.objects.filter(pk__in=ids, state__in=Match.OPEN)
    rounds = set(open_.values_list("round", flat=True))
    Attempt.objects.filter(match__in=open_, ended=None).update(
        ended=Now(), outcome=AttemptOutcome.HANDED_BACK, why="a ruling cancelled the match"
    )
    open_.update(state=Match.State.CANCELLED, reason=why, lease_until=None, attempt_token=None)
    for round_id in rounds:
        if round_id:
            finish_round(round_id=round_id)


def undo(*, ruling: Ruling, reason: str, by: User, seen: str) -> Ruling:
    """Undo a ruling as `seen` in the preview of it; one that is undone already stays as it is."""
    try:
        with transaction.atomic():
            _lock(ruling)
            ruling = Ruling.objects.select_related("competition").get(pk=ruling.pk)
            if ruling.undone:
                return ruling
            preview = _still(undo_preview_of(ruling), seen)
            ruling.undone, ruling.undone_by, ruling.undo_reason = timezone.now(), by, reason
            ruling.undo_preview = preview.stored()
            ruling.save(update_fields=["undone", "undone_by", "undo_reason", "undo_preview"])
            _take_back(ruling)
            refresh_standing(competition_id=ruling.competition_id, even_if_fresh=True, wait=True)
            announce_waiting()
    except IntegrityError as error:
        raise Refused(_("Say why it is undone: those whose results it moves read it.")) from error
    log.info("ruling undone", ruling=ruling.pk, competition=ruling.competition_id, by=by.pk)
    return ruling


def _take_back(ruling: Ruling) -> None:
    why = f"Ruling {ruling.number}, which brought it, was undone: {ruling.undo_reason}"
    put_back(ruling.recounted.all())
    brought = ruling.set_aside.filter(replacement__isnull=False)
    _cancel(set(brought.values_list("replacement_id", flat=True)), why)
    waiting, late = to_play(ruling, set_aside(ruling.competition.matches.all()))
    Match.objects.filter(pk__in=waiting).update(state=Match.State.SCHEDULED, reason="", announced_at=None)
    Match.objects.filter(pk__in=late).update(reason=TOO_LATE.format(ruling.number))
    for seat in MatchBot.objects.filter(swaps__ruling=ruling, match__state=Match.State.SCHEDULED):
        seat.version_id = _version_due(seat)
        seat.save(update_fields=["version"])


def _version_due(seat: MatchBot) -> int:
    """What the newest swap in force says, or else what the seat had before the first."""
    newest = seat.swaps.filter(ruling__undone=None).order_by("-ruling__number").first()
    if newest:
        assert newest.ruling.version_id is not None
        return newest.ruling.version_id
    first = seat.swaps.order_by("ruling__number").first()
    assert first is not None
    return first.before_id
