"""A ladder from its first table to its last, on a real web, worker, beat, PostgreSQL and Valkey."""

import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import psycopg
import pytest

from arena.ladder import PLACEMENT_SHARE, longest_wait
from tenfold.competitions.ladders import PLACEMENT_MATCHES
from tests.whole.league import ROOT, League, Visitor, running_league, wait_until
from tests.whole.recount import recounted

pytestmark = [pytest.mark.slow, pytest.mark.alone]

ENTRIES = 4
# Planned in the order of their numbers; each as its match's number, who sat there, and with which version.
TABLES = """
    SELECT match.number, array_agg(seat.entry_id ORDER BY seat.index), array_agg(seat.version_id)
    FROM matches_match match JOIN matches_matchbot seat ON seat.match_id = match.id
    WHERE match.state <> 'cancelled' GROUP BY match.id ORDER BY match.number
"""
NEWEST_VERSION = "SELECT max(id) FROM bots_botversion"
PLACEMENTS = "SELECT placements FROM competitions_round"
ROUND_STATE = "SELECT state FROM competitions_round"
FINISHED = "SELECT count(*) FROM matches_match WHERE state = 'finished'"
IN_THE_STANDING = "SELECT coalesce(sum(games), 0) / 4 FROM competitions_standing"


@dataclass(frozen=True)
class Ladder:
    """What was planned, and how many placements there were before the new version came and at the end."""

    tables: list[tuple[int, list[int], list[int]]]
    entries: list[int]
    new_version: int
    placements_before: int
    placements: int
    visitor: Visitor


def rows(league: League, query: str) -> list[tuple]:
    with psycopg.connect(league.environment["DATABASE_URL"], connect_timeout=60) as connection:
        return connection.execute(query).fetchall()


def number(league: League, query: str) -> int:
    return int(rows(league, query)[0][0])


def scene(league: League, *arguments: str) -> None:
    command = [sys.executable, "-m", "tests.whole.ladder_scene", *arguments]
    done = subprocess.run(
        command, env=league.environment, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]


def everybody_is_placed(league: League) -> bool:
    sat = Counter(entry for _, entries, _ in rows(league, TABLES) for entry in entries)
    return len(sat) == ENTRIES and min(sat.values()) >= PLACEMENT_MATCHES


def sat_with(league: League, version: int) -> int:
    return sum(version in versions for _, _, versions in rows(league, TABLES))


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory):
    """Played until everybody is placed, and on with a new version of the first bot; then stopped."""
    with running_league(tmp_path_factory.mktemp("ladder"), sandbox="process") as league:
        olga = Visitor(league).sign_up("olga")
        scene(league, "begin", "olga")
        olga.fill_in("/c/ladder/", to="/c/ladder/rounds/start/")
        wait_until(lambda: everybody_is_placed(league), "everybody is placed", league=league)
        before = number(league, PLACEMENTS)
        scene(league, "renew")
        new = number(league, NEWEST_VERSION)
        wait_until(lambda: sat_with(league, new) > 3, "the new version is placed", league=league)
        olga.fill_in("/c/ladder/", to="/c/ladder/stop/")
        over = lambda: rows(league, ROUND_STATE) == [("finished",)]  # noqa: E731 - one line, used once
        wait_until(over, "what was scheduled is played", league=league)
        counted = lambda: number(league, FINISHED) == number(league, IN_THE_STANDING)  # noqa: E731
        wait_until(counted, "the standing holds every match", league=league)
        tables = rows(league, TABLES)
        entries = sorted({entry for _, seated, _ in tables for entry in seated})
        yield Ladder(tables, entries, new, before, number(league, PLACEMENTS), olga)


def test_a_new_version_has_placements_again_within_their_share(ladder: Ladder):
    assert ladder.placements > ladder.placements_before > 0
    assert ladder.placements <= PLACEMENT_SHARE * len(ladder.tables)


def test_those_meet_most_about_whose_order_a_match_tells_most(ladder: Ladder):
    knowing, blind = set(ladder.entries[:2]), set(ladder.entries[2:])
    known = ladder.tables[len(ladder.tables) // 3 :]  # once the standing has something to say
    met = Counter(frozenset(seated) for _, seated, _ in known)

    alike = [met[frozenset(knowing)], met[frozenset(blind)]]
    apart = [met[frozenset((one, other))] for one in knowing for other in blind]

    assert sum(alike) / len(alike) > 2 * sum(apart) / len(apart)


def test_nobody_waits_longer_than_was_promised(ladder: Ladder):
    bound = longest_wait(entries=ENTRIES, players=2) + ENTRIES
    for entry in ladder.entries:
        sat = [number for number, seated, _ in ladder.tables if entry in seated]
        waits = [later - earlier for earlier, later in pairwise([0, *sat, len(ladder.tables) + 1])]
        assert max(waits) <= bound


def test_the_standing_equals_a_recount_from_the_games(ladder: Ladder):
    shown = sorted(ladder.visitor.read("competitions/ladder/standings"), key=lambda row: row["entry"])

    counted = sorted(recounted(ladder.visitor, "ladder"), key=lambda row: row.entry)

    assert [row["entry"] for row in shown] == ladder.entries
    for row, again in zip(shown, counted, strict=True):
        exact = ("rank", "rank_low", "rank_high", "entry", "wins", "games", "blocks", "mean_place")
        assert [row[name] for name in exact] == [getattr(again, name) for name in exact]
        assert row["margin"] == pytest.approx(again.margin, abs=1e-9)
