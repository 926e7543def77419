import os

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
