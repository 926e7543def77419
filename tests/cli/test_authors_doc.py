"""docs/authors.md: every command in it works as written, and it leaves none out."""

import json
import os
import re
import sys

import msgspec
import pytest

from arena.messages import greeting
from arena.phase10.rules import RuleSet
from arena.protocol import TimeLimits
from tenfold.cli.app import app
from tenfold.cli.outcome import Exit
from tests.cli.documented import AUTHORS, commands, run_all

DOC = AUTHORS.read_text()


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What the commands wrote, run in order with this checkout as what is installed."""
    folder = tmp_path_factory.mktemp("author")
    programs = folder / "programs"
    programs.mkdir()
    root = AUTHORS.parents[1]
    start = f"export PYTHONPATH={root}:{root / 'platform'}\nexec {sys.executable}"
    for name, arguments in (("tenfold", '-m tenfold.cli "$@"'), ("python", '"$@"')):
        (programs / name).write_text(f"#!/bin/sh\n{start} {arguments}\n")
        (programs / name).chmod(0o755)
    return run_all(folder, f"{programs}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.slow
def test_every_command_works_as_written(said):
    assert list(said) == commands()


@pytest.mark.slow
def test_the_games_that_play_saved_can_be_watched_told_and_verified(said):
    assert "block 3, rotation 1" in said["tenfold watch games"]
    assert "Block 0, rotation 1" in said["tenfold watch games/block-0-rotation-1.t10"]
    assert "8 of 8 games are what they claim to be" in said["tenfold verify games"]


@pytest.mark.slow
def test_the_better_bot_is_found_and_a_copy_stays_undecided(said):
    better, copy = (text for command, text in said.items() if command.startswith("tenfold compare"))
    assert "greedy is better than shark" in " ".join(better.split())
    assert "Not decided after 5 blocks" in copy


def test_every_command_that_there_is_stands_in_it():
    names = {command.callback.__name__ for command in app.registered_commands if command.callback}
    assert {line.split()[1] for line in commands() if line.startswith("tenfold")} == names


def test_every_exit_code_stands_in_it():
    table = {int(code) for code in re.findall(r"^\| (\d+) \|", DOC, re.MULTILINE)}
    assert table == {int(code) for code in Exit}


def test_every_option_that_it_names_exists():
    options = {
        name
        for command in app.registered_commands
        for name in re.findall(r"--[a-z-]+", " ".join(_help_of(command.callback)))
    }
    assert set(re.findall(r"--[a-z-]{2,}", DOC)) - options == set()


def _help_of(callback) -> list[str]:
    from tests.cli.terminal import tenfold

    return [tenfold(callback.__name__, "--help").out]


def test_the_greeting_it_shows_says_what_its_rules_say():
    shown = json.loads(re.search(r"```json\n(.*?)```", DOC, re.DOTALL)[1])  # type: ignore[index]  # there is one
    rules = RuleSet.from_dict(shown["rules"])
    real = msgspec.to_builtins(greeting(rules, players=2, games=10, limits=TimeLimits()))
    assert all(real["rules"][name] == value for name, value in shown.pop("rules").items())
    assert all(real[name] == value for name, value in shown.items())
