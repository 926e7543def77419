"""The locks are in step with pyproject.toml, and work with any package index."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements.lock", "platform/requirements.lock")


@cache
def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def wanted(*, dev: bool) -> dict[str, Requirement]:
    texts = [
        *project()["project"]["dependencies"],
        *project()["project"]["optional-dependencies"]["platform"],
    ]
    if dev:
        texts += project()["dependency-groups"]["dev"]
    return {canonicalize_name(found.name): found for found in map(Requirement, texts)}


def pinned(lock: str) -> dict[str, Version]:
    pins = re.findall(r"^([\w.-]+)(?:\[[\w,-]+\])?==([^\s;]+)", (ROOT / lock).read_text(), re.MULTILINE)
    return {canonicalize_name(name): Version(version) for name, version in pins}


def asked_for_by_the_project(lock: str) -> set[str]:
    """Names the lock says it holds for the project's own sake ("via tenfold")."""
    blocks = re.split(r"^(?=[\w])", (ROOT / lock).read_text(), flags=re.MULTILINE)
    return {
        canonicalize_name(re.split(r"[=\[]", block)[0])
        for block in blocks
        if re.search(r"# .*\btenfold \(pyproject\.toml|#   tenfold:dev|pyproject\.toml:dev", block)
    }


@pytest.mark.parametrize(("lock", "dev"), [(LOCKS[0], True), (LOCKS[1], False)])
def test_every_dependency_is_pinned_to_a_version_it_allows(lock, dev):
    pins = pinned(lock)
    unfit = [
        str(requirement)
        for name, requirement in wanted(dev=dev).items()
        if name not in pins or not requirement.specifier.contains(pins[name], prereleases=True)
    ]
    assert unfit == [], "run `make lock`"


@pytest.mark.parametrize(("lock", "dev"), [(LOCKS[0], True), (LOCKS[1], False)])
def test_nothing_is_locked_for_the_project_that_it_no_longer_asks_for(lock, dev):
    assert asked_for_by_the_project(lock) == set(wanted(dev=dev)), "run `make lock`"


def test_the_image_gets_the_versions_that_the_tests_ran_with():
    whole = pinned(LOCKS[0])
    assert {name: version for name, version in pinned(LOCKS[1]).items() if whole.get(name) != version} == {}


@pytest.mark.parametrize("lock", LOCKS)
def test_no_lock_names_an_address(lock):
    assert (
        re.findall(r"https?://\S+|file:\S+|--(?:index|find-links|trusted)\S*", (ROOT / lock).read_text())
        == []
    )


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_carries_hashes(lock):
    blocks = re.split(r"^(?=[\w])", (ROOT / lock).read_text(), flags=re.MULTILINE)
    assert [block.split()[0] for block in blocks if "==" in block and "--hash=sha256:" not in block] == []
