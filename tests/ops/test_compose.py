"""What compose.yaml promises about who may do what."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
SERVICES = ("web", "worker", "beat", "postgres", "valkey")
OURS = ("web", "worker", "beat")


@cache
def services() -> dict:
    return yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]


def mounts(name: str) -> list[str]:
    return services()[name].get("volumes", [])


def test_the_services_are_the_five_of_the_readme():
    assert set(services()) == set(SERVICES)


def test_the_worker_alone_holds_the_docker_socket():
    assert [name for name in SERVICES if any("docker.sock" in mount for mount in mounts(name))] == ["worker"]


def test_the_worker_alone_sees_the_host_s_processes():
    assert [name for name in SERVICES if "pid" in services()[name]] == ["worker"]


def test_no_service_is_privileged_or_on_the_host_s_network():
    assert [name for name in SERVICES if {"privileged", "network_mode"} & set(services()[name])] == []


def test_the_web_alone_knows_the_secret_key():
    assert [name for name in SERVICES if "SECRET_KEY" in services()[name].get("environment", {})] == ["web"]


def test_the_pipes_to_the_bots_have_the_host_s_own_path():
    # The bots' containers are made by the host's engine, which knows paths of the host only.
    folder = services()["worker"]["environment"]["TMPDIR"]
    assert f"{folder}:{folder}" in mounts("worker")


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_has_a_health_check(name):
    assert services()[name]["healthcheck"]["test"]


@pytest.mark.parametrize("name", SERVICES)
def test_every_image_is_pinned_to_a_version(name):
    image = services()[name]["image"].removesuffix("}").rpartition(":-")[2]
    _, _, tag = image.partition(":")
    assert tag
    assert tag[0].isdigit()


@pytest.mark.parametrize("name", OURS)
def test_our_services_are_locked_down(name):
    service = services()[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]


def test_only_the_web_is_reached_from_outside_and_only_from_this_host():
    ports = {name: services()[name]["ports"] for name in SERVICES if "ports" in services()[name]}
    assert list(ports) == ["web"]
    assert all(port.startswith("127.0.0.1:") for port in ports["web"])


def test_every_variable_to_fill_in_is_in_the_example():
    example = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    must = set(re.findall(r"\$\{([A-Z_]+):\?", (ROOT / "compose.yaml").read_text()))
    may = set(re.findall(r"\$\{([A-Z_]+):-", (ROOT / "compose.yaml").read_text()))
    assert must <= example <= must | may


def test_the_platform_s_image_is_made_of_the_release_it_names():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert services()["web"]["image"] == f"tenfold/platform:{version}"


def test_the_dockerfile_takes_its_base_as_an_argument_and_runs_as_nobody_special():
    lines = (ROOT / "platform" / "Dockerfile").read_text().splitlines()
    assert "ARG BASE=python:3.13-slim" in lines
    assert [line for line in lines if line.startswith("USER")] == ["USER tenfold"]
