"""How the demo decides what bots run in."""

import subprocess
import uuid

import pytest

from sandbox.engine import connect
from tenfold.demo.bot_image import ensure_bot_image
from tenfold.embedded import EmbeddedError


@pytest.fixture
def no_engine(monkeypatch):
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")


@pytest.fixture
def new_image():
    name = f"tenfold/test-{uuid.uuid4().hex[:12]}"
    yield name
    client = connect()
    if client.images(name):
        client.remove_image(name)
    client.close()


def run(_name, command) -> int:
    return subprocess.run(command, check=False).returncode


def build_nothing(_name, _command) -> int:
    return 1


def decide(run_step=build_nothing, **settings) -> str:
    return ensure_bot_image(settings, run_step, print)


def test_without_an_engine_the_house_bots_run_as_processes_and_uploads_are_refused(no_engine):
    sentence = decide()
    assert "Bots run as plain processes: no Docker engine answers" in sentence
    assert "Uploads are refused, unless SANDBOX=process is set" in sentence


def test_without_an_engine_docker_by_name_is_refused(no_engine):
    with pytest.raises(EmbeddedError, match="SANDBOX=docker is set, but no Docker engine answers"):
        decide(SANDBOX="docker")


def test_processes_by_name_need_no_engine_and_are_called_what_they_are():
    assert "no sandbox, so let in only bots you trust" in decide(SANDBOX="process")


@pytest.mark.docker
def test_an_engine_without_the_image_gets_it_built(new_image, capsys):
    assert (
        decide(run, BOT_IMAGE=new_image)
        == "Bots run in Docker containers, locked down and without a network."
    )
    assert "Building the image" in capsys.readouterr().out


@pytest.mark.docker
def test_an_image_that_cannot_be_built_leaves_processes_and_the_reason(new_image):
    sentence = decide(BOT_IMAGE=new_image)
    assert sentence.startswith("Bots run as plain processes: the engine has no image tenfold/test-")
    assert "make bot-image" in sentence
