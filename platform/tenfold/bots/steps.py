"""A version's way from upload to play, as the steps that its page shows."""

from dataclasses import dataclass
from typing import Final, Literal

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tenfold.bots.models import BotVersion, VersionState

_ORDER: Final = (VersionState.RECEIVED, VersionState.CHECKING, VersionState.TRIAL, VersionState.READY)
_NAMES: Final = (_("Received"), _("Checked"), _("Trial match"), _("Ready"))
# What the step of each state is called while it is under way.
_UNDER_WAY: Final = (_("Waiting for a worker"), _("Checking"), _("Playing a trial match"), _("Ready"))


@dataclass(frozen=True, slots=True)
class Step:
    name: str
    look: Literal["done", "now", "failed", ""]


def steps_of(version: BotVersion) -> list[Step]:
    """The four steps, each done, under way, failed or yet to come."""
    if version.state == VersionState.REFUSED:
        return _refused(version)
    at = _ORDER.index(VersionState(version.state))
    if version.state == VersionState.READY:
        return [Step(gettext(name), "done") for name in _NAMES]
    done = [Step(gettext(name), "done") for name in _NAMES[:at]]
    return [
        *done,
        Step(gettext(_UNDER_WAY[at]), "now"),
        *(Step(gettext(name), "") for name in _NAMES[at + 1 :]),
    ]


def _refused(version: BotVersion) -> list[Step]:
    """A version with a dossier failed in its trial, one without was turned down at the check."""
    passed = 2 if version.dossier else 1
    done = [Step(gettext(name), "done") for name in _NAMES[:passed]]
    return [*done, Step(gettext("%(step)s: refused") % {"step": gettext(_NAMES[passed])}, "failed")]
