"""Announcing, asking and answering. What cannot be done raises `Refused` with a sentence."""

from datetime import timedelta
from typing import Final

import structlog
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tenfold.accounts.models import User
from tenfold.accounts.services import one_at_a_time
from tenfold.announcements.models import LONGEST_TEXT, Announcement, Question, Wording
from tenfold.competitions.models import Competition
from tenfold.pages.figures import figure
from tenfold.refusal import Refused, TooMany, refuse_more

log = structlog.get_logger(__name__)

#: Questions of one author in a competition that wait for an answer, and asked on the whole site within a day.
OPEN_QUESTIONS: Final = 3
QUESTIONS_A_DAY: Final = 20
#: Of one competition.
ANNOUNCEMENTS_A_DAY: Final = 50
_LATEST: Final = 3
_REMEMBERED_S: Final = 30


def announce(
    *, competition: Competition, text: str, by: User, to: User | None = None, answers: Question | None = None
) -> Announcement:
    """Tell all, or one author alone."""
    text = _checked(text)
    with transaction.atomic():
        Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
        if answers and answers.answers.exists():
            raise Refused(_("That question is answered already: what was said stands below."))
        _refuse_flood(competition)
        made = Announcement.objects.create(
            competition=competition, text=text, by=by, to=to, answers=answers, made=timezone.now()
        )
        _forget(competition)
    log.info("announced", announcement=made.pk, competition=competition.pk, to=to and to.pk, by=by.pk)
    return made


def answer(*, question: Question, text: str, by: User, to_all: bool) -> Announcement:
    """Answer who asked; `to_all` shows question and answer to everybody, without a name."""
    to = None if to_all else question.by
    return announce(competition=question.competition, text=text, by=by, to=to, answers=question)


def change(*, announcement: Announcement, text: str, by: User) -> None:
    """Say it otherwise; what it said before stays to be read."""
    text = _checked(text)
    with transaction.atomic():
        held = Announcement.objects.select_for_update(no_key=True).get(pk=announcement.pk)
        if held.text == text:
            return
        now = timezone.now()
        Wording.objects.create(announcement=held, text=held.text, by=by, until=now)
        held.text, held.changed = text, now
        held.save(update_fields=["text", "changed"])
        _forget(held.competition)
    log.info("announcement changed", announcement=held.pk, by=by.pk)


def ask(*, competition: Competition, text: str, by: User) -> Question:
    """Put a question to the organizers."""
    text = _checked(text)
    with transaction.atomic():
        one_at_a_time(by.pk)
        if competition.questions.filter(by=by, answers=None).count() >= OPEN_QUESTIONS:
            raise TooMany(
                _(
                    "%(most)s questions of yours wait for an answer here, the most there can be."
                    " Ask the next one when one of them is answered."
                )
                % {"most": OPEN_QUESTIONS}
            )
        refuse_more(
            Question.objects.filter(by=by),
            "asked",
            most=QUESTIONS_A_DAY,
            within=timedelta(days=1),
            said=_("You have asked %(most)s questions within a day. Come back tomorrow.")
            % {"most": QUESTIONS_A_DAY},
        )
        asked = Question.objects.create(competition=competition, by=by, text=text, asked=timezone.now())
    log.info("question asked", question=asked.pk, competition=competition.pk, by=by.pk)
    return asked


def author_named(competition: Competition, name: str) -> User:
    """Who is called so, and has a bot in the competition."""
    author = User.objects.filter(username__iexact=name, bots__entries__competition=competition).first()
    if author is None:
        raise Refused(
            _("No author of a bot in this competition is called %(name)s.") % {"name": f"{name!r:.60}"}
        )
    return author


def latest(competition: Competition) -> list[Announcement]:
    """The newest few to all: remembered, as every look at the competition's page asks for them."""
    kept: list[Announcement] | None = cache.get(_key(competition))
    if kept is None:
        kept = list(competition.announcements.to_all().select_related("answers").order_by("-id")[:_LATEST])
        cache.set(_key(competition), kept, _REMEMBERED_S)
    return kept


def _refuse_flood(competition: Competition) -> None:
    refuse_more(
        competition.announcements.all(),
        "made",
        most=ANNOUNCEMENTS_A_DAY,
        within=timedelta(days=1),
        said=_(
            "%(most)s announcements were made here within a day, more than anybody reads."
            " Change one of them, or come back tomorrow."
        )
        % {"most": ANNOUNCEMENTS_A_DAY},
    )


def _checked(text: str) -> str:
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise Refused(_("It says nothing yet: write the words into the field."))
    if len(text) > LONGEST_TEXT:
        raise Refused(
            _("It has %(came)s characters; there may be %(most)s.")
            % {"came": figure(len(text)), "most": figure(LONGEST_TEXT)}
        )
    return text


def _forget(competition: Competition) -> None:
    transaction.on_commit(lambda: cache.delete(_key(competition)))


def _key(competition: Competition) -> str:
    return f"announced:{competition.pk}"
