"""The image with numpy: the same container around it, and twice the memory."""

import json
import os
from dataclasses import replace

import pytest

from sandbox.image.recipe import NUM_IMAGE
from sandbox.probe import Unavailable, docker_available
from sandbox.upload import read_upload
from sandbox.verdict import Reply, Verdict
from tests.sandbox.bots import abuse, program
from tests.sandbox.containers import HONEST_WORK, containers, left_over, session

pytestmark = pytest.mark.docker

MATRICES = """
import sys, json
import numpy as np
rng = np.random.default_rng(1)
for line in sys.stdin:
    a = rng.random((120, 120))
    print(json.dumps({"id": json.loads(line)["id"], "draw": ["stock", "discard"][int((a @ a).sum()) % 2]}))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    answer = docker_available(image=NUM_IMAGE, root=tmp_path_factory.mktemp("probe") / "slots")
    if isinstance(answer, Unavailable):
        missing = pytest.fail if "docker" in os.environ.get("TENFOLD_REQUIRE", "") else pytest.skip
        missing(f"make bot-image-num: {answer.reason}")
    return answer


@pytest.fixture
def sandbox(found, tmp_path):
    root = tmp_path / "slots"
    with containers(root, image=found.image) as made:
        yield made
    assert left_over(made, root) == []


@pytest.fixture
def limits(found):
    return replace(HONEST_WORK, memory_bytes=found.memory_bytes)


def test_an_honest_bot_computes_on_every_move(sandbox, limits):
    bot = session(sandbox, program(MATRICES), limits)

    answers = [bot.ask(json.dumps({"id": number}).encode()) for number in range(12)]

    assert all(isinstance(answer, Reply) for answer in answers)
    assert [json.loads(answer.line)["id"] for answer in answers] == list(range(12))


def test_numpy_is_there_before_the_program_comes(sandbox, limits):
    bot = session(sandbox, program("import sys; input(); print('numpy' in sys.modules)"), limits)

    assert bot.ask(b"?").line == b"True"


def test_its_bots_have_256_mb(sandbox, limits):
    bot = session(
        sandbox, program("x = bytearray(190 << 20)\nwhile True: input(); print(len(x) >> 20)"), limits
    )
    glutton = session(sandbox, program("x = bytearray(300 << 20)"), limits)

    assert bot.ask(b"?").line == b"190"
    assert glutton.ask(b"?").verdict == Verdict.OUT_OF_MEMORY


def test_an_upload_may_import_numpy_there(found):
    data = MATRICES.encode()

    assert read_upload(filename="bot.py", data=data, modules=found.modules).files["main.py"] == data


@pytest.mark.parametrize("name", ["fork_bomb", "sockets", "proc_snoop", "setuid"])
def test_an_attempt_on_the_machine_fails_there_too(sandbox, limits, name):
    bot = session(sandbox, abuse(name), limits)

    met = [bot.ask(json.dumps({"id": number}).encode()) for number in range(3)]

    assert all(isinstance(answer, Reply) for answer in met), met
    told = "".join(answer.stderr for answer in met)
    assert told
    assert not any(word in told for word in ("fork: \n", "CREATED", "TOLD", "BECAME")), told
