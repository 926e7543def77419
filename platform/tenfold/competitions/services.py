"""What can be done with competitions. Keyword-only; what cannot be done raises `Refused` with a sentence."""

from datetime import timedelta
from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tenfold.accounts.models import User
from tenfold.accounts.services import one_at_a_time
from tenfold.bots.models import Bot, BotVersion
from tenfold.competitions.admission import admitted_as, refuse_crowd
from tenfold.competitions.editing import DEFAULTS, checked
from tenfold.competitions.images import misfit, misfits, refuse_image, refuse_misfit
from tenfold.competitions.models import LONGEST_NAME, Competition, Entry
from tenfold.refusal import Refused, refuse_more

log = structlog.get_logger(__name__)

# Nobody needs more, and each stands in lists that others read.
COMPETITIONS_A_DAY = 20


def create_competition(*, organizer: User, slug: str = "", **settings: Any) -> Competition:  # noqa: ANN401 - as the settings are
    """Make a competition without entries.

    Of its settings (`editing.WORDS`) a name is enough. `rule_set` is stored with every field spelled out.
    """
    settings = checked({**DEFAULTS, **settings})
    refuse_image(None, settings["image"])
    # Cut: one character of a name can become several of a slug.
    slug = slug or slugify(settings["name"])[:LONGEST_NAME].strip("-_")
    try:
        with transaction.atomic():
            one_at_a_time(organizer.pk)
            _refuse_flood(organizer)
            return Competition.objects.create(organizer=organizer, slug=slug, **settings)
    except IntegrityError as error:
        raise Refused(
            _("There is a competition named %(name)s already. Choose another name.")
            % {"name": repr(settings["name"])}
        ) from error


def _refuse_flood(organizer: User) -> None:
    refuse_more(
        Competition.objects.filter(organizer=organizer),
        "created",
        most=COMPETITIONS_A_DAY,
        within=timedelta(days=1),
        said=_(
            "You have made %(most)s competitions within a day, the most there can be."
            " Start another round in one of them, or come back tomorrow."
        )
        % {"most": COMPETITIONS_A_DAY},
    )


def enter(*, competition: Competition, bot: Bot, by: User, invitation: str = "") -> Entry:
    """Put a bot in; it plays from the next round on. An entry that was withdrawn or benched returns.

    Where an organizer lets bots in it is `requested` first.
    """
    if bot.active_version_id is None:
        raise Refused(
            _("%(bot)s has no ready version yet. Upload one, and enter when its trial match has passed.")
            % {"bot": bot}
        )
    refuse_misfit(competition, bot.active_version)
    if competition.disqualified.filter(bot=bot).exists():
        raise Refused(
            _("%(bot)s is disqualified here. The rulings on the competition's page say why.") % {"bot": bot}
        )
    with transaction.atomic():
        one_at_a_time(bot.owner_id)
        before = competition.entries.filter(bot=bot).select_for_update(no_key=True).first()
        state = admitted_as(competition=competition, by=by, invitation=invitation, before=before)
        refuse_crowd(competition=competition, bot=bot)
        entry = before or Entry.objects.create(
            competition=competition, bot=bot, state=state, state_since=timezone.now()
        )
        set_entry_state(entry=entry, state=state)
    log.info("entered", entry=entry.pk, competition=competition.pk, bot=bot.pk, by=by.pk)
    return entry


def withdraw(*, entry: Entry, by: User) -> None:
    """Take a bot out of the coming rounds.

    A round that runs is played to its end: the others' results would otherwise hang on who leaves when.
    """
    with transaction.atomic():
        # An organizer may answer it meanwhile: a declined bot that counts as withdrawn would walk in again.
        held = Entry.objects.select_for_update().filter(pk=entry.pk).first()
        if held and held.state == Entry.State.DECLINED:
            raise Refused(_("%(bot)s was declined, so there is nothing to withdraw.") % {"bot": entry.bot})
        if held and held.state == Entry.State.REQUESTED:
            held.delete()
        else:
            set_entry_state(entry=entry, state=Entry.State.WITHDRAWN)
    log.info("withdrawn", entry=entry.pk, by=by.pk)


def bench(*, entry: Entry, reason: str) -> None:
    """Make an active entry sit out until its owner brings a new version or returns it by hand."""
    active = Entry.objects.filter(pk=entry.pk, state=Entry.State.ACTIVE)
    if active.update(state=Entry.State.BENCHED, reason=reason, state_since=Now()):
        entry.state, entry.reason = Entry.State.BENCHED, reason
        log.info("benched", entry=entry.pk, reason=reason)


def return_benched(*, bot: Bot, version: BotVersion) -> None:
    """Let every benched entry of a bot play again, now with this version, where the image has what it needs.

    Where it has not, one that plays is benched: it would end at its first line in every game.
    """
    Entry.objects.filter(bot=bot, state=Entry.State.BENCHED).update(
        state=Entry.State.ACTIVE, reason="", state_since=Now()
    )
    for entry in misfits(version):
        bench(entry=entry, reason=misfit(entry.competition, version))


def set_entry_state(*, entry: Entry, state: str, reason: str = "") -> None:
    Entry.objects.filter(pk=entry.pk).exclude(state=state).update(
        state=state, reason=reason, state_since=Now()
    )
    entry.state, entry.reason = state, reason
