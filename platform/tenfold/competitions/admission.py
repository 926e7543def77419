"""Who may enter a competition, with how many bots, and how often they may bring new versions."""

from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Final

import structlog
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tenfold.accounts.models import User
from tenfold.bots.models import Bot, BotVersion
from tenfold.competitions.choices import Admission, EntryState
from tenfold.competitions.freeze import Reader
from tenfold.competitions.images import refuse_misfit
from tenfold.competitions.models import Competition, Entry, RosterName, new_invitation
from tenfold.refusal import Refused, Stale, TooMany, refuse_more

log = structlog.get_logger(__name__)

# What somebody at the door is told before they try it.
_DOORS: Final = {
    Admission.OPEN: "",
    Admission.CODE: gettext_lazy(
        "One enters by the address with the invitation code: ask the organizer for it."
    ),
    Admission.APPROVAL: gettext_lazy(
        "An organizer lets each bot in, or declines it. The answer stands on My bots."
    ),
    Admission.ROSTER: gettext_lazy("Whose name is on the organizer's list may enter."),
}
# A code has 72 bits; this only keeps the guessing from costing us anything.
_GUESSES: Final = 20
_GUESSES_FORGOTTEN_S: Final = 900


def admitted_as(*, competition: Competition, by: User, invitation: str, before: Entry | None) -> EntryState:
    """The state in which a bot of theirs gets in, `before` being its entry so far; else `Refused`."""
    if by.has_perm("competitions.enter_house_bot", competition):
        return EntryState.ACTIVE
    if before and before.state == EntryState.DECLINED:
        raise Refused(_("The organizer has declined this bot: %(reason)s") % {"reason": before.reason})
    if before and before.state != EntryState.REQUESTED:  # it was let in before
        return EntryState.ACTIVE
    if not competition.is_open_to(by, invitation=invitation):
        raise Refused(_("This competition is private: its organizer has the invitation code."))
    if competition.admission == Admission.CODE and not (
        competition.has_code(invitation) or _came_in_before(competition, by)
    ):
        raise Refused(_("One enters this competition with its invitation code: ask the organizer for it."))
    if competition.admission == Admission.ROSTER and not _on_roster(competition, by):
        raise Refused(_("%(name)s is not on the organizer's list of who may enter.") % {"name": by.username})
    return EntryState.REQUESTED if competition.admission == Admission.APPROVAL else EntryState.ACTIVE


def door_in_words(competition: Competition, by: Reader) -> str:
    """How somebody gets in, where that is not for everybody; nothing to those who enter whom they like."""
    if by.has_perm("competitions.enter_house_bot", competition):
        return ""
    if competition.admission == Admission.CODE and _came_in_before(competition, by):
        return ""
    if is_shut_out(competition, by):
        return _(
            "Whose name is on the organizer's list may enter, and %(name)s is not on it: ask %(organizer)s."
        ) % {"name": by.username, "organizer": competition.organizer.username}
    return str(_DOORS[Admission(competition.admission)])


def is_shut_out(competition: Competition, by: Reader) -> bool:
    """Whether no bot of theirs gets in: they are not sent to write one. A visitor may be anybody."""
    if competition.admission != Admission.ROSTER or not isinstance(by, User):
        return False
    if by.has_perm("competitions.enter_house_bot", competition):
        return False
    return not (_on_roster(competition, by) or _came_in_before(competition, by))


def _came_in_before(competition: Competition, user: Reader) -> bool:
    """Whether a bot of theirs was let in: a code lets people in, and with whichever of their bots."""
    theirs = competition.entries.filter(bot__owner=user.pk)
    return theirs.exclude(state__in=[EntryState.REQUESTED, EntryState.DECLINED]).exists()


def _on_roster(competition: Competition, user: User) -> bool:
    return competition.roster.filter(name=user.username.lower()).exists()


def refuse_crowd(*, competition: Competition, bot: Bot) -> None:
    """Under the lock of the bot's owner, so that two tabs cannot enter one bot too many."""
    others = competition.entries.filter(bot__owner=bot.owner_id, state__in=Entry.IN_OR_ASKING)
    if not bot.house and others.exclude(bot=bot).count() >= competition.bots_each:
        raise Refused(
            _(
                "%(competition)s takes %(number)s of anybody's bots, and so many of yours are in. Withdraw"
                " one first."
            )
            % {"competition": competition, "number": competition.bots_each}
        )


def refuse_too_many_versions(*, bot: Bot) -> None:
    """Where a bot is entered, its owner's entered bots get so many new versions within a day."""
    if bot.house:
        return
    since = timezone.now() - timedelta(days=1)
    # One that was withdrawn a moment ago counts, or leaving and returning would be a way around.
    entered = Entry.objects.filter(Q(state__in=Entry.IN_OR_ASKING) | Q(state_since__gt=since), bot=bot)
    limited = Competition.objects.filter(pk__in=entered.values("competition"), uploads_a_day__isnull=False)
    for competition in limited:
        theirs = competition.entries.filter(bot__owner=bot.owner_id).values("bot")
        assert competition.uploads_a_day is not None
        refuse_more(
            BotVersion.objects.filter(bot__in=theirs),
            "created",
            most=competition.uploads_a_day,
            within=timedelta(days=1),
            said=_(
                "%(competition)s takes %(number)s new versions of your bots a day, that many came in the"
                " last 24 hours. Come back later, or withdraw the bot and wait a day."
            )
            % {"competition": competition, "number": competition.uploads_a_day},
        )


def at_the_door(user: User, slug: str, code: str) -> Competition:
    """The competition, to whoever sees it or has its code; else 404. Wrong codes are counted."""
    if code:
        refuse_guessing(user)
    found = Competition.objects.select_related("organizer").filter(slug=slug).first()
    if code and not (found and found.has_code(code)):
        note_guess(user)
    if found is None or not found.is_open_to(user, invitation=code):
        raise Http404(_("No competition of this name that you may see."))
    return found


def refuse_guessing(user: User) -> None:
    """Before any code of theirs is looked at, whatever competition it is for."""
    if int(cache.get(_key(user), 0)) >= _GUESSES:
        raise TooMany(
            _("Too many wrong invitation codes. Come back in a quarter of an hour."),
            wait_s=_GUESSES_FORGOTTEN_S,
        )


def note_guess(user: User) -> None:
    cache.set(_key(user), int(cache.get(_key(user), 0)) + 1, _GUESSES_FORGOTTEN_S)


def _key(user: User) -> str:
    return f"codes:{user.pk}"


def renew_code(*, competition: Competition, instead_of: str, by: User) -> None:
    """Make a new code instead of this one, which opens nothing any more."""
    known = Competition.objects.filter(pk=competition.pk, invitation=instead_of)
    if not known.update(invitation=new_invitation()):
        raise Stale(_("A new code was made already. It stands here."))
    log.info("code renewed", competition=competition.pk, by=by.pk)


def approve(*, entry: Entry, by: User) -> None:
    """Let a bot in that has asked, or was declined before."""
    refuse_misfit(entry.competition, entry.bot.active_version)
    _answer(entry, EntryState.ACTIVE, "", by)


def decline(*, entry: Entry, reason: str, by: User) -> None:
    """Turn a bot down, with a reason that its owner reads."""
    if not reason.strip():
        raise Refused(_("Say why: the bot's owner reads the reason."))
    _answer(entry, EntryState.DECLINED, reason.strip()[:500], by)


def _answer(entry: Entry, state: EntryState, reason: str, by: User) -> None:
    asking = Entry.objects.filter(pk=entry.pk, state__in=[EntryState.REQUESTED, EntryState.DECLINED])
    same = {"state": state, "reason": reason}  # as it is when a button was pressed twice
    answered = asking.exclude(**same).update(**same, state_since=Now())
    if not answered and not asking.filter(**same).exists():
        raise Refused(_("%(bot)s does not ask to be let in any more.") % {"bot": entry.bot})
    log.info("entry answered", entry=entry.pk, state=state.value, by=by.pk)


def roster_of(competition: Competition) -> list[str]:
    """The names of who may enter, in order."""
    return list(competition.roster.order_by("name").values_list("name", flat=True))


def mark_of_roster(names: Sequence[str]) -> str:
    """Changes with every name: who edits the list can say which one they had before them."""
    return sha256("\n".join(sorted(names)).encode()).hexdigest()[:32]


def set_roster(
    *, competition: Competition, names: Sequence[str], by: User, seen: str = ""
) -> tuple[int, int]:
    """Let these names be the list of who may enter; give how many were added and removed.

    Who is in already stays in. The same list once more changes nothing. Where the mark of the list that was
    `seen` is no longer that of the list, somebody else's change would be lost: `Stale`.
    """
    with transaction.atomic():
        Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
        before = set(roster_of(competition))
        if seen and before != set(names) and seen != mark_of_roster(list(before)):
            raise Stale(
                _(
                    "Nothing was changed, since somebody else changed the list meanwhile. What you typed is"
                    " still in the form: send it again to let it take the place of theirs."
                )
            )
        gone, _by_model = competition.roster.exclude(name__in=names).delete()
        new = [RosterName(competition=competition, name=name) for name in names if name not in before]
        RosterName.objects.bulk_create(new)
    log.info("roster set", competition=competition.pk, added=len(new), removed=gone, by=by.pk)
    return len(new), gone
