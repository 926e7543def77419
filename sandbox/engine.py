"""The Docker engine's address and the way to it."""

import socket

import docker
from docker.errors import DockerException
from docker.utils import kwargs_from_env

from sandbox.verdict import SandboxError

DEFAULT = "unix:///var/run/docker.sock"


def connect(timeout_s: int = 60) -> docker.APIClient:
    """The engine that DOCKER_HOST names, or this machine's. Raises SandboxError."""
    address = kwargs_from_env()
    try:
        _knock(str(address.get("base_url", DEFAULT)))
        return docker.APIClient(version="auto", timeout=timeout_s, **address)
    except PermissionError as error:
        msg = f"this user may not use the Docker engine ({error}): add it to the group docker"
        raise SandboxError(msg) from error
    except (DockerException, OSError) as error:
        msg = f"no Docker engine answers ({error}): start Docker, or set DOCKER_HOST to the engine's address"
        raise SandboxError(msg) from error


def _knock(url: str) -> None:
    """Raises OSError when nobody listens. The client would say so too, but leak its socket doing it."""
    if url.startswith("unix://"):
        with socket.socket(socket.AF_UNIX) as knock:
            knock.connect(url.removeprefix("unix://"))
