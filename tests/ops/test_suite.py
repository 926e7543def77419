"""How the suite behaves where Docker is missing, and what a run of a part of it costs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WITH_DOCKER = "tests/sandbox/test_docker.py"


def pytest_run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A run of its own, which is no worker of the one that this is a test of."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=ROOT,
        env=inherited | {"DOCKER_HOST": "unix:///nowhere/docker.sock", "TENFOLD_REQUIRE": ""} | settings,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_an_engine_tests_with_containers_are_skipped_with_the_reason():
    done = pytest_run(WITH_DOCKER, "-m", "docker")
    assert done.returncode == 0
    assert "SKIPPED" in done.stdout
    assert "no Docker engine answers" in done.stdout


@pytest.mark.parametrize("workers", ["0", "2"])
def test_tenfold_require_turns_the_skip_into_a_failure(workers):
    done = pytest_run(WITH_DOCKER, "-m", "docker", "-n", workers, TENFOLD_REQUIRE="docker,browser")
    assert done.returncode != 0
    assert "TENFOLD_REQUIRE asks for docker, but: no Docker engine answers" in done.stdout + done.stderr


def test_a_run_of_a_pure_part_starts_no_server(tmp_path):
    done = pytest_run("tests/arena", "--collect-only", "-q", TMPDIR=str(tmp_path))
    assert done.returncode == 0
    assert list(tmp_path.glob("tenfold-test-*")) == []
    assert "django: version" not in done.stdout


def test_the_quick_and_telling_tests_come_first():
    listed = pytest_run(
        "--collect-only", "-q", "tests/ops", "tests/sandbox", "tests/test_layout.py", "tests/arena"
    ).stdout
    firsts = [
        listed.index(name) for name in ("tests/test_layout", "tests/arena", "tests/sandbox", "tests/ops")
    ]
    assert firsts == sorted(firsts)
