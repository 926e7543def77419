"""Containers that wait for their program, on a real engine."""

import subprocess
import time

import pytest

from sandbox.engine import connect
from sandbox.limits import Limits
from sandbox.reaper import reap
from sandbox.verdict import Reply, SandboxError
from sandbox.warm import Warm
from tests.sandbox.bots import ECHO, program
from tests.sandbox.containers import containers, left_over, listed

pytestmark = pytest.mark.docker

FULL_S = 60


@pytest.fixture
def root(tmp_path):
    return tmp_path / "slots"


@pytest.fixture
def waiting(root):
    """A sandbox with containers that wait, labelled so that `left_over` finds them."""
    label = str(root)
    with containers(root, warm=Warm(2, labels={"test": label})) as sandbox:
        assert sandbox.pool.wait_full(FULL_S)
        yield sandbox
    assert listed(**{"tenfold.test": label}) == []
    assert left_over(sandbox, root) == []


def ids(root):
    return {found["Id"] for found in listed(**{"tenfold.test": root})}


def test_a_program_is_handed_to_a_container_that_waited(waiting, root):
    waited = ids(root)
    bot = waiting.open(ECHO, limits=Limits())
    assert bot.ask(b"?").line == b"?"

    for younger in ids(root) - waited:
        subprocess.run(["docker", "rm", "-f", younger], check=False, capture_output=True)

    assert bot.ask(b"still there?").line == b"still there?"


def test_each_program_has_a_container_of_its_own(waiting):
    note = program("import os; input(); print(os.path.exists('/tmp/note')); open('/tmp/note', 'w')")

    assert [waiting.open(note, limits=Limits()).ask(b"?").line for _ in range(4)] == [b"False"] * 4


def test_programs_with_other_limits_get_a_container_made_for_them(waiting, root):
    before = waiting.pool.waiting()

    waiting.open(ECHO, limits=Limits(pids=8), labels={"test": str(root)}).ask(b"?")

    assert waiting.pool.waiting() == before


def test_one_that_died_while_it_waited_costs_nobody_anything(waiting, root):
    subprocess.run(["docker", "rm", "-f", *ids(root)], check=True, capture_output=True)

    assert [waiting.open(ECHO, limits=Limits()).ask(b"?").line for _ in range(2)] == [b"?"] * 2


def test_waiting_costs_no_cpu_of_the_program(waiting):
    time.sleep(0.2)
    bot = waiting.open(ECHO, limits=Limits(start_cpu_ms=100))

    assert isinstance(bot.ask(b"?"), Reply)


def test_a_removed_holder_of_networks_is_done_without(waiting, root):
    for _ in range(8):
        waiting.open(ECHO, limits=Limits()).ask(b"?")
    client = connect()
    joined = {client.inspect_container(each)["HostConfig"]["NetworkMode"] for each in ids(root)}
    client.close()
    for mode in joined - {"none"}:
        removal = ["docker", "rm", "-f", mode.removeprefix("container:")]
        subprocess.run(removal, check=True, capture_output=True)

    assert [waiting.open(ECHO, limits=Limits()).ask(b"?").line for _ in range(8)] == [b"?"] * 8


def test_bots_of_one_table_never_share_a_network(waiting):
    namespace = program("import os\nfor _ in range(2): input(); print(os.readlink('/proc/self/ns/net'))")
    for _ in range(8):
        waiting.open(ECHO, limits=Limits()).ask(b"?")  # until it has chosen how to start

    table = [waiting.open(namespace, limits=Limits()) for _ in range(6)]
    seen = {bot.ask(b"?").line for bot in table}

    assert len(seen) == 6


def test_the_reaper_leaves_waiting_containers_alone(waiting, root):
    before = ids(root)

    reap(root=root)

    assert before <= ids(root)


def test_an_image_that_is_not_there_is_told_to_who_opens(root):
    failure = pytest.raises(SandboxError, match="tenfold/nowhere")
    with containers(root, image="tenfold/nowhere", warm=Warm(1)) as sandbox, failure:
        sandbox.open(ECHO, limits=Limits()).ask(b"?")

    assert left_over(sandbox, root) == []
