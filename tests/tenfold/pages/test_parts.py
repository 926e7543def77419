"""The small parts that pages are made of."""

import json
import subprocess
import sys

import pytest

from tenfold.bots.models import BotVersion, VersionState
from tenfold.bots.steps import steps_of
from tenfold.competitions.leaderboard import WIDTH, board_of
from tenfold.competitions.models import Competition, Standing
from tenfold.pages import once
from tenfold.pages.examples import TEN_LINES, messages
from tenfold.pages.templatetags import league


def a_standing(margin: float, *, half: float = 0.5, ranks: tuple[int, int] = (1, 1)) -> Standing:
    low, high = ranks
    return Standing(
        margin=margin, low=margin - half, high=margin + half, rank=low, rank_low=low, rank_high=high
    )


def test_a_scale_holds_every_interval_and_zero():
    scale = board_of([a_standing(2.0), a_standing(1.0)], None).scale
    assert 0 <= scale.zero < scale.x(0.5) < scale.x(2.5) <= WIDTH


def test_a_scale_of_nothing_but_zeros_puts_them_in_the_middle():
    assert board_of([a_standing(0.0, half=0.0)], None).scale.zero == WIDTH // 2


def test_a_scale_of_no_rows_can_be_drawn_all_the_same():
    assert board_of([], None).rows == []


def test_neighbours_are_joined_where_their_rank_ranges_overlap():
    ranks = [(3, (1, 1)), (2, (2, 3)), (1, (2, 3))]
    rows = board_of([a_standing(margin, ranks=between) for margin, between in ranks], None).rows
    assert [(row.joined_up, row.joined_down) for row in rows] == [
        (False, False),
        (False, True),
        (True, False),
    ]


def test_an_interval_is_drawn_around_its_margin():
    (row,) = board_of([a_standing(1.0, half=0.25)], None).rows
    assert row.left < row.middle < row.left + row.width
    assert (row.told, row.half_told) == ("+1.00", "0.25")


def test_a_margin_s_words_say_how_points_count():
    assert "100 points counting as one phase" in board_of([], None).measured.words


@pytest.mark.parametrize(
    ("measure", "told", "half"),
    [("adjusted", "−0.50", "0.10"), ("wins", "62.5%", "10.0%"), ("places", "1.38", "0.10")],
)
def test_a_competition_s_own_measure_is_drawn(measure, told, half):
    competition = Competition(measure=measure, players=2)
    one = a_standing(3.0)
    one.adjusted, one.adjusted_low, one.adjusted_high = -0.5, -0.6, -0.4
    one.win_share, one.wins_low, one.wins_high = 0.625, 0.525, 0.725
    one.mean_place, one.place_low, one.place_high = 1.375, 1.275, 1.475
    board = board_of([one], competition)
    assert (board.rows[0].told, board.rows[0].half_told) == (told, half)
    # More wins and lower places than an average bot stand to the right of the line, a bad margin to the left.
    assert (board.rows[0].middle > board.scale.zero) is (measure != "adjusted")


@pytest.mark.parametrize(
    ("value", "shown"), [(0.734, "+0.73"), (-1.2, "−1.20"), (0.001, "±0.00"), (-0.004, "±0.00"), (None, "–")]
)
def test_a_margin_is_shown_with_its_sign(value, shown):
    assert league.signed(value) == shown


@pytest.mark.parametrize(
    ("name", "label"), [("R12", "red 12"), ("G1", "green 1"), ("W", "wild"), ("S", "skip")]
)
def test_a_card_tells_its_name_to_who_cannot_see_it(name, label):
    assert f'role="img" aria-label="{label}"' in league.card(name)


def test_a_fault_that_ended_a_bot_looks_unlike_one_that_cost_a_strike():
    assert 'class="chip bad">out of memory<' in league.fault_chip("out_of_memory")
    assert 'class="chip odd">illegal move ×3<' in league.fault_chip("illegal_move", 3)


def test_what_the_sandbox_measured_is_put_in_words():
    detail = {
        "exit_code": 0,
        "signal": None,
        "memory_peak_bytes": 4_907_008,
        "raw": "not here",
        "cpu_ms": 1.5,
    }
    assert league.measured(detail) == [
        ("Exit code", "0"),
        ("Most memory in use", "4.9 MB"),
        ("CPU for this request", "1.5 ms"),
    ]
    assert league.measured(None) == []


def test_every_state_has_a_look_of_its_own_right():
    states = {*VersionState.values, "scheduled", "running", "finished", "void", "cancelled", "benched"}
    assert states <= league._STATES.keys()


@pytest.mark.parametrize(
    ("state", "dossier", "looks"),
    [
        ("received", None, ["now", "", "", ""]),
        ("checking", None, ["done", "now", "", ""]),
        ("trial", None, ["done", "done", "now", ""]),
        ("ready", None, ["done", "done", "done", "done"]),
        ("refused", None, ["done", "failed"]),
        ("refused", {"kind": "crashed"}, ["done", "done", "failed"]),
    ],
)
def test_a_versions_state_is_a_place_among_its_steps(state, dossier, looks):
    assert [step.look for step in steps_of(BotVersion(state=state, dossier=dossier))] == looks


def test_every_message_of_the_protocol_has_an_example_and_its_answer():
    assert [example.name for example in messages()] == [
        "hello",
        "phase",
        "draw",
        "play",
        "deal_over",
        "game_over",
    ]
    for example in messages():
        assert json.loads(example.request)["id"] == json.loads(example.reply)["id"]


def test_the_ten_line_bot_has_ten_lines_and_answers_every_message():
    assert len(TEN_LINES.splitlines()) == 10
    asked = "".join(f"{example.request}\n" for example in messages())
    ran = subprocess.run(
        [sys.executable, "-c", TEN_LINES], input=asked, capture_output=True, text=True, check=True, timeout=20
    )
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(answers) == len(messages())
    assert answers[2]["draw"] == "stock"
    assert answers[3]["discard"] in json.loads(messages()[3].request)["hand"]


def test_work_is_done_once_for_a_token():
    done: list[str] = []

    def work() -> str:
        done.append("work")
        return f"/made/{len(done)}/"

    token = once.new_token()
    addresses = {once.once(who=1, token=token, work=work, meanwhile="/wait/") for _ in range(3)}
    assert (addresses, len(done)) == ({"/made/1/"}, 1)


def test_a_token_is_one_persons():
    token = once.new_token()
    assert once.once(who=1, token=token, work=lambda: "/mine/", meanwhile="/wait/") == "/mine/"
    assert once.once(who=2, token=token, work=lambda: "/theirs/", meanwhile="/wait/") == "/theirs/"


def test_while_work_is_under_way_a_second_sending_waits_elsewhere():
    token = once.new_token()

    def work() -> str:
        return once.once(who=1, token=token, work=lambda: "/twice/", meanwhile="/wait/")

    assert once.once(who=1, token=token, work=work, meanwhile="/wait/") == "/wait/"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "a moment"), (44, "about 40 s"), (90, "about 2 min"), (5000, "about 83 min"), (9000, "about 2 h")],
)
def test_a_time_to_come_is_told_as_roughly_as_it_is_known(seconds, said):
    assert league.about(seconds) == said
