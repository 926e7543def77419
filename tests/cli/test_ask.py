"""`tenfold ask`: a bot meets a position again."""

import json

import pytest

from arena import transcript
from arena.messages import greeting
from arena.protocol import TimeLimits, encode
from arena.requests import requests_to
from tests.cli.terminal import CRASHING, PLAIN, READ, SAY, TALKING, a_bot, a_saved_match, flat, tenfold

# Says how many lines it has read, and crashes over the twelfth.
COUNTING = (
    "import sys\n" + READ.replace("for line in sys.stdin:", "for number, line in enumerate(sys.stdin, 1):")
    + "    print('line', number, file=sys.stderr)\n    assert number < 12, 'twelve'\n"
    + PLAIN.removeprefix(READ)
)  # fmt: skip


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved")
    return a_saved_match(folder) / "block-0-rotation-0.t10"


def lines_of(game, folder, *, count: int):
    """The first lines that seat 0 was asked in the game, as a site gives them out."""
    stored = transcript.load(game.read_bytes())
    hello = greeting(stored.rules, players=2, games=1, limits=TimeLimits())
    asked = [hello, *requests_to(stored, 0)][:count]
    file = folder / "fault-1.ndjson"
    file.write_bytes(b"".join(encode(each) + b"\n" for each in asked))
    return file


def test_it_shows_the_last_line_the_reply_and_what_was_written_to_stderr(game, tmp_path):
    file = lines_of(game, tmp_path, count=6)
    ended = tenfold("ask", a_bot(tmp_path, source=COUNTING), file)
    assert ended.code == 0, ended.err
    last = file.read_text().splitlines()[-1]
    assert f"asked  {last}" in ended.out.replace("\n", "") or last in ended.out
    assert json.loads(last)["id"] in ended.out.split("came", 1)[1]
    assert "line 6" in ended.out
    assert "Line 6 of 6." in ended.out


def test_a_crash_on_the_way_to_the_position_is_met_again(game, tmp_path):
    ended = tenfold("ask", a_bot(tmp_path, source=COUNTING), lines_of(game, tmp_path, count=14))
    assert ended.code == 1
    assert "AssertionError: twelve" in ended.out
    assert "exited: The bot ended with exit code 1 instead of answering" in flat(ended.out)
    assert "Line 12 of 14." in ended.out


def test_a_stored_game_is_asked_up_to_a_turn(game, tmp_path):
    ended = tenfold("ask", a_bot(tmp_path, source=CRASHING), game, "--seat", 1, "--turn", 5)
    assert (ended.code, "KeyError: 'gone'" in ended.out) == (1, True)
    assert '"turn":4' in flat(ended.out)
    assert tenfold("ask", a_bot(tmp_path), game, "--seat", 1, "--turn", 5).code == 0


def test_a_turn_of_another_seat_names_the_nearest_of_ones_own(game, tmp_path):
    ended = tenfold("ask", a_bot(tmp_path), game, "--seat", 1, "--turn", 10**6)
    assert ended.code == 2
    assert "is asked nothing in turn 1000000; the nearest is turn" in flat(ended.err)


def test_a_reply_that_is_none_is_a_fault_here_as_there(game, tmp_path):
    ended = tenfold("ask", a_bot(tmp_path, source=TALKING), lines_of(game, tmp_path, count=1), "--json")
    assert ended.code == 1
    (only,) = ended.json
    assert only["fault"]["kind"] == "bad_reply"
    assert only["came"] == "thinking about hello"


def test_an_id_of_another_request_is_a_fault(game, tmp_path):
    source = READ + "    reply['id'] = 'mine'\n" + SAY
    ended = tenfold("ask", a_bot(tmp_path, source=source), lines_of(game, tmp_path, count=1))
    assert (ended.code, "wrong id:" in ended.out) == (1, True)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "has 0 lines"),
        (b"nonsense\n", "line 1 is no request of the protocol"),
        (b'{"type":"dance","id":"1"}\n', "line 1 is no request of the protocol"),
        (b"[" * 20_000 + b"\n", "line 1 is no request of the protocol"),
        (b'"' + b"x" * (1 << 16) + b'"\n', "and the longest has 65536"),
    ],
    ids=["empty", "no JSON", "another type", "deep", "long"],
)
def test_a_file_of_something_else_is_refused(content, says, tmp_path):
    file = tmp_path / "lines.ndjson"
    file.write_bytes(content)
    ended = tenfold("ask", a_bot(tmp_path), file)
    assert ended.code == 2
    assert says in flat(ended.err)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    ended = tenfold("ask", a_bot(tmp_path), tmp_path / "gone.ndjson")
    assert (ended.code, "is no file" in flat(ended.err)) == (2, True)
