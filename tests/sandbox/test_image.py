import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandbox.engine import connect
from sandbox.image import build, recipe
from sandbox.image.modules import PLAIN
from sandbox.image.num import REQUIREMENT, fetch
from sandbox.verdict import SandboxError

ASSEMBLE = recipe.FOLDER / "assemble.py"


@pytest.fixture(scope="module")
def assembled(tmp_path_factory):
    """The file system of an image, made of the Python that runs the tests."""
    root = tmp_path_factory.mktemp("image") / "root"
    subprocess.run([sys.executable, str(ASSEMBLE), str(root)], check=True)
    return root


def files(root):
    return [path for path in root.rglob("*") if not path.is_symlink()]


@pytest.mark.slow
def test_nothing_in_the_image_is_set_uid_or_writable_by_others(assembled):
    loose = [path for path in files(assembled) if path.stat().st_mode & 0o6022]

    assert loose == [assembled / "tmp"]


@pytest.mark.slow
def test_the_image_has_the_loader_and_no_program_but_python(assembled):
    programs = [path.name for path in assembled.rglob("bin/*")]

    assert programs
    assert all(name.startswith("python3") for name in programs), programs
    assert (assembled / "opt/tenfold/loader.py").exists()


@pytest.mark.slow
def test_the_library_is_compiled_and_without_installers(assembled):
    (library,) = [path.parent for path in assembled.rglob("dataclasses.py")]

    assert list((library / "__pycache__").glob("dataclasses.*.pyc"))
    assert not {"ensurepip", "venv", "site-packages", "test"} & {path.name for path in library.iterdir()}


def test_modules_of_the_plain_image_are_those_of_python_without_what_is_left_out():
    assert {"json", "random", "asyncio", "dataclasses"} <= PLAIN
    assert not {"numpy", "tkinter", "venv"} & PLAIN


def test_an_image_remembers_the_recipe_it_was_made_by(monkeypatch, tmp_path):
    before = recipe.recipe()
    for name in recipe.RECIPE:
        (tmp_path / name).write_bytes((recipe.FOLDER / name).read_bytes() + b"\n# changed")
    monkeypatch.setattr(recipe, "FOLDER", tmp_path)

    assert recipe.recipe() != before


def test_an_image_is_tagged_with_its_recipe_so_that_no_other_release_takes_its_name():
    assert f"tenfold/bot-py:{recipe.recipe()}" == recipe.IMAGE
    assert f"tenfold/bot-py-num:{recipe.recipe(recipe.NUM_RECIPE)}" == recipe.NUM_IMAGE


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("tenfold/bot-py", recipe.IMAGE),
        ("tenfold/bot-py-num", recipe.NUM_IMAGE),
        ("tenfold/bot-py:latest", "tenfold/bot-py:latest"),
        ("sha256:" + "ab" * 32, "sha256:" + "ab" * 32),
        ("", ""),
    ],
)
def test_a_plain_name_means_this_release_and_any_other_what_it_says(said, meant):
    assert recipe.of_this_release(said) == meant


@pytest.mark.parametrize(
    ("tag", "names"),
    [(recipe.IMAGE, {recipe.IMAGE, "tenfold/bot-py"}), ("tenfold/a-try", {"tenfold/a-try"})],
)
def test_only_the_image_of_a_release_takes_the_plain_name_along(tag, names):
    engine: Any = Engine()

    build.built(engine, recipe.FOLDER, tag=tag, arguments={}, say=print)

    assert engine.names == names


class Engine:
    """Follows any Dockerfile at once, and remembers what it has called the image."""

    def __init__(self):
        self.names = set()

    def build(self, *, tag, **_):
        self.names.add(tag)
        return []

    def tag(self, image, name):
        assert image in self.names
        self.names.add(name)

    def inspect_image(self, name):
        return {"Id": name}


def test_the_name_of_the_image_can_be_asked_for():
    said = subprocess.run(
        [sys.executable, "-m", "sandbox.image", "name", "--num"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert said == f"{recipe.NUM_IMAGE}\n"


def test_numpy_is_the_one_of_the_lock():
    (line,) = [line for line in REQUIREMENT.read_text().splitlines() if line.startswith("numpy")]
    hashes = re.findall(r"--hash=(\S+)", REQUIREMENT.read_text())
    lock = (Path(__file__).parents[2] / "requirements.lock").read_text()

    assert line.split()[0] in lock
    assert len(hashes) == 8  # four Pythons, two processors
    assert [each for each in hashes if each not in lock] == []


def test_a_wheel_that_pip_cannot_fetch_is_told_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")

    with pytest.raises(SandboxError, match=r"could not fetch numpy for Python 3\.11 on pdp11: ERROR: "):
        fetch(tmp_path, python="3.11", machine="pdp11")


def test_without_an_engine_the_build_says_what_to_do(monkeypatch):
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")

    with pytest.raises(SandboxError, match="no Docker engine answers"):
        build.build(base=None)


def test_the_command_ends_with_a_sentence_and_no_traceback():
    done = subprocess.run(
        [sys.executable, "-m", "sandbox.image", "build"],
        env=os.environ | {"DOCKER_HOST": "unix:///nowhere/docker.sock"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert "no Docker engine answers" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.docker
def test_a_base_that_cannot_be_pulled_is_named_with_the_way_round():
    with pytest.raises(SandboxError, match=r"could not be built: .*debian-base\.sh"):
        build.build(base="nowhere.invalid/python:0", tag="tenfold/never-built")


@pytest.mark.docker
def test_the_image_in_use_is_of_this_recipe():
    client = connect()
    found = build.built_from(client, recipe.IMAGE)
    client.close()

    assert found == recipe.recipe()
