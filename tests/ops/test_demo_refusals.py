"""What `make demo` refuses to do, and the sentence it gives; and `make clean-demo`."""

import os
import re
import socket
import subprocess
import sys

import pytest

from tenfold.embedded.home import FolderLock
from tests.ops.demo import PATIENCE_S, ROOT, Demo

pytestmark = [pytest.mark.slow, pytest.mark.alone]


@pytest.fixture
def demo(tmp_path):
    demo = Demo(tmp_path / "home")
    yield demo
    demo.make_sure_it_is_over()


def refused(demo: Demo) -> str:
    assert demo.start().process.wait(timeout=PATIENCE_S) == 1
    return demo.text()


def test_a_busy_port_is_refused_with_the_way_to_choose_another(demo):
    with socket.create_server(("127.0.0.1", demo.port)):
        assert re.search(
            rf"Port {demo.port} cannot be used .*make demo PORT={demo.port + 1}", refused(demo), re.DOTALL
        )


def test_a_second_demo_in_the_same_folder_is_refused(demo):
    demo.home.mkdir()
    lock = FolderLock(demo.home / "demo.lock")
    lock.acquire()
    assert f"is in use by another Tenfold (process {os.getpid()})" in refused(demo)
    lock.release()


def test_a_folder_with_something_else_in_it_is_refused(demo):
    (demo.home / "postgres" / "data").mkdir(parents=True)
    (demo.home / "postgres" / "data" / "diary.txt").write_text("dear diary")
    assert "holds no PostgreSQL database" in refused(demo)
    assert (demo.home / "postgres" / "data" / "diary.txt").read_text() == "dear diary"


def test_docker_that_is_asked_for_and_missing_is_refused(demo):
    demo.settings = {"SANDBOX": "docker", "DOCKER_HOST": "unix:///nowhere/docker.sock"}
    assert "SANDBOX=docker is set, but" in refused(demo)


def test_forgetting_deletes_the_demo_s_own_and_nothing_else(demo):
    for name in ("postgres", "valkey", "logs", "photos"):
        (demo.home / name).mkdir(parents=True)
    command = [sys.executable, "-m", "tenfold.demo", "clean"]
    environment = {"TENFOLD_HOME": str(demo.home), "PYTHONPATH": f"{ROOT}:{ROOT}/platform"}
    subprocess.run(command, env=os.environ | environment, check=True)
    assert [path.name for path in demo.home.iterdir()] == ["photos"]
