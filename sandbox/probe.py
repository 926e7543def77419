"""Whether bots can run in containers here, found out by running one."""

import logging
import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import docker
from docker.errors import DockerException

from sandbox.container import SECCOMP_SHA256
from sandbox.docker import DockerSandbox
from sandbox.engine import connect
from sandbox.image.build import BUILD, MEMORY_LABEL, MODULES_LABEL, built_from
from sandbox.image.modules import PLAIN
from sandbox.image.recipe import IMAGE, NUM_NAME, NUM_RECIPE, recipe
from sandbox.limits import MEBIBYTE, Limits
from sandbox.program import Program
from sandbox.refusal import MAIN
from sandbox.verdict import SandboxError, Verdicted

logger = logging.getLogger(__name__)

ECHO = Program(files={MAIN: b"import sys\nfor line in sys.stdin:\n    print(line.strip())\n"})

# Reads all of the image before it answers. A page that a bot is the first to read is on that bot's account:
# it can drop it again by filling its memory, and another can tell by how long reading takes. What is cached
# before any bot comes is on no bot's account, and stays.
READER = """
import os, sys
for top in ("/usr", "/opt"):
    for folder, _, names in os.walk(top):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                while file.read(1 << 20):
                    pass
input()
try:
    open("/proc/self/status").close()
    proc = "open"
except PermissionError:
    proc = "shut"
print(sys.version.split()[0], proc)
"""
# What it reads is on its own account until it is gone, so there must be room for the largest image.
ROOMY = Limits(memory_bytes=512 * MEBIBYTE)


@dataclass(frozen=True, slots=True)
class Available:
    """What bots run in, exactly."""

    engine: str  # the engine's version
    image: str  # its id, which is a digest of all that is in it
    python: str
    runtime: str
    modules: frozenset[str] = PLAIN  # what a program can import
    memory_bytes: int = Limits().memory_bytes  # what it is made for
    attach: bool = False  # named pipes do not reach a container, so the engine passes all lines on

    def described(self) -> dict[str, str]:
        """For whoever wants to know later in what a program ran."""
        return {
            "sandbox": "docker",
            "engine": self.engine,
            "image": self.image,
            "python": self.python,
            "runtime": self.runtime,
            "seccomp": SECCOMP_SHA256,
            "lines": "through the engine" if self.attach else "by named pipes",
        }


@dataclass(frozen=True, slots=True)
class Unavailable:
    reason: str  # a sentence that says what to do


def docker_available(
    *, image: str = IMAGE, runtime: str | None = None, root: Path | None = None
) -> Available | Unavailable:
    """Ask the engine, look at the image, and exchange a line with a bot in a container. Half a second."""
    if not hasattr(os, "mkfifo"):
        return Unavailable("this system has no named pipes: run the worker on Linux")
    try:
        client = connect(timeout_s=10)
    except SandboxError as error:
        return Unavailable(str(error))
    try:
        if reason := _image_reason(built_from(client, image), image):
            return Unavailable(reason)
        return _tried(client, client.inspect_image(image), runtime, root)
    except (DockerException, OSError) as error:
        return Unavailable(f"the Docker engine fails ({error}): look at the engine's log")
    finally:
        client.close()


def _image_reason(found: str | None, image: str) -> str | None:
    num = image.partition(":")[0] == NUM_NAME
    how = f"`make bot-image-num`, or {BUILD} --num" if num else f"`make bot-image`, or {BUILD}"
    if found is None:
        return f"the engine has no image {image}: make it with {how}"
    if found not in {recipe(), recipe(NUM_RECIPE)}:
        return f"{image} is of another release: make it anew with {how}"
    return None


def _tried(
    client: docker.APIClient, image: dict[str, Any], runtime: str | None, root: Path | None
) -> Available | Unavailable:
    sandbox = partial(DockerSandbox, image=str(image["Id"]), runtime=runtime, root=root)
    attach = False
    try:
        python = _python_in(sandbox())
    except SandboxError as by_pipes:
        reason = _out_of_reach(by_pipes)
        try:
            python, attach = _python_in(sandbox(attach=True)), True
        except SandboxError:
            return Unavailable(reason)
        logger.warning("lines go through the engine, which is slow and keeps it busy: %s", reason)
    if isinstance(python, Unavailable):
        return python
    labels = image["Config"]["Labels"]
    return Available(
        engine=str(client.version()["Version"]),
        image=str(image["Id"]),
        python=python,
        runtime=runtime or str(client.info()["DefaultRuntime"]),
        modules=PLAIN | frozenset(labels.get(MODULES_LABEL, "").split()),
        memory_bytes=int(labels.get(MEMORY_LABEL, Limits().memory_bytes)),
        attach=attach,
    )


def _out_of_reach(error: SandboxError) -> str:
    return (
        f"a bot in a container cannot be talked to: {error}. Its named pipes must reach the container, so"
        " the engine has to run on this machine itself, not in a virtual one, and see the same folder"
    )


def _python_in(sandbox: DockerSandbox) -> str | Unavailable:
    """The version a bot finds itself in, which shows as well that one can be talked to.

    Unavailable when it can but has failed, which no other way to talk to it would mend. Raises SandboxError.
    """
    try:
        answer = sandbox.open(Program(files={MAIN: READER.encode()}), limits=ROOMY).ask(b"anybody there?")
    finally:
        sandbox.close()
    if isinstance(answer, Verdicted):
        return Unavailable(f"a bot in a container does not work: {answer.message}")
    python, proc = answer.line.decode().split()
    if proc == "open":
        logger.warning(
            "this kernel has no Landlock, so bots can read in /proc which pages of memory others use, and two"
            " of one owner could collude by it: have Linux 5.13 or later, with landlock among its modules"
        )
    return python
