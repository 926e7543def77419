"""Nothing lost, nothing counted twice, nothing left behind."""

import pytest

from tests.whole.chaos.blows import containers
from tests.whole.chaos.site import Site
from tests.whole.league import Visitor
from tests.whole.recount import recounted

EXACT = ("rank", "rank_low", "rank_high", "entry", "wins", "games", "blocks", "mean_place")
COUNTED = """
    SELECT match.id, match.state, match.players * match.blocks, match.blocks,
        (SELECT count(*) FROM matches_attempt WHERE match_id = match.id AND outcome = 'finished'),
        (SELECT count(*) FROM matches_attempt WHERE match_id = match.id AND ended IS NULL),
        (SELECT count(*) FROM matches_game WHERE match_id = match.id),
        (SELECT count(*) FROM matches_blockresult WHERE match_id = match.id),
        (SELECT count(*) FROM matches_faultlog fault JOIN matches_game game ON game.id = fault.game_id
            WHERE game.match_id = match.id)
    FROM matches_match match ORDER BY match.id
"""


def assert_nothing_was_lost(site: Site) -> None:
    """Every match finished, by one attempt, with every game once and no fault of an honest bot."""
    rows = site.rows(COUNTED)
    wrong = [row for row in rows if row[1:2] + row[4:] != ("finished", 1, 0, row[2], row[3], 0)]
    assert wrong == [], f"{wrong}\n{attempts(site, [row[0] for row in wrong])}"
    assert rows
    assert site.rows("SELECT id, state FROM bots_botversion WHERE state <> 'ready'") == []


def attempts(site: Site, matches: list[int]) -> str:
    told = site.rows(
        "SELECT match_id, number, worker, started, heartbeat, ended, outcome, why FROM matches_attempt"
        " WHERE match_id = ANY(%s) ORDER BY 1, 2", matches,
    )  # fmt: skip
    return "\n".join(map(str, told))


def assert_standing_equals_a_recount(visitor: Visitor, competition: str) -> None:
    def by_place(row: dict) -> tuple[int, int]:  # twins may be shown either way round
        return row["rank"], row["entry"]

    shown = sorted(visitor.read(f"competitions/{competition}/standings"), key=by_place)
    counted = recounted(visitor, competition)
    assert len(shown) == len(counted) > 1
    for row, again in zip(shown, counted, strict=True):
        assert [row[name] for name in EXACT] == [getattr(again, name) for name in EXACT]
        for name in ("margin", "low", "high"):
            assert row[name] == pytest.approx(getattr(again, name), abs=1e-9)


def standing_is_whole(site: Site) -> bool:
    """Every finished match is in the standing: it is made anew a moment after each."""
    standing = "SELECT coalesce(sum(games), 0) FROM competitions_standing"
    played = "SELECT coalesce(sum(games), 0) FROM matches_matchbot WHERE entry_id IS NOT NULL"
    return site.rows(f"SELECT ({standing}) = ({played})") == [(True,)]


def assert_no_container_is_left(site: Site) -> None:
    assert containers(site) == {}
