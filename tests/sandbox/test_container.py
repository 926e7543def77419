"""The description of a container, without an engine: a client of a fixed version asks for none."""

import json
from pathlib import Path

import docker
import pytest

from sandbox.container import SECCOMP_PROFILE, Spec
from sandbox.limits import Limits


@pytest.fixture
def host_config(monkeypatch):
    client = docker.APIClient(version="1.41")
    asked = {}

    def create(**fields):
        asked.update(fields)
        return {"Id": "c0ffee"}

    monkeypatch.setattr(client, "create_container", create)
    spec = Spec("image", Path("/pipes"), 20_007, Limits(), 1, {"tenfold.sandbox": "1"}, None)
    assert spec.create(client) == "c0ffee"
    client.close()
    assert asked["user"] == "20007:20007"
    return asked["host_config"]


@pytest.mark.parametrize(
    ("field", "value"),
    {
        "NetworkMode": "none",
        "IpcMode": "none",
        "ReadonlyRootfs": True,
        "CapDrop": ["ALL"],
        "Memory": 128 << 20,
        "MemorySwap": 128 << 20,
        "PidsLimit": 16,
        "CpusetCpus": "1",
        "OomScoreAdj": 1000,
        "LogConfig": {"Type": "none", "Config": {}},
    }.items(),
)
def test_a_container_is_locked_down(host_config, field, value):
    assert host_config[field] == value


def test_a_container_has_no_cpu_quota_that_would_stall_it(host_config):
    assert not {"CpuQuota", "CpuPeriod", "NanoCpus"} & host_config.keys()


def test_the_pipes_are_the_only_thing_of_the_host_in_it_and_cannot_be_replaced(host_config):
    (mount,) = host_config["Mounts"]

    assert (mount["Source"], mount["Target"], mount["ReadOnly"]) == ("/pipes", "/io", True)
    assert "Binds" not in host_config


def test_scratch_space_is_small_and_runs_nothing(host_config):
    assert host_config["Tmpfs"] == {"/tmp": "rw,noexec,nosuid,nodev,size=8388608,nr_inodes=1k"}


def test_ulimits_are_set(host_config):
    most = {limit["Name"]: limit["Hard"] for limit in host_config["Ulimits"]}

    assert most == {"nofile": 64, "fsize": 16 << 20, "core": 0, "msgqueue": 0, "memlock": 0}


def test_system_calls_are_refused_unless_listed(host_config):
    assert host_config["SecurityOpt"][0] == "no-new-privileges:true"
    profile = json.loads(host_config["SecurityOpt"][1].removeprefix("seccomp="))
    allowed = {
        name
        for rule in profile["syscalls"]
        if rule["action"] == "SCMP_ACT_ALLOW" and not rule.get("args")
        for name in rule["names"]
    }

    assert profile["defaultAction"] == "SCMP_ACT_ERRNO"
    forbidden = {
        "socket",
        "connect",
        "bind",
        "flock",
        "fork",
        "vfork",
        "clone",
        "kill",
        "ptrace",
        "memfd_create",
    }
    forbidden |= {
        "symlink",
        "chmod",
        "keyctl",
        "mount",
        "unshare",
        "setns",
        "bpf",
        "mknod",
        "shmget",
        "fcntl",
        "fadvise64",
        "futex",
        "sysinfo",
        "madvise",
        "eventfd2",
        "membarrier",
        "timer_create",
        "inotify_init1",
    }
    assert not allowed & forbidden


def test_what_the_kernel_tells_of_the_machine_is_covered(host_config):
    masked = set(host_config["MaskedPaths"])

    assert {"/proc/sys", "/proc/stat", "/proc/cgroups", "/sys", "/dev/pts", "/dev/mqueue"} <= masked


def test_the_profile_is_one_line_for_the_engine():
    assert "\n" not in SECCOMP_PROFILE
