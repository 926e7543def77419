"""Whether bots can run in containers here, found out by running one."""

import os
from dataclasses import dataclass
from pathlib import Path

from docker.errors import DockerException

from sandbox.docker import DockerSandbox
from sandbox.engine import connect
from sandbox.image.build import BUILD, IMAGE, built_from, recipe
from sandbox.limits import Limits
from sandbox.program import MAIN, Program
from sandbox.verdict import SandboxError, Verdicted

ECHO = Program(files={MAIN: b"import sys\nfor line in sys.stdin:\n    print(line.strip())\n"})

# Reads all of the image before it answers. A page that a bot is the first to read is on that bot's account:
# it can drop it again by filling its memory, and another can tell by how long reading takes. What is cached
# before any bot comes is on no bot's account, and stays.
READER = """
import os
for top in ("/usr", "/opt"):
    for folder, _, names in os.walk(top):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                while file.read(1 << 20):
                    pass
print(input())
"""


@dataclass(frozen=True, slots=True)
class Available:
    engine: str  # the engine's version


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
        engine = str(client.version()["Version"])
        reason = _image_reason(built_from(client, image), image) or _exchange_reason(image, runtime, root)
    except (DockerException, OSError) as error:
        return Unavailable(f"the Docker engine fails ({error}): look at the engine's log")
    finally:
        client.close()
    return Unavailable(reason) if reason else Available(engine)


def _image_reason(found: str | None, image: str) -> str | None:
    if found is None:
        return f"the engine has no image {image}: make it with `make bot-image`, or {BUILD}"
    if found != recipe():
        return f"{image} is of another release: make it anew with `make bot-image` or {BUILD}"
    return None


def _exchange_reason(image: str, runtime: str | None, root: Path | None) -> str | None:
    sandbox = DockerSandbox(image=image, runtime=runtime, root=root)
    try:
        answer = sandbox.open(Program(files={MAIN: READER.encode()}), limits=Limits()).ask(b"anybody there?")
    except SandboxError as error:
        return (
            f"a bot in a container cannot be talked to: {error}. Its named pipes must reach the container, so"
            " the engine has to run on this machine itself, not in a virtual one, and see the same folder"
        )
    finally:
        sandbox.close()
    if isinstance(answer, Verdicted):
        return f"a bot in a container does not work: {answer.message}"
    return None
