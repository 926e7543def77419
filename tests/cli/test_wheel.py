"""What an author gets: the wheel with its three dependencies, in an environment that is empty otherwise."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.documented import commands, run_all

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """A fresh environment with only what the wheel asks for; fetches that with pip."""
    folder = tmp_path_factory.mktemp("fresh") / "venv"
    _run(sys.executable, "-m", "venv", folder)
    _run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", wheel)
    return folder


def _run(*command: object) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env=environment | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_the_wheel_holds_the_viewer_the_house_bots_and_the_starter(wheel):
    held = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "tenfold/static/tenfold/site.css",
        "tenfold/static/tenfold/figtree.woff2",
        "tenfold/static/tenfold/replay/main.js",
        "tenfold/templates/matches/_viewer.html",
        "tenfold/cli/starter/bot.py",
        "tenfold/cli/starter/test_bot.py",
        "arena/bots/greedy.py",
        "sandbox/image/loader.py",
    } <= held


def test_its_environment_has_nothing_of_the_site(environment):
    listed = _run(environment / "bin" / "python", "-m", "pip", "list", "--format", "freeze").lower()
    packages = {line.partition("==")[0] for line in listed.splitlines()}
    assert {"tenfold", "msgspec", "rich", "typer"} <= packages
    assert packages & {"django", "celery", "numpy", "docker", "pydantic", "psycopg"} == set()
    assert len(packages) <= 14


def test_every_command_of_the_guide_works_there_as_written(environment, tmp_path):
    said = run_all(tmp_path, f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}")
    assert list(said) == commands()
    assert "The site would take this bot." in said["tenfold check shark/bot.py"]
    assert "games are what they claim to be" in said["tenfold verify games"]
    assert "block 0, rotation 0" in said["tenfold watch games"]


def test_the_command_knows_its_version(environment):
    assert _run(environment / "bin" / "tenfold", "--version").startswith("tenfold 0.")
