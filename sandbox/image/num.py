"""Builds the bot image with numpy over the plain one.

The wheel is fetched here, by pip and with its hash checked, since a build need not have a network.
"""

import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import docker
from docker.errors import DockerException

from sandbox.engine import connect
from sandbox.image.build import built, failure
from sandbox.image.recipe import FOLDER, IMAGE, NUM_IMAGE, NUM_RECIPE, recipe
from sandbox.verdict import SandboxError

REQUIREMENT = FOLDER / "numpy.txt"
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
FETCHING_S = 300
VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"


def build_num(
    *, base: str | None, plain: str = IMAGE, tag: str = NUM_IMAGE, say: Callable[[str], None] = lambda _: None
) -> str:
    """Build it over `plain`, which was built on the same `base`; its id. Raises SandboxError."""
    client = connect(timeout_s=600)
    try:
        python = _python_of(client, plain)
        machine = MACHINES.get(client.inspect_image(plain)["Architecture"], "x86_64")
        with tempfile.TemporaryDirectory(prefix="tenfold-num-") as folder:
            context = Path(folder)
            for name in ("assemble.py", "add_site.py", "Dockerfile.num"):
                shutil.copy2(FOLDER / name, context)
            fetch(context, python=python, machine=machine)
            arguments = {"RECIPE": recipe(NUM_RECIPE), "PLAIN": plain} | ({"BASE": base} if base else {})
            return built(client, context, tag=tag, arguments=arguments, say=say, dockerfile="Dockerfile.num")
    except DockerException as error:
        raise SandboxError(failure(error)) from error
    finally:
        client.close()


def fetch(context: Path, *, python: str, machine: str) -> None:
    """Unpack the wheel for that Python into `site`. Raises SandboxError."""
    wheels = context / "wheels"
    platforms = [f"--platform=manylinux_{glibc}_{machine}" for glibc in ("2_27", "2_28")]
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download", "--no-deps"]
    only = ["--only-binary=:all:", f"--python-version={python}", "--implementation=cp", *platforms]
    where = ["--require-hashes", "-r", str(REQUIREMENT), "-d", str(wheels)]
    try:
        done = subprocess.run(
            [*pip, *only, *where], capture_output=True, text=True, timeout=FETCHING_S, check=False
        )
    except subprocess.TimeoutExpired as late:
        msg = f"numpy's wheel did not come within {FETCHING_S} s: is this machine online?"
        raise SandboxError(msg) from late
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["it said nothing"]
        msg = f"pip could not fetch numpy for Python {python} on {machine}: {last[0]}"
        raise SandboxError(msg)
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(context / "site")
    shutil.rmtree(wheels)


def _python_of(client: docker.APIClient, image: str) -> str:
    made = client.create_container(
        image, entrypoint=["python3"], command=["-c", VERSION], network_disabled=True
    )
    try:
        client.start(made)
        client.wait(made)
        return bytes(client.logs(made)).decode().strip()
    finally:
        client.remove_container(made, force=True)
