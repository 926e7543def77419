"""Builds the bot image and knows which recipe an image was built from."""

from collections.abc import Callable, Mapping
from pathlib import Path

import docker
from docker.errors import DockerException, ImageNotFound

from sandbox.engine import connect
from sandbox.image.recipe import ALIASES, FOLDER, IMAGE, recipe
from sandbox.verdict import SandboxError

RECIPE_LABEL = "tenfold.recipe"
# What an image has beside Python's own library, and the memory its bots need.
MODULES_LABEL = "tenfold.modules"
MEMORY_LABEL = "tenfold.memory"
BUILD = "python -m sandbox.image build"


def build(*, base: str | None, tag: str = IMAGE, say: Callable[[str], None] = lambda _: None) -> str:
    """Build the image on `base` (the Dockerfile's own when None); its id. `say` gets the engine's lines.

    Raises SandboxError with what to do.
    """
    arguments = {"RECIPE": recipe()} | ({"BASE": base} if base else {})
    client = connect(timeout_s=600)
    try:
        return built(client, FOLDER, tag=tag, arguments=arguments, say=say)
    except DockerException as error:
        raise SandboxError(failure(error)) from error
    finally:
        client.close()


def built(
    client: docker.APIClient,
    context: Path,
    *,
    tag: str,
    arguments: Mapping[str, str],
    say: Callable[[str], None],
    dockerfile: str = "Dockerfile",
) -> str:
    """Have the engine follow a Dockerfile; the image's id. Raises DockerException or SandboxError.

    One of this release gets its plain name, too, for people at a shell; nothing here relies on that.
    """
    steps = client.build(
        path=str(context),
        dockerfile=dockerfile,
        tag=tag,
        buildargs=dict(arguments),
        rm=True,
        forcerm=True,
        decode=True,
    )
    for step in steps:
        if "error" in step:
            raise SandboxError(failure(step["error"]))
        if line := str(step.get("stream", "")).rstrip():
            say(line)
    if alias := ALIASES.get(tag):
        client.tag(tag, alias)
    return str(client.inspect_image(tag)["Id"])


def failure(error: object) -> str:
    return (
        f"the bot image could not be built: {error}. Where no image can be pulled, make a base with"
        f" sandbox/image/debian-base.sh TAG and build on it: {BUILD} --base TAG"
    )


def built_from(client: docker.APIClient, image: str) -> str | None:
    """The recipe an image carries, empty when it carries none, None when there is no such image."""
    try:
        labels = client.inspect_image(image)["Config"]["Labels"] or {}
    except ImageNotFound:
        return None
    return str(labels.get(RECIPE_LABEL, ""))
