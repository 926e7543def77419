"""What runs the bots here: Docker containers or, where there is no Docker, plain processes.

A plain process is no sandbox. So without Docker only the house's own bots run, unless the operator has said
by SANDBOX=process that every bot may.
"""

import time
from dataclasses import asdict, dataclass
from enum import StrEnum

from django.conf import settings
from django.core.cache import cache

from sandbox.probe import Unavailable, docker_available
from sandbox.process import ProcessSandbox
from sandbox.session import Sandbox
from tenfold.bots.models import Bot
from tenfold.matches import kept

# Probing runs a container. That it went well is believed for minutes, or until a match has trouble; that it
# did not, for seconds, since somebody may be repairing it.
FOUND_FOR_S = 300.0
MISSED_FOR_S = 15.0
# Workers say every few seconds what they run bots with; silence for so long means that none is alive.
PUBLISHED_FOR_S = 60
PUBLISHED = "sandbox-choice"


class NotAllowed(Exception):
    """This machine must not run this bot. The message says why and what the operator can do."""


class Runs(StrEnum):
    DOCKER = "docker"
    PROCESS = "process"
    HOUSE_ONLY = "house_only"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Choice:
    """What bots run in, and a sentence that says why."""

    runs: Runs
    reason: str

    def allows(self, bot: Bot) -> bool:
        if self.runs == Runs.HOUSE_ONLY:
            return bot.house
        return self.runs != Runs.NOTHING

    def require(self, bot: Bot) -> None:
        """Raise NotAllowed when this machine must not run the bot."""
        if not self.allows(bot):
            raise NotAllowed(self.reason)


def choose() -> Choice:
    """Decide by the setting SANDBOX and by what this machine has."""
    if settings.SANDBOX == "process":
        return Choice(
            Runs.PROCESS, "The operator has set SANDBOX=process: bots run as plain processes, unsandboxed."
        )
    missing = _docker_missing()
    if missing is None:
        return Choice(Runs.DOCKER, "Every bot runs in a Docker container of its own.")
    if settings.SANDBOX == "docker":
        return Choice(Runs.NOTHING, f"No bot can run: SANDBOX=docker is set, but {missing}.")
    return Choice(
        Runs.HOUSE_ONLY,
        f"House bots run as plain processes and other uploads are refused: {missing}. "
        "The operator can set SANDBOX=process to run every bot unsandboxed.",
    )


_probed: tuple[float, str | None] | None = None


def _docker_missing() -> str | None:
    """Why Docker cannot run bots here, or None when it can."""
    global _probed  # noqa: PLW0603 - what this process knows of its machine
    now = time.monotonic()
    if _probed is None or now > _probed[0]:
        answer = docker_available(image=settings.BOT_IMAGE, runtime=settings.BOT_RUNTIME or None)
        reason = answer.reason if isinstance(answer, Unavailable) else None
        _probed = now + (FOUND_FOR_S if reason is None else MISSED_FOR_S), reason
    return _probed[1]


def doubt() -> None:
    """Probe anew before the next match, and start it with new containers: this one had trouble."""
    global _probed  # noqa: PLW0603 - as above
    _probed = None
    kept.give_up()


def make(choice: Choice) -> Sandbox:
    """A sandbox of the kind chosen; close it after the match.

    It takes the choice by which the bots were let in: to choose anew could run a stranger's bot as a plain
    process, because the engine went away in between.
    """
    if choice.runs == Runs.NOTHING:
        raise NotAllowed(choice.reason)
    if choice.runs == Runs.DOCKER:
        return kept.borrow()
    return ProcessSandbox()


def publish() -> None:
    """Tell the web, which has no access to Docker, what bots run in."""
    cache.set(PUBLISHED, asdict(choose()), timeout=PUBLISHED_FOR_S)


def published() -> Choice | None:
    """What the workers said last; None when no worker has been heard of lately."""
    said = cache.get(PUBLISHED)
    return Choice(Runs(said["runs"]), said["reason"]) if said else None
