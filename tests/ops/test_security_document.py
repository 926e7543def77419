"""What SECURITY.md promises is held by tests that exist."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "SECURITY.md").read_text()
PROMISED = DOCUMENT.split("\n## What is promised\n")[1].split("\n## ")[0]
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", DOCUMENT)


def defined_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("path", sorted({path for path, _ in NAMED}))
def test_every_test_it_names_exists(path):
    assert {name for where, name in NAMED if where == path} - defined_in(path) == set()


def test_every_promise_has_a_test():
    promises = re.split(r"^\*\*", PROMISED, flags=re.MULTILINE)[1:]

    assert len(promises) > 5
    assert [promise for promise in promises if "\n- `tests/" not in promise] == []


def test_it_names_nothing_twice():
    assert sorted(set(NAMED)) == sorted(NAMED)
