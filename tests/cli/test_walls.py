"""The command stands alone: without the site's dependencies, and without what only some systems have."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import a_saved_match, tenfold
from tests.golden.remake import FOLDER

ROOT = Path(__file__).resolve().parents[2]
# Of the site; and what Python has on Unix alone.
SITE = ("django", "celery", "rest_framework", "docker", "numpy", "kombu", "redis", "structlog", "environ")
UNIX = ("fcntl", "resource", "pwd", "grp", "termios", "pty")

BLOCKING = """
import sys
for name in {names!r}:
    sys.modules[name] = None
{before}
from tenfold.cli.app import main
main({arguments!r})
"""
# What is missing on Windows in modules that are there.
NO_FORK = """
import os, select, signal
for module, names in ((os, ("fork", "mkfifo", "killpg", "sched_setaffinity")), (select, ("poll",)),
                      (signal, ("SIGKILL",))):
    for name in names:
        delattr(module, name)
"""


def without(names, *arguments: object, before: str = ""):
    script = BLOCKING.format(names=names, before=before, arguments=[str(one) for one in arguments])
    return subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_bots_are_checked_and_played_without_any_dependency_of_the_site(tmp_path):
    done = without(SITE, "play", "greedy", "greedy", "--blocks", 1, "--jobs", 1, "--rules", "first-1")
    assert done.returncode == 0, done.stderr
    assert "greedy (2)" in done.stdout


@pytest.mark.parametrize("command", [["--help"], ["replay", FOLDER / "standard-2.t10"], ["verify", FOLDER]])
def test_what_runs_no_bot_works_without_what_only_unix_has(command):
    done = without((*SITE, *UNIX), *command, before=NO_FORK)
    assert done.returncode == 0, done.stderr


def test_new_works_there_too(tmp_path):
    assert without((*SITE, *UNIX), "new", tmp_path / "shark", before=NO_FORK).returncode == 0


def test_a_bot_s_file_is_checked_there_too(tmp_path):
    tenfold("new", tmp_path / "shark")
    # Named so only after the imports: on Windows, Python and Typer import modules that are there alone.
    windows = f"import tenfold.cli.app{NO_FORK}sys.platform = 'win32'"
    checked = without(SITE, "check", tmp_path / "shark" / "bot.py", before=windows)
    assert checked.returncode == 0, checked.stderr
    assert "✓ read" in checked.stdout
    assert "left out, as bots cannot be run on Windows" in " ".join(checked.stdout.split())


def test_help_fits_a_terminal_and_names_every_command_and_exit_code():
    ended = tenfold("--help")
    assert ended.code == 0
    assert max(map(len, ended.out.splitlines())) <= 80
    for name in ("new", "check", "submit", "play", "compare", "bench", "ask", "watch", "replay", "verify"):
        assert f"│ {name} " in ended.out
    assert "Exit codes: 0 all is well;" in " ".join(ended.out.split())


def test_json_leaves_stdout_to_the_document(tmp_path):
    assert tenfold("verify", a_saved_match(tmp_path), "--json").json
    assert tenfold("replay", FOLDER / "playoff-2.t10", "--json").json
