"""Pausing a competition: its matches that run are played to their end, and no other one begins."""

import structlog
from django.db import transaction

from tenfold.accounts.models import User
from tenfold.competitions.models import Competition, Deed
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.models import Match

log = structlog.get_logger(__name__)


def pause(*, competition: Competition, by: User) -> None:
    """Let no further match of it begin, and no round; a second time changes nothing."""
    with transaction.atomic():
        if Competition.objects.filter(pk=competition.pk, paused=False).update(paused=True):
            Deed.objects.create(competition=competition, kind=Deed.Kind.PAUSE, by=by)
            log.info("competition paused", competition=competition.pk, by=by.pk)


def resume(*, competition: Competition, by: User) -> None:
    """Let it go on. What was announced before the pause was turned away, so all is announced anew."""
    with transaction.atomic():
        if Competition.objects.filter(pk=competition.pk, paused=True).update(paused=False):
            waiting = Match.objects.filter(competition=competition.pk, state=Match.State.SCHEDULED)
            waiting.exclude(announced_at=None).update(announced_at=None)
            announce_waiting()
            Deed.objects.create(competition=competition, kind=Deed.Kind.RESUME, by=by)
            log.info("competition resumed", competition=competition.pk, by=by.pk)
