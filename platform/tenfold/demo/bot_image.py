"""Docker containers or plain processes: which of them the bots get here, and why."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from sandbox.engine import connect
from sandbox.image.build import build
from sandbox.image.num import build_num
from sandbox.image.recipe import IMAGE, NAME, NUM_IMAGE, of_this_release
from sandbox.probe import Available, docker_available
from sandbox.reaper import reap
from sandbox.verdict import SandboxError
from tenfold.embedded import EmbeddedError

# What sandbox/image/debian-base.sh makes on a machine that can pull no image.
LOCAL_BASE = "tenfold-base:bookworm"
LOOK_S = 10
RunStep = Callable[[str, Sequence[str | Path]], int]


def ensure_bot_image(settings: Mapping[str, str], run_step: RunStep, say: Callable[[str], None]) -> str:
    """Build the bot image if an engine is here without it; give the sentence on how the bots will run.

    Raises EmbeddedError when the setting SANDBOX insists on a Docker that is not to be had.
    """
    wanted = settings.get("SANDBOX", "auto")
    image = of_this_release(settings.get("BOT_IMAGE") or NAME)
    runtime = settings.get("BOT_RUNTIME") or None
    if wanted == "process":
        return (
            "Bots run as plain processes, as SANDBOX=process asks: no sandbox, so let in only bots you trust."
        )
    answer = docker_available(image=image, runtime=runtime)
    if not isinstance(answer, Available) and engine_answers():
        say("Building the image that bots run in (once, about a minute) …")
        run_step("bot-image", [sys.executable, "-m", "tenfold.demo", "bot-image", "--tag", image])
        answer = docker_available(image=image, runtime=runtime)
    if isinstance(answer, Available):
        return "Bots run in Docker containers, locked down and without a network."
    if wanted == "docker":
        raise EmbeddedError(f"SANDBOX=docker is set, but {answer.reason}")
    return (
        f"Bots run as plain processes: {answer.reason}\n"
        "The house bots play all the same. Uploads are refused, unless SANDBOX=process is set."
    )


def build_bot_image(*, base: str | None, tag: str) -> None:
    """Build on `base`, or on what is at hand; raises EmbeddedError with the engine's reason.

    The image with numpy is built over the plain one, which then is built as well.
    """
    chosen = base or (LOCAL_BASE if has_image(LOCAL_BASE) else None)
    say = partial(print, flush=True)
    try:
        build(base=chosen, tag=IMAGE if tag == NUM_IMAGE else tag, say=say)
        if tag == NUM_IMAGE:
            build_num(base=chosen, tag=tag, say=say)
    except SandboxError as error:
        raise EmbeddedError(str(error)) from error


def remove_containers() -> None:
    """Remove the containers of workers that have ended."""
    with suppress(SandboxError):  # without an engine there are none
        reap()


def engine_answers() -> bool:
    try:
        connect(LOOK_S).close()
    except SandboxError:
        return False
    return True


def has_image(name: str) -> bool:
    try:
        client = connect(LOOK_S)
    except SandboxError:
        return False
    try:
        return bool(client.images(name))
    finally:
        client.close()
