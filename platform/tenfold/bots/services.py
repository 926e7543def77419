"""What can be done with bots. Keyword-only; what cannot be done raises `Refused` with a sentence."""

import hashlib
from datetime import timedelta
from math import ceil
from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tenfold.accounts.models import User
from tenfold.accounts.services import one_at_a_time
from tenfold.bots.models import LONGEST_NAME, MOST_UPLOAD_BYTES, Bot, BotVersion, VersionState
from tenfold.competitions.admission import refuse_too_many_versions
from tenfold.competitions.services import return_benched
from tenfold.nudge import nudge_on_commit
from tenfold.pages.figures import figure
from tenfold.refusal import Refused, TooMany, until_room

log = structlog.get_logger(__name__)

CHECK = "tenfold.bots.tasks.check_version"
# Of one owner, in any hour: each costs a check and a trial match, and nobody's may crowd out the others'.
UPLOADS_AN_HOUR = 30
UNDER_WAY_EACH = 2
# Of one owner; a name once taken stays, as old matches show it.
BOTS_EACH = 100


def create_bot(*, owner: User, name: str, house: bool = False) -> Bot:
    """Make a bot without a version."""
    name = " ".join(name.split())
    if not name:
        raise Refused(
            _("A bot needs a name, by which all others see it: 1 to %(most)s characters.")
            % {"most": LONGEST_NAME}
        )
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise Refused(
            _("A bot's name has 1 to %(most)s printable characters; %(name)s has not.")
            % {"most": LONGEST_NAME, "name": f"{name!r:.60}"}
        )
    try:
        with transaction.atomic():
            one_at_a_time(owner.pk)
            if not house and Bot.objects.filter(owner=owner).count() >= BOTS_EACH:
                raise Refused(
                    _("You have %(number)s bots, the most there can be: upload a new version of one.")
                    % {"number": BOTS_EACH}
                )
            # Cut: one character of a name can become several of a slug, and the number needs room.
            slug = _free_slug(owner, slugify(name)[:LONGEST_NAME].strip("-_") or "bot")
            return Bot.objects.create(owner=owner, name=name, slug=slug, house=house)
    except IntegrityError as error:
        raise Refused(
            _("You have a bot named %(name)s already. Upload a new version of it.") % {"name": repr(name)}
        ) from error


def _free_slug(owner: User, slug: str) -> str:
    taken = set(Bot.objects.filter(owner=owner, slug__startswith=slug).values_list("slug", flat=True))
    if slug not in taken:
        return slug
    return next(free for n in range(2, len(taken) + 3) if (free := f"{slug}-{n}") not in taken)


def submit_version(*, bot: Bot, filename: str, data: bytes, by: User) -> BotVersion:
    """Take in an upload: the one way in for form, API and command line. A worker checks it next.

    Only the size is looked at here; whatever else is wrong with an upload becomes the reason for which its
    version is refused, the same whichever way it came.
    """
    if not data:
        raise Refused(_("The upload is empty. Send one .py file, or a zip with a main.py."))
    if len(data) > MOST_UPLOAD_BYTES:
        raise Refused(
            _("The upload has %(size)s bytes; %(most)s is the most.")
            % {"size": figure(len(data)), "most": figure(MOST_UPLOAD_BYTES)}
        )
    with transaction.atomic():
        one_at_a_time(bot.owner_id)
        # The lock on the bot numbers versions one after the other.
        Bot.objects.select_for_update(no_key=True).get(pk=bot.pk)
        _refuse_flood(bot)
        refuse_too_many_versions(bot=bot)
        last = bot.versions.order_by("-number").values_list("number", flat=True).first() or 0
        version = BotVersion.objects.create(
            bot=bot,
            number=last + 1,
            filename="".join(filter(str.isprintable, filename))[-120:] or "main.py",
            source=data,
            sha256=hashlib.sha256(data).hexdigest(),
            state_since=timezone.now(),
        )
        ask_for_checks(owner_id=bot.owner_id)
    log.info("version received", version=version.pk, bot=bot.pk, by=by.pk, bytes=len(data))
    return version


def upload(*, by: User, name: str, filename: str, data: bytes) -> BotVersion:
    """Make it a version of their bot of this name, or of a new one; if it is refused, there is none."""
    name = " ".join(name.split())
    with transaction.atomic():
        bot = by.bots.filter(name__iexact=name).first() or create_bot(owner=by, name=name)
        return submit_version(bot=bot, filename=filename, data=data, by=by)


def ask_for_checks(*, owner_id: int) -> None:
    """Have an owner's next uploads checked: call it whenever one has come in, or has ended its way.

    Only so many of an owner are under way at a time, from check to trial. The others wait outside of the
    queue, so that nobody's first upload stands behind somebody's thirtieth.
    """
    versions = BotVersion.objects.filter(bot__owner=owner_id)
    busy = versions.filter(state__in=[VersionState.CHECKING, VersionState.TRIAL]).count()
    waiting = versions.filter(state=VersionState.RECEIVED).order_by("id").values_list("id", flat=True)
    for pk in waiting[: max(0, UNDER_WAY_EACH - busy)]:
        nudge_on_commit(CHECK, pk)


def _refuse_flood(bot: Bot) -> None:
    since = timezone.now() - timedelta(hours=1)
    of_late = BotVersion.objects.filter(bot__owner=bot.owner_id, created__gt=since)
    if not bot.house and of_late.count() >= UPLOADS_AN_HOUR:
        wait_s = until_room(of_late, "created", most=UPLOADS_AN_HOUR, within=timedelta(hours=1))
        raise TooMany(
            _(
                "You have uploaded %(number)s versions within an hour, the most there can be. Come back in"
                " %(minutes)s min; to try a bot on your own machine takes no upload."
            )
            % {"number": UPLOADS_AN_HOUR, "minutes": ceil(wait_s / 60)},
            wait_s=wait_s,
        )


def activate_version(*, bot: Bot, version: BotVersion, by: User | None) -> None:
    """Let `version` play in new matches; running ones keep theirs. Benched entries of the bot return."""
    if version.bot_id != bot.pk:
        raise Refused(_("%(version)s is no version of %(bot)s.") % {"version": version, "bot": bot})
    if version.state != VersionState.READY:
        raise Refused(
            _("%(version)s is %(state)s: only a ready version can be active.")
            % {"version": version, "state": _(version.get_state_display())}
        )
    with transaction.atomic():
        Bot.objects.filter(pk=bot.pk).update(active_version=version)
        return_benched(bot=bot, version=version)
    bot.active_version = version
    log.info("version activated", version=version.pk, bot=bot.pk, by=by.pk if by else None)


def open_to_requests(*, bot: Bot, open_: bool, by: User) -> None:
    """Let others ask for unrated matches against the bot, or no more; those under way are played."""
    Bot.objects.filter(pk=bot.pk).update(open_to_requests=open_)
    bot.open_to_requests = open_
    log.info("open to requests", bot=bot.pk, open=open_, by=by.pk)


def accept_version(*, version: BotVersion) -> None:
    """Pass a version whose trial went well; it becomes active unless a newer one is already.

    One that was on its way when its owner left the site becomes active no more.
    """
    with transaction.atomic():
        bot = Bot.objects.select_for_update(no_key=True).get(pk=version.bot_id)
        if not move_version(version=version, to=VersionState.READY, from_=VersionState.TRIAL):
            return
        active = bot.active_version
        if bot.owner.is_active and (active is None or active.number < version.number):
            activate_version(bot=bot, version=version, by=None)
        ask_for_checks(owner_id=bot.owner_id)


def refuse_version(*, version: BotVersion, reason: str, dossier: dict[str, Any] | None = None) -> None:
    """Turn a version down for good; the one that was active stays so."""
    with transaction.atomic():
        move_version(
            version=version,
            to=VersionState.REFUSED,
            from_=VersionState(version.state),
            reason=reason,
            dossier=dossier,
        )
        ask_for_checks(owner_id=version.bot.owner_id)


def move_version(*, version: BotVersion, to: VersionState, from_: VersionState, **more: object) -> bool:
    """Move a version on, unless somebody else has moved it: one conditional UPDATE. Tell whether it moved."""
    moved = BotVersion.objects.filter(pk=version.pk, state=from_).update(state=to, state_since=Now(), **more)
    if moved:
        version.state = to
        log.info("version moved", version=version.pk, state=to.value)
    return bool(moved)
