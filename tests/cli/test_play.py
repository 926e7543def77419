"""Bots at a table: the result, what went wrong, what is kept."""

import json
import sys
from contextlib import closing
from itertools import islice
from multiprocessing import active_children

import pytest

from arena.match import block_seed
from arena.phase10.rules import NAMED
from arena.transcript import load
from tenfold.cli import playing
from tenfold.cli.bots import find_bots, house_bots
from tests.cli.terminal import CRASHING, QUICK, TALKING, a_bot, a_saved_match, flat, tenfold


def played(*arguments: object):
    return tenfold("play", *arguments, *QUICK, "--json")


def test_the_result_is_a_table_with_margin_and_interval():
    ended = tenfold("play", "tenline", "greedy", *QUICK, "--blocks", 3, "--seed", "word")
    first, second, third = ended.out.splitlines()[:3]
    assert ended.code == 0
    assert first.split() == [
        "Bot",
        "Margin",
        "95%",
        "Wins",
        "Place",
        "Phases",
        "CPU",
        "ms",
        "Max",
        "ms",
        "Faults",
    ]
    assert (second.split()[0], third.split()[0]) == ("greedy", "tenline")
    assert "6/6" in second
    assert "3 blocks, 6 games, seed word." in ended.out


def test_nothing_is_wider_than_a_terminal(tmp_path):
    source = house_bots()["greedy"].read_text()
    bots = [a_bot(tmp_path, f"a_rather_long_name_of_a_bot_{number}.py", source) for number in range(6)]
    ended = tenfold("play", *bots, *QUICK, "--blocks", 1)
    assert max(map(len, ended.out.splitlines())) <= 80


def test_the_same_seed_gives_the_same_games_on_any_number_of_jobs():
    table = ("tenline", "greedy", "--rules", "first-1", "--blocks", 6, "--seed", "word", "--json")
    one, two = (tenfold("play", *table, "--jobs", jobs).json for jobs in (1, 2))
    margins = [[row["margin"] for row in result["bots"]] for result in (one, two)]
    assert margins[0] == margins[1]
    assert [row["wins"] for row in one["bots"]] == [row["wins"] for row in two["bots"]]


def test_games_that_are_no_longer_wanted_leave_no_process():
    line = playing.line_up(find_bots(["greedy", "greedy"]), NAMED["first-1"], "word")
    told: list[None] = []
    with closing(playing.play(line, blocks=200, jobs=2, on_game=lambda: told.append(None))) as stretches:
        next(stretches)
    assert len(told) >= 2 * playing.STRETCH
    assert active_children() == []


def test_another_seed_gives_other_decks(tmp_path):
    seeds = {
        tenfold(
            "play", "tenline", "greedy", *QUICK, "--blocks", 1, "--save", tmp_path / word, "--seed", word
        ).code
        or load((tmp_path / word / "block-0-rotation-0.t10").read_bytes()).seed
        for word in ("one", "two")
    }
    assert len(seeds) == 2


def test_json_names_the_seed_so_that_it_can_be_repeated():
    result = played("tenline", "greedy", "--blocks", 1).json
    assert (result["blocks"], result["games"], result["faults"]) == (1, 2, [])
    again = played("tenline", "greedy", "--blocks", 1, "--seed", result["seed"]).json
    assert [row["margin"] for row in again["bots"]] == [row["margin"] for row in result["bots"]]


def test_a_crash_is_shown_with_its_dossier_and_the_exit_code_tells(tmp_path):
    ended = tenfold("play", a_bot(tmp_path, source=CRASHING), "tenline", "--jobs", 1, "--blocks", 1)
    told = flat(ended.out)
    assert ended.code == 1
    assert "mine: exited block 0, rotation 0, turn 5, seat 1, the first of 2" in told
    assert 'asked {"type":"draw"' in told
    assert "last words" in told


def test_a_bot_that_prints_debugging_to_stdout_is_told_so(tmp_path):
    result = played(a_bot(tmp_path, source=TALKING), "tenline", "--blocks", 1).json
    assert "print(..., file=sys.stderr)" in result["faults"][0]["hint"]
    assert result["faults"][0]["name"] == "mine"


def test_a_bot_against_itself_gets_a_second_name():
    assert [bot.name for bot in find_bots(["greedy", "greedy"])] == ["greedy", "greedy (2)"]


def test_a_file_called_bot_is_named_by_its_folder(tmp_path):
    a_bot(tmp_path, "shark/bot.py")
    assert find_bots([str(tmp_path / "shark" / "bot.py"), "tenline"])[0].name == "shark"


@pytest.mark.parametrize("name", ["expectimax", "planner", "greedy", "random", "tenline"])
def test_the_house_bots_are_known_by_name(name):
    assert name in house_bots()


def test_an_unknown_bot_is_refused_with_the_names_there_are():
    ended = tenfold("play", "nobody.py", "greedy")
    assert (ended.code, ended.out) == (2, "")
    assert "nobody.py is no file, and no house bot: they are expectimax, greedy, planner, " in flat(ended.err)


@pytest.mark.parametrize("command", [("play", "greedy"), ("check",), ("bench",)])
def test_a_folder_is_refused_with_the_bot_in_it(command, tmp_path):
    bot = a_bot(tmp_path, "shark/main.py")
    ended = tenfold(*command, bot.parent)
    assert (ended.code, ended.out) == (2, "")
    # A long path is broken where its line is full, a short one stands on the next line.
    assert "".join(f"is a folder: name the bot in it, such as {bot}".split()) in "".join(ended.err.split())


def test_a_table_of_one_is_refused():
    assert "a table has 2 to 6 bots, not 1" in flat(tenfold("play", "greedy").err)


def test_rules_that_there_are_none_of_are_refused():
    ended = tenfold("play", "greedy", "random", "--rules", "mine")
    assert ended.code == 2
    assert "there are no rules and no file named 'mine'; there are standard, " in flat(ended.err)


def test_rules_of_ones_own_come_from_a_file(tmp_path):
    file = tmp_path / "short.json"
    file.write_text(json.dumps({"phases": [1, 2], "go_out": "discard"}))
    ended = tenfold("play", "greedy", "random", "--rules", str(file), "--blocks", 1, "--jobs", 1, "--json")
    rules = json.loads(ended.out)["rules"]
    assert (rules["phases"], rules["go_out"], rules["hit"]) == ([1, 2], "discard", "same_turn")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is no JSON that can be read"),
        ("[1]", "a rule set is an object"),
        ('{"speed": 9}', "no field 'speed'"),
    ],
)
def test_a_file_that_holds_no_rules_is_refused_with_what_is_wrong(tmp_path, text, says):
    file = tmp_path / "mine.json"
    file.write_text(text)
    ended = tenfold("play", "greedy", "random", "--rules", str(file))
    assert ended.code == 2
    assert says in flat(ended.err)


def test_saved_games_come_with_their_index_and_the_promised_decks(tmp_path):
    saved = a_saved_match(tmp_path, blocks=2)
    index = json.loads((saved / "match.json").read_text())
    assert [game["file"] for game in index["games"]] == [
        f"block-{block}-rotation-{rotation}.t10" for block in (0, 1) for rotation in (0, 1)
    ]
    assert [bot["name"] for bot in index["bots"]] == ["tenline", "greedy"]
    last = load((saved / index["games"][-1]["file"]).read_bytes())
    assert last.seed == block_seed(bytes.fromhex(index["secret"]), index["key"], 1)


def test_games_are_not_saved_over_others(tmp_path):
    saved = a_saved_match(tmp_path)
    ended = tenfold("play", "tenline", "greedy", *QUICK, "--save", saved)
    assert ended.code == 2
    assert "holds a saved match already" in flat(ended.err)


def interrupted_after(stretches: int):
    """Playing as by the command, until Ctrl-C."""

    def play(line, *, blocks, jobs, on_game):
        yield from islice(playing.play(line, blocks=blocks, jobs=1, on_game=on_game), stretches)
        raise KeyboardInterrupt

    return play


@pytest.mark.parametrize("command", ["play", "compare"])
def test_an_interrupt_has_an_exit_code_of_its_own(command, monkeypatch):
    monkeypatch.setattr(f"tenfold.cli.{command}.play_blocks", interrupted_after(0))
    ended = tenfold(command, "tenline", "greedy", *QUICK)
    assert (ended.code, ended.out) == (130, "")
    assert "Interrupted: nothing is counted, nothing is saved." in ended.err


def test_what_was_over_before_an_interrupt_is_shown_and_saved(monkeypatch, tmp_path):
    monkeypatch.setattr("tenfold.cli.play.play_blocks", interrupted_after(1))
    ended = tenfold("play", "tenline", "greedy", *QUICK, "--save", tmp_path / "games", "--json")
    assert (ended.code, ended.json["blocks"], ended.json["games"]) == (130, 5, 10)
    assert "Interrupted: 5 blocks count, those that were over." in ended.err
    assert len([*(tmp_path / "games").glob("*.t10")]) == 10


def test_an_interrupted_comparison_says_what_is_known_so_far(monkeypatch):
    monkeypatch.setattr("tenfold.cli.compare.play_blocks", interrupted_after(1))
    ended = tenfold("compare", "tenline", "greedy", *QUICK, "--seed", "word")
    assert ended.code == 130
    assert "Not decided after 5 blocks: greedy is ahead" in flat(ended.out)


def test_a_failure_that_is_not_the_bot_s_says_so(monkeypatch):
    monkeypatch.setattr("sandbox.process.LOADER", "/nowhere/loader.py")
    ended = tenfold("play", "tenline", "greedy", *QUICK)
    assert ended.code == 4
    assert "This is not your bot's fault." in flat(ended.err)


@pytest.mark.parametrize("command", [("play", "greedy"), ("compare", "greedy"), ("bench",), ("check",)])
def test_a_bot_that_could_not_be_read_by_our_fault_is_not_told_that_it_is_its_own(
    command, monkeypatch, tmp_path
):
    monkeypatch.setattr("sandbox.upload.COMMAND", ["/nowhere/python"])
    ended = tenfold(*command, a_bot(tmp_path))
    assert ended.code == 4
    assert "This is not your bot's fault." in flat(ended.err)


def test_on_windows_bots_are_not_run_and_it_says_what_works(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    ended = tenfold("play", "tenline", "greedy")
    assert ended.code == 2
    assert "use the Windows Subsystem for Linux" in flat(ended.err)
