"""A version's way from upload to play, as the steps that its page shows."""

from dataclasses import dataclass
from typing import Final, Literal

from tenfold.bots.models import BotVersion, VersionState

_ORDER: Final = (VersionState.RECEIVED, VersionState.CHECKING, VersionState.TRIAL, VersionState.READY)
_NAMES: Final = ("Received", "Checked", "Trial match", "Ready")
# What the step of each state is called while it is under way.
_UNDER_WAY: Final = ("Waiting for a worker", "Checking", "Playing a trial match", "Ready")


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
        return [Step(name, "done") for name in _NAMES]
    done = [Step(name, "done") for name in _NAMES[:at]]
    return [*done, Step(_UNDER_WAY[at], "now"), *(Step(name, "") for name in _NAMES[at + 1 :])]


def _refused(version: BotVersion) -> list[Step]:
    """A version with a dossier failed in its trial, one without was turned down at the check."""
    passed = 2 if version.dossier else 1
    done = [Step(name, "done") for name in _NAMES[:passed]]
    return [*done, Step(f"{_NAMES[passed]}: refused", "failed")]
