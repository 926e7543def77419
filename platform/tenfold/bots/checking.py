"""The way of an upload: received, checked, tried in a match, then ready or refused."""

from collections.abc import Collection
from datetime import timedelta

import structlog
from django.db.models import F
from django.db.models.functions import Now

from sandbox.upload import UploadRefused, inspect_upload
from tenfold.bots.alike import keep_fingerprint
from tenfold.bots.models import BotVersion, VersionState
from tenfold.bots.services import ask_for_checks, move_version, refuse_version
from tenfold.matches import sandboxes
from tenfold.matches.trials import schedule_trial

log = structlog.get_logger(__name__)

# A check takes a second or two; one that takes this long has lost its worker or its message.
STALLED = timedelta(seconds=45)
MOST_CHECKS = 3
OUR_FAULT = (
    "The check could not be completed on our side; this says nothing about the bot. "
    "Upload it again, and tell the operator if it happens twice."
)


def check(*, version_id: int) -> None:
    """Check one received version and send it to its trial match, or refuse it with the reason."""
    choice = sandboxes.choose()
    if choice.runs == sandboxes.Runs.NOTHING:
        # Left received: the sweep announces it again, and it is checked once the machine can run it.
        log.error("version left waiting", version=version_id, reason=choice.reason)
        return
    version = _begin(version_id)
    if version is None:
        return
    try:
        choice.require(version.bot)
        upload = inspect_upload(filename=version.filename, data=bytes(version.source))
        sandboxes.choose_for(upload, version.bot)
    except (UploadRefused, sandboxes.NotAllowed) as refused:
        refuse_version(version=version, reason=str(refused))
    else:
        keep_fingerprint(version=version, prints=upload.prints)
        _keep_needs(version, upload.imports.keys() - choice.modules)
        schedule_trial(version=version)


def _begin(version_id: int) -> BotVersion | None:
    """Take the version up for checking; None when somebody else has, or nothing is to be done."""
    taken = BotVersion.objects.filter(pk=version_id, state=VersionState.RECEIVED).update(
        state=VersionState.CHECKING, state_since=Now(), checks=F("checks") + 1
    )
    return BotVersion.objects.select_related("bot__owner").get(pk=version_id) if taken else None


def _keep_needs(version: BotVersion, needs: Collection[str]) -> None:
    """Store what the version imports that the plain image lacks: where it can play hangs on it."""
    version.needs = ", ".join(sorted(needs))
    BotVersion.objects.filter(pk=version.pk).update(needs=version.needs)


def sweep() -> None:
    """Take up what stalled: a message that was lost, a worker that died while checking."""
    stalled = BotVersion.objects.filter(state_since__lt=Now() - STALLED).defer("source").select_related("bot")
    for version in stalled.filter(state=VersionState.CHECKING):
        if version.checks >= MOST_CHECKS:
            refuse_version(version=version, reason=OUR_FAULT)
        else:
            move_version(version=version, to=VersionState.RECEIVED, from_=VersionState.CHECKING)
            ask_for_checks(owner_id=version.bot.owner_id)
    waiting = stalled.filter(state=VersionState.RECEIVED).order_by()
    for owner_id in waiting.values_list("bot__owner", flat=True).distinct():
        ask_for_checks(owner_id=owner_id)
