"""A bot to begin with, and what the site would say of a bot."""

import subprocess
import sys
import zipfile

import pytest

from tests.cli.terminal import CRASHING, PLAIN, QUICK, TALKING, UNREADABLE, a_bot, flat, tenfold


@pytest.fixture(scope="module")
def starter(tmp_path_factory):
    folder = tmp_path_factory.mktemp("new") / "shark"
    assert tenfold("new", folder).code == 0
    return folder


def test_new_makes_a_bot_and_its_test(starter):
    assert sorted(path.name for path in starter.iterdir()) == ["bot.py", "test_bot.py"]


@pytest.mark.parametrize("how", [["test_bot.py"], ["-m", "pytest", "-q", "-p", "no:cacheprovider"]])
def test_the_starter_s_test_runs_with_python_alone_and_with_pytest(starter, how):
    done = subprocess.run(
        [sys.executable, "-B", *how], cwd=starter, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed" in done.stdout


def test_the_starter_passes_the_check(starter):
    ended = tenfold("check", starter / "bot.py")
    assert ended.code == 0
    assert "The site would take this bot." in ended.out


def test_the_starter_plays_better_than_the_ten_lines(starter):
    ended = tenfold("play", starter / "bot.py", "tenline", *QUICK, "--blocks", 6, "--seed", "s", "--json")
    assert ended.code == 0
    assert [row["name"] for row in ended.json["bots"]] == ["shark", "tenline"]
    assert ended.json["bots"][0]["margin"]["low"] > 0


def test_new_does_not_write_over_what_is_there(starter):
    ended = tenfold("new", starter)
    assert ended.code == 2
    assert "is there already" in flat(ended.err)


def test_a_file_that_does_not_compile_is_refused_with_line_and_reason(tmp_path):
    ended = tenfold("check", a_bot(tmp_path, source=UNREADABLE))
    assert ended.code == 1
    assert "refused: main.py, line 1: invalid syntax" in flat(ended.out)


def test_a_module_that_the_site_has_not_is_refused(tmp_path):
    ended = tenfold("check", a_bot(tmp_path, source="import numpy\n" + PLAIN))
    assert ended.code == 1
    assert "numpy is not in this competition's image" in flat(ended.out)


def test_a_crash_in_the_trial_is_shown_with_all_there_is_to_know(tmp_path):
    ended = tenfold("check", a_bot(tmp_path, source=CRASHING))
    told = flat(ended.out)
    assert ended.code == 1
    assert "your bot: exited block 0, rotation 0, turn 5, seat 1" in told
    assert 'asked {"type":"draw"' in told
    assert "last words Traceback" in told
    assert "KeyError: 'gone'" in told
    assert "exit_code 1" in told


def test_a_bot_that_prints_debugging_to_stdout_is_told_so(tmp_path):
    ended = tenfold("check", a_bot(tmp_path, source=TALKING))
    told = flat(ended.out)
    assert ended.code == 1
    assert "came thinking about hello" in told
    assert "hint Stdout is for replies alone. To debug: print(..., file=sys.stderr)" in told


def test_a_zip_is_checked_as_the_site_does(tmp_path):
    archive = tmp_path / "mine.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("main.py", "from part import name\n" + PLAIN)
        file.writestr("part.py", "name = 'x'\n")
    assert tenfold("check", archive).code == 0


def test_json_says_why_a_bot_is_refused_at_once(tmp_path):
    ended = tenfold("check", a_bot(tmp_path, source=UNREADABLE), "--json")
    assert ended.code == 1
    assert ended.json["ok"] is False
    assert "line 1" in ended.json["refused"]
    assert (ended.json["trial"], ended.json["faults"]) == (None, [])


def test_json_holds_the_whole_dossier_of_a_trial(tmp_path):
    found = tenfold("check", a_bot(tmp_path, source=CRASHING), "--json").json
    assert (found["ok"], found["refused"], found["trial"]["opponent"]) == (False, None, "greedy")
    fault = found["faults"][0]["fault"]
    assert {"kind": "exited", "bot": 0, "seat": 0}.items() <= fault.items()
    assert fault["request"].startswith('{"type":"draw"')
    assert "last words" in fault["stderr"]


def test_json_of_a_good_bot_says_what_it_used(tmp_path):
    ended = tenfold("check", a_bot(tmp_path), "--json")
    assert ended.code == 0
    assert ended.json["trial"]["cpu_ms_per_game"] > 0


def test_a_file_that_is_not_there_is_a_wrong_command_line(tmp_path):
    ended = tenfold("check", tmp_path / "none.py")
    assert (ended.code, ended.out) == (2, "")
    assert "none.py is no file" in flat(ended.err)


def test_on_windows_the_file_is_checked_and_the_trial_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    ended = tenfold("check", a_bot(tmp_path))
    assert ended.code == 0
    assert "✓ read" in ended.out
    assert "trial match: left out, as bots cannot be run on Windows itself" in flat(ended.out)
    assert "would take" not in ended.out
