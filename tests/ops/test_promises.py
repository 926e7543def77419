"""What SECURITY.md and docs/trust.md promise is held by tests that exist."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECURITY = (ROOT / "SECURITY.md").read_text().split("\n## What is promised\n")[1].split("\n## ")[0]
TRUST = (ROOT / "docs" / "trust.md").read_text()


def named_in(document: str) -> list[tuple[str, str]]:
    return re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", document)


def promises_of(document: str) -> list[str]:
    return re.split(r"^\*\*", document, flags=re.MULTILINE)[1:]


def defined_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("path", sorted({path for path, _ in named_in(SECURITY) + named_in(TRUST)}))
def test_every_test_they_name_exists(path):
    named = named_in((ROOT / "SECURITY.md").read_text()) + named_in(TRUST)
    assert {name for where, name in named if where == path} - defined_in(path) == set()


@pytest.mark.parametrize("document", [SECURITY, TRUST])
def test_every_promise_has_a_test(document):
    promises = promises_of(document)

    assert len(promises) > 5
    assert [promise for promise in promises if "\n- `tests/" not in promise] == []


@pytest.mark.parametrize("document", [SECURITY, TRUST])
def test_they_name_nothing_twice(document):
    assert sorted(set(named_in(document))) == sorted(named_in(document))


def test_all_twenty_five_reports_are_answered():
    numbers = [int(promise.partition(".")[0]) for promise in promises_of(TRUST)]
    assert numbers == list(range(1, 26))
