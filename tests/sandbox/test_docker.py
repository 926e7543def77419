"""Sessions in real containers: starting, hand-over, cleaning up."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from sandbox import slots
from sandbox.engine import connect
from sandbox.limits import Limits
from sandbox.pipes import Pipes
from sandbox.probe import Available, Unavailable, docker_available
from sandbox.program import Program
from sandbox.reaper import reap
from sandbox.running import remove
from sandbox.session import hand_over
from sandbox.verdict import Reply, SandboxError, Verdict
from tests.sandbox.bots import ECHO, program
from tests.sandbox.containers import PATIENT, SHORT_MOVE, containers, left_over, listed, session

pytestmark = pytest.mark.docker

FOLDERS = {"bin", "dev", "etc", "io", "lib", "lib32", "lib64", "libx32", "opt", "proc", "sys", "tmp", "usr"}
FOLDERS |= {".dockerenv"}
SECRET = "a-line-of-the-source"


@pytest.fixture
def root(tmp_path):
    return tmp_path / "slots"


def test_a_program_of_several_files_imports_them(root):
    main = "from book.moves import WORD\nimport sys\nfor line in sys.stdin:\n    print(WORD)\n"
    files = {"main.py": main.encode(), "book/moves.py": b"WORD = 'clubs'"}

    with containers(root) as sandbox:
        assert session(sandbox, Program(files)).ask(b"?").line == b"clubs"


def test_a_program_of_the_largest_size_fits(root):
    noise = os.urandom(5 << 20)
    bot = Program({"main.py": b"input(); print(len(open('noise', 'rb').read()))", "noise": noise})

    with containers(root) as sandbox:
        assert session(sandbox, bot).ask(b"?").line == str(len(noise)).encode()


def test_the_source_is_nowhere_on_the_host(root):
    with containers(root) as sandbox:
        bot = session(sandbox, program(f"# {SECRET}\nfor _ in range(2): print(input())"))
        bot.ask(b"?")
        (found,) = listed(**{"tenfold.test": id(sandbox)})
        client = connect()
        described = json.dumps(client.inspect_container(found["Id"]))
        changed = client.diff(found["Id"])
        client.close()

    assert SECRET not in described
    assert "main.py" not in described
    assert not changed


def test_a_traceback_shows_the_authors_line(root):
    with containers(root) as sandbox:
        met = session(sandbox, program("import helper", helper="\n1 / 0  # here\n")).ask(b"?")

    assert 'File "/tmp/bot/helper.py", line 2, in <module>\n    1 / 0  # here' in met.stderr
    assert "loader" not in met.stderr


def test_programs_opened_one_after_the_other_start_side_by_side(root, monkeypatch):
    together = threading.Barrier(4)

    def once_all_have_come(*of):
        together.wait(60)
        return hand_over(*of)

    monkeypatch.setattr("sandbox.docker.hand_over", once_all_have_come)
    with containers(root) as sandbox:
        table = [session(sandbox, ECHO) for _ in range(4)]
        assert [bot.ask(b"?").line for bot in table] == [b"?"] * 4

    assert left_over(sandbox, root) == []


def test_containers_of_one_table_have_different_users_and_the_core_they_were_given(root):
    with containers(root) as sandbox:
        table = [session(sandbox, ECHO, cpu=0) for _ in range(2)]
        for bot in table:
            bot.ask(b"?")
        client = connect()
        found = [client.inspect_container(each["Id"]) for each in listed(**{"tenfold.test": id(sandbox)})]
        client.close()

    assert {each["Config"]["User"] for each in found} == {"20000:20000", "20001:20001"}
    assert [each["HostConfig"]["CpusetCpus"] for each in found] == ["0", "0"]


def test_closing_before_the_start_is_done_leaves_nothing(root):
    with containers(root) as sandbox:
        session(sandbox, ECHO).close()

    assert left_over(sandbox, root) == []


def test_closing_does_not_wait_for_the_removal(root, monkeypatch):
    closed = threading.Event()

    def once_closed(*of):
        closed.wait(60)
        remove(*of)

    monkeypatch.setattr("sandbox.running.remove", once_closed)
    with containers(root) as sandbox:
        bot = session(sandbox, ECHO)
        bot.ask(b"?")
        began = time.monotonic()
        bot.close()
        took = time.monotonic() - began
        closed.set()

    assert took < 60
    assert left_over(sandbox, root) == []


def test_labels_of_the_caller_are_on_the_container(root):
    with containers(root) as sandbox:
        sandbox.open(
            ECHO, limits=PATIENT, labels={"match": "17", "slot": "0-1", "test": str(id(sandbox))}
        ).ask(b"?")
        (found,) = listed(**{"tenfold.test": id(sandbox)})

    assert (found["Labels"]["tenfold.match"], found["Labels"]["tenfold.slot"]) == ("17", "0-1")


def test_memory_at_its_highest_is_in_the_dossier(root):
    with containers(root) as sandbox:
        fills = program("x = bytearray(50 << 20)\nprint(input())\nimport time; time.sleep(60)")
        bot = session(sandbox, fills, SHORT_MOVE)
        bot.ask(b"?")
        met = bot.ask(b"?")

    assert 50 << 20 < met.detail["memory_peak_bytes"] < 80 << 20


def test_an_image_that_is_not_there_is_our_failure_and_says_what_to_do(root):
    failure = pytest.raises(SandboxError, match=r"tenfold/nowhere .*python -m sandbox\.image build")
    with containers(root, image="tenfold/nowhere") as sandbox, failure:
        session(sandbox, ECHO).ask(b"?")

    assert left_over(sandbox, root) == []


def test_a_container_removed_by_hand_is_our_failure(root):
    with containers(root) as sandbox:
        bot = session(sandbox, ECHO)
        bot.ask(b"?")
        subprocess.run(["docker", "rm", "-f", listed(**{"tenfold.test": id(sandbox)})[0]["Id"]], check=True)
        with pytest.raises(SandboxError, match="was it removed by hand"):
            bot.ask(b"?")

    assert left_over(sandbox, root) == []


def test_a_container_killed_by_hand_is_our_failure(root):
    with containers(root) as sandbox:
        bot = session(sandbox, ECHO)
        bot.ask(b"?")
        (container,) = listed(**{"tenfold.test": id(sandbox)})
        client = connect()
        client.kill(container["Id"])
        client.close()

        with pytest.raises(SandboxError, match="killed from outside"):
            bot.ask(b"?")


# What each tries, so that its end looks like one from outside, which would be played again.
POSES = {
    "exit code": "os._exit(137)",
    "exit code, in more bits": "ctypes.CDLL(None).syscall(231, 0xFFFF0089)",
    "exit code of the thread": "ctypes.CDLL(None).syscall(60, 137)",
    "signal": "os.kill(os.getpid(), signal.SIGKILL)",
    "signal to a thread": "ctypes.CDLL(None).syscall(234, 1, 1, 9)",
    "limit on CPU time": "resource.setrlimit(resource.RLIMIT_CPU, (1, 1))",
}


@pytest.mark.parametrize("pose", POSES)
def test_a_bot_cannot_pose_as_killed_from_outside(root, pose):
    imports = "import ctypes, os, resource, signal, sys"
    end = f"try: {POSES[pose]}\nexcept Exception as error: sys.exit(str(error))\nos._exit(3)"
    bot = program(f"{imports}\nprint(sys.stdin.readline(), end='', flush=True)\nsys.stdin.readline()\n{end}")

    with containers(root) as sandbox:
        met = session(sandbox, bot)
        met.ask(b"?")
        over = met.ask(b"?")

    assert over.verdict in {Verdict.EXITED, Verdict.CRASHED}
    assert over.detail["exit_code"] in {1, 3, 139}


@pytest.fixture
def unsealed(root, monkeypatch):
    """A sandbox under a runtime that ignores the seccomp profile, as gVisor does."""
    monkeypatch.setattr("sandbox.container.SECCOMP_PROFILE", "unconfined")
    with containers(root, runtime="runc") as sandbox:
        yield sandbox


def test_under_a_runtime_of_its_own_a_bot_that_poses_as_killed_is_blamed_itself(unsealed):
    bot = session(unsealed, program("import os\nprint(input())\ninput()\nos._exit(137)"))
    bot.ask(b"?")

    assert bot.ask(b"?").verdict == Verdict.CRASHED


def test_under_a_runtime_of_its_own_a_bot_killed_by_hand_is_blamed_on_nobody(unsealed):
    bot = session(unsealed, ECHO)
    bot.ask(b"?")
    (container,) = listed(**{"tenfold.test": id(unsealed)})
    subprocess.run(["docker", "kill", container["Id"]], check=True, capture_output=True)

    with pytest.raises(SandboxError, match="killed from outside"):
        bot.ask(b"?")


@pytest.mark.parametrize("code", [0, 1, 9, 136, 138, 255])
def test_every_other_exit_code_is_told_as_it_was(root, code):
    bot = program(f"import os, sys\nsys.stdin.readline()\nos._exit({code})")

    with containers(root) as sandbox:
        over = session(sandbox, bot).ask(b"?")

    assert over.detail["exit_code"] == code


def test_the_probe_finds_the_engine(root):
    assert isinstance(docker_available(root=root), Available)
    assert list(root.iterdir()) == []


@pytest.mark.parametrize("proc", ["open", "shut"])
def test_the_probe_warns_of_a_kernel_that_leaves_proc_open_to_bots(root, monkeypatch, caplog, proc):
    monkeypatch.setattr("sandbox.probe.READER", f"input(); print('3.11.2 {proc}')")

    docker_available(root=root)

    assert ("this kernel has no Landlock" in caplog.text) == (proc == "open")


def test_the_probe_names_the_command_for_a_missing_image(root):
    found = docker_available(image="tenfold/nowhere", root=root)

    assert isinstance(found, Unavailable)
    assert "make it with `make bot-image`, or python -m sandbox.image build" in found.reason


@pytest.mark.parametrize("image", ["tenfold/bot-py-num", "tenfold/bot-py-num:latest"])
def test_the_probe_names_the_command_for_a_missing_image_with_numpy(monkeypatch, image):
    monkeypatch.setattr("sandbox.probe.built_from", lambda *_: None)

    found = docker_available(image=image)

    assert isinstance(found, Unavailable)
    assert "make it with `make bot-image-num`, or python -m sandbox.image build --num" in found.reason


def test_the_probe_knows_an_image_of_another_release(root, monkeypatch):
    monkeypatch.setattr("sandbox.probe.recipe", lambda *_: "0000")

    found = docker_available(root=root)

    assert isinstance(found, Unavailable)
    assert "is of another release: make it anew with `make bot-image`" in found.reason


@pytest.fixture
def out_of_reach(tmp_path, monkeypatch):
    """An engine that sees another folder than we do."""
    elsewhere = slots.claim(tmp_path / "elsewhere").pipes
    monkeypatch.setattr("sandbox.docker.Pipes", lambda _, limits: Pipes(elsewhere, limits))
    monkeypatch.setattr("sandbox.session.READY_S", 1.0)


def test_where_pipes_do_not_reach_a_container_lines_go_through_the_engine(root, out_of_reach, caplog):
    found = docker_available(root=root)

    assert isinstance(found, Available)
    assert found.attach
    assert found.described()["lines"] == "through the engine"
    assert "Its named pipes must reach the container" in caplog.text
    assert list(root.iterdir()) == []


def test_a_bot_that_pipes_reach_but_that_fails_is_no_reason_to_go_through_the_engine(root, monkeypatch):
    by_pipes = "import os; os.path.exists('/io/in') and os._exit(3)\n"
    monkeypatch.setattr("sandbox.probe.READER", f"{by_pipes}input(); print('3.11.2 open')")

    found = docker_available(root=root)

    assert isinstance(found, Unavailable)
    assert "a bot in a container does not work: The bot ended with exit code 3" in found.reason


def test_the_probe_says_when_nothing_reaches_the_container(root, out_of_reach, monkeypatch):
    monkeypatch.setattr("sandbox.docker.Attached", lambda *_: Pipes(root / "nowhere", Limits()))

    found = docker_available(root=root)

    assert isinstance(found, Unavailable)
    assert "named pipes must reach the container" in found.reason
    assert list(root.iterdir()) == []


def test_the_probe_says_how_to_start_an_engine(monkeypatch):
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")

    found = docker_available()

    assert isinstance(found, Unavailable)
    assert "no Docker engine answers" in found.reason
    assert "set DOCKER_HOST" in found.reason


OWNER = """
import sys, time
from pathlib import Path
from sandbox.docker import DockerSandbox
from sandbox.limits import Limits
from tests.sandbox.bots import ECHO
root = Path(sys.argv[1])
labels = {"test": root.parent.name}
bots = [DockerSandbox(root=root).open(ECHO, limits=Limits(), labels=labels) for _ in range(2)]
print([bot.ask(b"?").line for bot in bots], flush=True)
time.sleep(60)
"""


@pytest.mark.alone  # what it leaves is anybody's to reap
def test_after_a_kill_of_its_owner_nothing_is_left(root):
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(root)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    with owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == b"[b'?', b'?']\n"
        owner.send_signal(signal.SIGKILL)
    mine = {"tenfold.test": root.parent.name}
    assert len(listed(**mine)) == 2

    assert reap(root=root) >= 2

    assert listed(**mine) == []
    assert list(root.iterdir()) == []


def test_the_reaper_leaves_a_running_match_alone(root):
    with containers(root) as sandbox:
        bot = session(sandbox, ECHO)
        bot.ask(b"?")

        reap(root=root)

        assert isinstance(bot.ask(b"still there?"), Reply)


def test_the_reaper_takes_what_is_past_its_deadline_whoever_owns_it(root):
    with containers(root) as sandbox:
        session(sandbox, ECHO, Limits(lifetime_s=1)).ask(b"?")
        time.sleep(2)

        reap(root=root)

        assert listed(**{"tenfold.test": id(sandbox)}) == []


def test_the_reaper_takes_pipes_whose_container_never_came(root):
    slot = slots.claim(root)
    (slot.folder / "owner").unlink()
    fresh = slots.claim(root)

    reap(root=root, now=time.time() + 61)

    assert not slot.folder.exists()
    assert fresh.folder.exists()


def test_the_image_has_nothing_but_python_in_it(root):
    look = """
import json, os, shutil
tools = ("sh", "bash", "pip", "pip3", "gcc", "cc", "apt", "dpkg", "perl", "su", "mount")
input(); print([name for name in tools if shutil.which(name)])
input(); print(json.dumps(os.listdir("/")))
"""
    with containers(root) as sandbox:
        bot = session(sandbox, program(look))
        tools, folders = bot.ask(b"?").line, bot.ask(b"?").line

    assert tools == b"[]"
    assert set(json.loads(folders)) <= FOLDERS
