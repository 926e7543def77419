"""What the kernel counts: read from files made up here, and from those of this machine's kernel."""

import errno
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from sandbox.cgroup import Cgroup, Files
from sandbox.verdict import SandboxError

VERSION_1 = """\
9:name=systemd:/docker/abc
8:pids:/docker/abc
4:memory:/docker/abc
2:cpu,cpuacct:/docker/abc
0::/
"""


def written(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def host(tmp_path, lines):
    """A made-up host with one process, 42."""
    written(tmp_path / "proc/42/cgroup", lines)
    return {"proc": tmp_path / "proc", "root": tmp_path / "sys"}


def test_version_1_has_a_folder_for_each_counter(tmp_path):
    where = host(tmp_path, VERSION_1)
    written(tmp_path / "sys/cpuacct/docker/abc/cpuacct.usage", "1234567\n")
    written(tmp_path / "sys/memory/docker/abc/memory.max_usage_in_bytes", "4096\n")
    written(tmp_path / "sys/pids/docker/abc/pids.events", "max 3\n")

    group = Cgroup(42, **where)

    assert (group.cpu_ns(), group.peak_bytes(), group.refused_pids()) == (1234567, 4096, 3)
    group.close()


def test_version_2_has_one_folder(tmp_path):
    where = host(tmp_path, "0::/system.slice/docker-abc.scope\n")
    written(tmp_path / "sys/system.slice/docker-abc.scope/cpu.stat", "usage_usec 1500\nuser_usec 1000\n")
    written(tmp_path / "sys/system.slice/docker-abc.scope/memory.peak", "8192\n")
    written(tmp_path / "sys/system.slice/docker-abc.scope/pids.events", "max 0\n")

    group = Cgroup(42, **where)

    assert (group.cpu_ns(), group.peak_bytes(), group.refused_pids()) == (1_500_000, 8192, 0)
    group.close()


def test_the_cpu_time_of_a_group_that_is_gone_stays_what_it_was(tmp_path):
    where = host(tmp_path, VERSION_1)
    written(tmp_path / "sys/cpuacct/docker/abc/cpuacct.usage", "1234567\n")
    group = Cgroup(42, **where)
    group.cpu_ns()

    written(tmp_path / "sys/cpuacct/docker/abc/cpuacct.usage", "")

    assert group.cpu_ns() == 1234567
    group.close()


def test_what_an_older_kernel_does_not_count_is_unknown(tmp_path):
    where = host(tmp_path, "0::/abc\n")
    written(tmp_path / "sys/abc/cpu.stat", "usage_usec 1500\n")

    group = Cgroup(42, **where)

    assert (group.peak_bytes(), group.refused_pids()) == (None, None)
    group.close()


def test_this_process_has_a_group_of_its_own():
    assert Files.of(os.getpid()).cpu.exists()


def test_a_process_that_cannot_be_seen_says_what_a_worker_in_a_container_needs(tmp_path):
    with pytest.raises(SandboxError, match="--pid=host --cgroupns=host"):
        Cgroup(42, proc=tmp_path, root=tmp_path)


# Waits until its stdin ends, after it has used up some CPU and been refused a second process.
BURNS = """
import os, sys, time
sys.stdin.readline()
while time.process_time() < 0.2: pass
try:
    if not os.fork(): os._exit(0)
except OSError: pass
print("done", flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def unified(tmp_path_factory):
    """Where version 2 of the control groups is: by the system, or mounted for these tests."""
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    if found := next((Path(where) for _, where, kind, *_ in mounts if kind == "cgroup2"), None):
        yield found
        return
    folder = tmp_path_factory.mktemp("cgroup2")
    done = subprocess.run(
        ["mount", "-t", "cgroup2", "none", str(folder)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip(f"this system does not let version 2 be mounted: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def group(unified):
    """A group of our own that may hold one process, where the kernel counts them in version 2."""
    made = unified / f"tenfold-test-{os.getpid()}"
    try:
        made.mkdir()
    except OSError as error:
        pytest.skip(f"this system does not let us make a group: {error}")
    if (made / "pids.max").exists():
        (made / "pids.max").write_text("1")
    yield made
    with suppress(FileNotFoundError):
        removed(made)


def removed(group):
    """Take the group away as soon as the kernel lets go: where it does not count processes, the second one
    was made, and may have yet to run to its end when the first is gone."""
    give_up = time.monotonic() + 60
    while True:
        try:
            return group.rmdir()
        except OSError as error:
            if error.errno != errno.EBUSY or time.monotonic() > give_up:
                raise
            time.sleep(0.01)


@pytest.fixture
def child(group):
    """A process in that group."""
    with subprocess.Popen(
        [sys.executable, "-c", BURNS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as started:
        try:
            (group / "cgroup.procs").write_text(str(started.pid))
            yield started
        except OSError as error:
            pytest.skip(f"this system does not let us move a process: {error}")
        finally:
            started.kill()


def measured(tmp_path, unified, child):
    (line,) = [
        line
        for line in (Path("/proc") / str(child.pid) / "cgroup").read_text().splitlines()
        if line.startswith("0::")  # where a system has both versions, the others are of the first
    ]
    return Cgroup(42, **host(tmp_path, line) | {"root": unified})


def used_up(child):
    child.stdin.write("go\n")
    child.stdin.flush()
    assert child.stdout.readline() == "done\n"


def test_the_kernel_s_own_files_of_version_2_are_understood(tmp_path, unified, group, child):
    seen = measured(tmp_path, unified, child)
    before = seen.cpu_ns()

    used_up(child)

    assert 0.15e9 < seen.cpu_ns() - before < 5e9
    # What a system counts in groups of version 1, it does not count in these.
    counted = (group / "cgroup.controllers").read_text().split()
    assert (seen.refused_pids() == 1) if "pids" in counted else seen.refused_pids() is None
    assert (seen.peak_bytes() or 0) > 1 << 20 if "memory" in counted else seen.peak_bytes() is None
    seen.close()


def test_of_a_group_of_version_2_that_is_gone_the_last_time_is_known(tmp_path, unified, group, child):
    seen = measured(tmp_path, unified, child)
    used_up(child)
    last = seen.cpu_ns()
    child.kill()
    child.wait()
    removed(group)

    assert seen.cpu_ns() == last > 0
    assert (seen.refused_pids(), seen.peak_bytes()) == (None, None)
    seen.close()
