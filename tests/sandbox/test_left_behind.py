"""What a killed worker and a meddling hand leave: nothing after one reaping, and no verdict on a bot."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.limits import Limits
from sandbox.reaper import reap
from sandbox.verdict import SandboxError
from sandbox.warm import Warm
from tests.sandbox.bots import ECHO
from tests.sandbox.containers import containers, left_over, listed

pytestmark = pytest.mark.docker

WORKER = """
import sys, time
from pathlib import Path
from sandbox.docker import DockerSandbox
from sandbox.limits import Limits
from sandbox.warm import Warm
from tests.sandbox.bots import ECHO
root = Path(sys.argv[1])
sandbox = DockerSandbox(root=root, warm=Warm(2, labels={"test": str(root)}))
assert sandbox.pool.wait_full(60)
bots = [sandbox.open(ECHO, limits=Limits()) for _ in range(8)]
print([bot.ask(b"?").line for bot in bots] == [b"?"] * 8, flush=True)
time.sleep(60)
"""


def test_after_a_kill_mid_match_nothing_that_played_waited_or_held_a_network_is_left(tmp_path):
    root = tmp_path / "slots"
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, str(root)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    with worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"True\n"
        worker.send_signal(signal.SIGKILL)

    reap(root=root)

    assert [path.name for path in root.iterdir()] == []
    assert listed(**{"tenfold.test": root}) == []


@pytest.mark.parametrize("by_hand", [["rm", "-f"], ["kill"]])
def test_a_container_ended_by_hand_mid_match_is_blamed_on_no_bot(tmp_path, by_hand):
    root = tmp_path / "slots"
    with containers(root, warm=Warm(1, labels={"test": str(root)})) as sandbox:
        sandbox.pool.wait_full(60)
        before = {found["Id"] for found in listed(**{"tenfold.test": root})}
        bot = sandbox.open(ECHO, limits=Limits())
        bot.ask(b"?")
        subprocess.run(["docker", *by_hand, *before], check=True, capture_output=True)
        with pytest.raises(SandboxError, match="by hand"):
            bot.ask(b"?")

    assert left_over(sandbox, root) == []
