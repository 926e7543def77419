"""The rules stand alone: they import the standard library and themselves, nothing else."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import arena.phase10

MODULES = sorted(Path(arena.phase10.__path__[0]).glob("*.py"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_of_the_rules_imports_only_the_standard_library_and_the_rules(path):
    foreign = [
        name
        for name in imported(path)
        if name.split(".")[0] not in sys.stdlib_module_names and not name.startswith("arena.phase10")
    ]
    assert foreign == []
