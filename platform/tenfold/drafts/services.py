"""What can be done with a draft: play a test game with it, or keep it until its writer has signed in.

A draft is waiting, then playing, then over, refused (it is no bot) or failed (through our fault). It is
played once: nothing hangs on it, and whoever lost their game to a dead worker presses the button again.
"""

import secrets
from datetime import timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from tenfold.accounts.askers import Asker
from tenfold.bots.models import Bot, BotVersion
from tenfold.drafts.models import MOST_DRAFT_BYTES, Draft, DraftState
from tenfold.nudge import nudge_on_commit
from tenfold.pages.figures import figure
from tenfold.refusal import Refused, TooMany, refuse_more

log = structlog.get_logger(__name__)

PLAY = "tenfold.drafts.tasks.play_draft"
KEPT_FOR = timedelta(days=1)
# A message to the queue that was lost is sent again after this long.
FORGOTTEN = timedelta(seconds=15)
# A test game takes seconds, and no bot more than half a minute of it; then its worker is dead.
STALLED = timedelta(minutes=3)
# Of one account.
UNDER_WAY_EACH = 2
GAMES_AN_HOUR = 60
# Of all visitors together, so that strangers never keep authors waiting.
VISITORS_UNDER_WAY = 2
# Texts of one visitor's network that are kept while they sign in, in any hour.
KEPT_AN_HOUR = 20
_HOUR = timedelta(hours=1)
# A test game mostly takes less: who waits for one asks again then.
_A_GAME_S = 10
FAILED = gettext_noop(
    "The game could not be played on our side; this says nothing about the bot. Play it again."
)


def opponents() -> list[BotVersion]:
    """What the house bots play with, the usual opponent first."""
    house = Bot.objects.filter(house=True, active_version__isnull=False)
    versions = BotVersion.objects.filter(pk__in=house.values("active_version")).defer("source", "dossier")
    return sorted(versions.select_related("bot"), key=lambda one: (one.bot.slug != "greedy", one.bot.name))


def visitors_may_play() -> bool:
    return bool(settings.VISITOR_TEST_GAMES)


def play(*, writer: Asker, source: bytes, opponent: BotVersion | None) -> Draft:
    """Take a text in and ask for its test game. The same text again, meanwhile, is the same draft."""
    if opponent is None:
        raise Refused(gettext("There is no house bot to play against yet."))
    with transaction.atomic():
        writer.hold()
        mine = Draft.objects.filter(writer.own)
        again = mine.filter(state__in=Draft.OPEN, opponent=opponent, source=source).first()
        if again is not None:
            return again
        _refuse_flood(writer)
        draft = _created(writer, source, state=DraftState.WAITING, opponent=opponent)
        nudge_on_commit(PLAY, draft.pk)
    log.info("draft received", draft=draft.pk, by=writer.user.pk if writer.user else None, bytes=len(source))
    return draft


def keep(*, writer: Asker, source: bytes) -> Draft:
    """Keep a visitor's text, for when they are signed in. The same text again is the same draft."""
    with transaction.atomic():
        writer.hold()
        again = Draft.objects.filter(writer.own, state=DraftState.KEPT, source=source).first()
        if again is not None:
            return again
        refuse_more(
            Draft.objects.filter(network=writer.network, state=DraftState.KEPT),
            "created",
            most=KEPT_AN_HOUR,
            within=_HOUR,
            said=gettext(
                "%(most)s texts of your network are kept already, the most there can be in an hour."
                " Copy yours, sign in, and paste it here."
            )
            % {"most": KEPT_AN_HOUR},
        )
        return _created(writer, source, state=DraftState.KEPT)


def sweep() -> None:
    """Forget what is a day old, ask again for what was not heard, and give up what stalled."""
    Draft.objects.filter(created__lt=Now() - KEPT_FOR).delete()
    open_ones = Draft.objects.order_by()
    open_ones.filter(state=DraftState.PLAYING, state_since__lt=Now() - STALLED).update(
        state=DraftState.FAILED, reason=FAILED, state_since=Now()
    )
    waiting = open_ones.filter(state=DraftState.WAITING, state_since__lt=Now() - FORGOTTEN)
    with transaction.atomic():
        nudge_on_commit(PLAY, *waiting.order_by("id").values_list("pk", flat=True))


def _created(writer: Asker, source: bytes, *, state: DraftState, opponent: BotVersion | None = None) -> Draft:
    if len(source) > MOST_DRAFT_BYTES:
        raise Refused(
            gettext("The text has %(came)s bytes; an editor takes %(most)s. Upload it as a file.")
            % {"came": figure(len(source)), "most": figure(MOST_DRAFT_BYTES)}
        )
    return Draft.objects.create(
        owner=writer.user,
        visitor="" if writer.user else writer.visitor,
        network="" if writer.user else writer.network,
        source=source,
        opponent=opponent,
        secret=secrets.token_bytes(32),
        state=state,
        state_since=timezone.now(),
    )


def _refuse_flood(writer: Asker) -> None:
    played = Draft.objects.exclude(state=DraftState.KEPT)
    if writer.user:
        mine = played.filter(owner=writer.user)
        if mine.filter(state__in=Draft.OPEN).count() >= UNDER_WAY_EACH:
            raise TooMany(
                gettext("%(most)s of your test games are not over yet, the most there can be: wait for one.")
                % {"most": UNDER_WAY_EACH},
                wait_s=_A_GAME_S,
            )
        refuse_more(
            mine,
            "created",
            most=GAMES_AN_HOUR,
            within=_HOUR,
            said=gettext(
                "You have played %(most)s test games within an hour, the most there can be. Come back"
                " later; `tenfold play` on your own machine has no limit."
            )
            % {"most": GAMES_AN_HOUR},
        )
        return
    _refuse_visitors(played)
    refuse_more(
        played.filter(network=writer.network),
        "created",
        most=settings.VISITOR_TEST_GAMES,
        within=_HOUR,
        said=gettext(
            "Visitors play %(most)s test games an hour, counted by network, and yours has played them."
            " Sign up to play on; what you have written stays here."
        )
        % {"most": settings.VISITOR_TEST_GAMES},
    )


def _refuse_visitors(played: QuerySet[Draft]) -> None:
    if not visitors_may_play():
        raise Refused(
            gettext("Visitors play no test games here. Sign up to play; what you have written stays here.")
        )
    open_ones = played.filter(owner=None, state__in=Draft.OPEN).count()
    if open_ones >= VISITORS_UNDER_WAY:
        raise TooMany(
            gettext(
                "Visitors' test games take turns, and %(number)s are being played. Try again in a few"
                " seconds, or sign in, which gives you turns of your own."
            )
            % {"number": open_ones},
            wait_s=_A_GAME_S,
        )
