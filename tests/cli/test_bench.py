"""What a bot's answers cost, beside what the site allows."""

import re
import sys

import pytest

from arena.seat import Answer, TimeLeft
from tenfold.cli.timing import FULL, LIMITS, TimedSeat, Timings, percentile
from tests.cli.terminal import CRASHING, PLAIN, READ, UNREADABLE, a_bot, flat, tenfold

QUICK = ("--rules", "first-1", "--seed", "word")
THINKING = PLAIN.replace(
    "    reply =", "    sum(range(1_000_000)) if ask['type'] == 'draw' else None\n    reply ="
)
HOARDING = "import json, sys\nhoard = bytearray(60_000_000)\n" + PLAIN.partition("\n")[2]
SILENT_AT_ONCE = READ + "    {}['gone']\n"


def benched(bot: object, *more: object):
    return tenfold("bench", bot, *more, *QUICK, "--blocks", 1, "--json")


def limits(ended) -> dict[str, dict]:
    return {limit["what"]: limit for limit in ended.json["limits"]}


def test_every_kind_of_request_is_timed_by_itself(tmp_path):
    asked = benched(a_bot(tmp_path, source=THINKING)).json["asked"]
    assert set(asked) == {"hello", "draw", "play", "deal_over", "game_over"}
    assert (asked["hello"]["times"], asked["game_over"]["times"]) == (2, 2)
    assert asked["draw"]["cpu_mean"] > 5 * asked["play"]["cpu_mean"]
    for spent in asked.values():
        assert 0 < spent["cpu_mean"] <= spent["cpu_max"]
        assert spent["cpu_p99"] <= spent["cpu_max"]


def test_the_game_that_comes_nearest_to_its_bank_is_at_least_as_near_as_all_together(tmp_path):
    # By shares, not milliseconds: the nearest game may be the shorter one. That once failed by 4%.
    ended = benched(a_bot(tmp_path, source=THINKING))
    asked = ended.json["asked"]
    games, requests = asked["game_over"]["times"], sum(kind["times"] for kind in asked.values())
    allowed = games * LIMITS.cpu_bank_ms + requests * LIMITS.cpu_per_move_ms
    game = limits(ended)["CPU of a game"]
    assert FULL.cpu_ms < game["allowed"] < allowed
    assert game["used"] / game["allowed"] >= asked["draw"]["cpu_mean"] * asked["draw"]["times"] / allowed


def test_the_memory_that_a_bot_holds_is_seen(tmp_path):
    held = [
        limits(benched(a_bot(tmp_path, f"{number}.py", source)))["memory"]["used"]
        for number, source in enumerate([PLAIN, HOARDING])
    ]
    if sys.platform == "linux":
        assert held[1] - held[0] == pytest.approx(60_000_000 / 2**20, abs=5)
    else:
        assert held == [None, None]


def test_the_opponents_are_those_that_are_named(tmp_path):
    ended = tenfold("bench", "tenline", "random", "greedy", *QUICK, "--blocks", 1)
    assert ended.code == 0
    assert flat(ended.out).endswith("tenline · random · greedy: 3 games, seed word.")


def test_the_table_fits_a_terminal_and_names_every_limit(tmp_path):
    ended = tenfold("bench", a_bot(tmp_path), *QUICK, "--blocks", 1)
    assert max(map(len, ended.out.splitlines())) <= 80
    assert "decisions a second" in ended.out
    assert re.search(r"taken from the CPU bank \d+ ms 2,020 ms \d+%", flat(ended.out))


def test_a_crash_is_shown_beside_what_was_measured_until_then(tmp_path):
    ended = tenfold("bench", a_bot(tmp_path, source=CRASHING), "--blocks", 1)
    assert ended.code == 1
    assert "decisions a second" in ended.out
    assert "last words" in ended.out


def test_a_bot_that_never_answered_has_a_dossier_and_no_figures(tmp_path):
    ended = tenfold("bench", a_bot(tmp_path, source=SILENT_AT_ONCE), "--blocks", 1)
    assert ended.code == 1
    assert flat(ended.out).startswith("mine: start failed")


def test_a_bot_that_the_site_would_refuse_is_not_run(tmp_path):
    ended = tenfold("bench", a_bot(tmp_path, source=UNREADABLE))
    assert ended.code == 2
    assert "would be refused by the site" in flat(ended.err)


def test_a_table_of_seven_is_refused():
    assert "a table has up to 6 bots, not 7" in flat(tenfold("bench", *["greedy"] * 7).err)


def test_the_lowest_of_both_banks_is_kept_over_all_games():
    class Seat:
        left = iter([(2020, 6060), (1500, 5900), (2020, 6060), (1900, 4000)])

        def time_left(self):
            return TimeLeft(*next(self.left))

        def ask(self, line):
            return Answer(b"{}", cpu_ms=3.0, wall_ms=4.0)

    timings = Timings()
    seat = TimedSeat(Seat(), timings)  # type: ignore[arg-type]  # all that is needed of one
    for _ in range(4):
        seat.time_left()
    seat.ask(b'{"type":"draw"}')
    assert timings.lowest == TimeLeft(cpu_ms=1500, wall_ms=4000)
    assert timings.answers == {"draw": [(3.0, 4.0)]}
    assert timings.decisions_per_second() == 250


@pytest.mark.parametrize(("count", "value"), [(1, 1), (50, 50), (100, 99), (101, 100), (200, 198)])
def test_a_percentile_is_a_value_that_occurred(count, value):
    assert percentile(range(count, 0, -1), 0.99) == value
