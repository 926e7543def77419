"""What runs the bots here: Docker containers or, where there is no Docker, plain processes.

A plain process is no sandbox. So without Docker only the house's own bots run, unless the operator has said
by SANDBOX=process that every bot may.
"""

import socket
import sys
import time
from dataclasses import dataclass
from enum import StrEnum

import structlog
from django.conf import settings
from django.core.cache import cache

from sandbox.image.modules import PLAIN
from sandbox.limits import Limits
from sandbox.probe import Available, Unavailable, docker_available
from sandbox.process import ProcessSandbox
from sandbox.session import Sandbox
from sandbox.upload import Upload
from tenfold.bots.models import Bot
from tenfold.competitions.choices import Image
from tenfold.competitions.images import offered
from tenfold.matches import kept

log = structlog.get_logger(__name__)

# Probing runs a container. That it went well is believed for minutes, or until a match has trouble; that it
# did not, for seconds, since somebody may be repairing it.
FOUND_FOR_S = 300.0
MISSED_FOR_S = 15.0
# Workers say every few seconds what they run bots with; silence for so long means that none is alive.
PUBLISHED_FOR_S = 60
PUBLISHED = "sandbox-choice"
PLAIN_PROCESS = {"sandbox": "process", "python": sys.version.split()[0]}


class NotAllowed(Exception):
    """This machine must not run this bot. The message says why and what the operator can do."""


class Runs(StrEnum):
    DOCKER = "docker"
    PROCESS = "process"
    HOUSE_ONLY = "house_only"
    NOTHING = "nothing"


# From what can run most to what can run least.
ORDER = (Runs.DOCKER, Runs.PROCESS, Runs.HOUSE_ONLY, Runs.NOTHING)


@dataclass(frozen=True, slots=True)
class Choice:
    """What bots run in, and a sentence that says why; with the containers' particulars, where it is those."""

    runs: Runs
    reason: str
    docker: Available | None = None
    image: Image = Image.PLAIN

    @property
    def ran_in(self) -> dict[str, str]:
        """What a match keeps of it: image, Python, seccomp profile and the like, by name."""
        return self.docker.described() if self.docker else dict(PLAIN_PROCESS)

    @property
    def modules(self) -> frozenset[str]:
        """What bots can import there."""
        return self.docker.modules if self.docker else PLAIN

    @property
    def memory_bytes(self) -> int:
        """What each bot gets."""
        return self.docker.memory_bytes if self.docker else Limits().memory_bytes

    def allows(self, bot: Bot) -> bool:
        if self.runs == Runs.HOUSE_ONLY:
            return bot.house
        return self.runs != Runs.NOTHING

    def require(self, bot: Bot) -> None:
        """Raise NotAllowed when this machine must not run the bot."""
        if not self.allows(bot):
            raise NotAllowed(self.reason)


def choose(image: Image = Image.PLAIN) -> Choice:
    """Decide by the setting SANDBOX and by what this machine has."""
    if settings.SANDBOX == "process":
        return Choice(
            Runs.PROCESS,
            "The operator has set SANDBOX=process: bots run as plain processes, unsandboxed.",
        )
    docker = _docker(image)
    if isinstance(docker, Available):
        return Choice(Runs.DOCKER, "Every bot runs in a Docker container of its own.", docker, image)
    if settings.SANDBOX == "docker":
        return Choice(Runs.NOTHING, f"No bot can run: SANDBOX=docker is set, but {docker.reason}.")
    if image != Image.PLAIN:
        return Choice(Runs.NOTHING, f"No bot can run in the image with numpy: {docker.reason}.")
    return Choice(
        Runs.HOUSE_ONLY,
        f"House bots run as plain processes and other uploads are refused: {docker.reason}. "
        "The operator can set SANDBOX=process to run every bot unsandboxed.",
    )


def choose_for(upload: Upload, bot: Bot) -> Choice:
    """The first of the site's images that has what the upload imports. Raises NotAllowed or UploadRefused."""
    for image in offered():
        choice = choose(image)
        choice.require(bot)
        if choice.modules.issuperset(upload.imports):
            return choice
    upload.refuse_missing(choice.modules)  # of the last one, which has most
    return choice


# What this process knows of its machine, by image: until when it is believed, and what was logged last.
_probed: dict[Image, tuple[float, Available | Unavailable]] = {}
_logged: dict[Image, Available | Unavailable] = {}


def _docker(image: Image) -> Available | Unavailable:
    """What bots run in here, or why Docker cannot run them."""
    now = time.monotonic()
    if image not in _probed or now > _probed[image][0]:
        found = _probe(image)
        _probed[image] = now + (FOUND_FOR_S if isinstance(found, Available) else MISSED_FOR_S), found
        _log(image, found)
    return _probed[image][1]


def _probe(image: Image) -> Available | Unavailable:
    name = settings.BOT_IMAGE_NUM if image == Image.NUMPY else settings.BOT_IMAGE
    if not name:
        return Unavailable("this worker knows of none: set BOT_IMAGE_NUM for it, too")
    return docker_available(image=name, runtime=settings.BOT_RUNTIME or None)


def _log(image: Image, found: Available | Unavailable) -> None:
    """Say what the probe found, when it is not what it found before."""
    if found == _logged.get(image):
        return
    _logged[image] = found
    if isinstance(found, Available):
        log.info("bots can run in containers", **found.described())
    else:
        log.warning("bots cannot run in containers", reason=found.reason)


def doubt() -> None:
    """Probe anew before the next match, and start it with new containers: this one had trouble."""
    _probed.clear()
    kept.give_up()


def make(choice: Choice) -> Sandbox:
    """A sandbox of the kind chosen; close it after the match.

    It takes the choice by which the bots were let in: to choose anew could run a stranger's bot as a plain
    process, because the engine went away in between.
    """
    if choice.runs == Runs.NOTHING:
        raise NotAllowed(choice.reason)
    if choice.runs == Runs.DOCKER:
        assert choice.docker is not None
        return kept.borrow(choice.docker, choice.image)
    return ProcessSandbox()


def publish() -> None:
    """Tell the web, which has no access to Docker, what bots run in.

    Of several machines the one that can run most speaks for all, as its matches wait for it.
    """
    for image in offered():
        _publish(image, choose(image), socket.gethostname())


def _publish(image: Image, choice: Choice, here: str) -> None:
    said = cache.get(_key(image))
    if said and said["machine"] != here and ORDER.index(Runs(said["runs"])) < ORDER.index(choice.runs):
        return
    saying = {"runs": choice.runs, "reason": choice.reason, "machine": here}
    cache.set(_key(image), saying, timeout=PUBLISHED_FOR_S)


def published(image: Image = Image.PLAIN) -> Choice | None:
    """What the workers said last; None when no worker has been heard of lately."""
    said = cache.get(_key(image))
    if said:
        return Choice(Runs(said["runs"]), said["reason"], image=image)
    if image == Image.PLAIN or not cache.get(PUBLISHED):
        return None
    # Those that are there would only hand its matches back, one after the other.
    return Choice(Runs.NOTHING, "No worker has been heard of lately that has the image with numpy.")


def _key(image: Image) -> str:
    return PUBLISHED if image == Image.PLAIN else f"{PUBLISHED}-{image}"
