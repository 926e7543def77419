"""Clocks are stored small, and come back as they were measured."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from hypothesis import given
from hypothesis import strategies as st

from tenfold.matches.clocks import packed, unpacked
from tests.builders import a_match, a_record, played

# As a table measures them: whole microseconds, up to an hour.
times = st.integers(0, 3_600_000_000).map(lambda microseconds: round(microseconds / 1000, 3))
clocks = st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 5), times, times), max_size=50)


@given(clocks)
def test_what_is_unpacked_is_what_was_packed(measured):
    assert unpacked(packed(measured)) == measured


def test_a_time_beyond_what_a_column_holds_is_the_most_it_holds():
    assert unpacked(packed([(1, 0, 1e9, 5.0)])) == [(1, 0, 4_294_967.295, 5.0)]


def test_a_request_takes_a_few_bytes():
    measured = [(turn // 2, turn % 2, 0.1 + turn % 37 / 1000, 0.2 + turn % 91 / 1000) for turn in range(600)]
    assert len(packed(measured)) < 6 * len(measured)


@pytest.mark.django_db
def test_a_stored_game_has_the_clocks_of_its_record():
    match = a_match()
    record = a_record(match)
    played(match, record)

    stored = [unpacked(bytes(game.clocks)) for game in match.games.order_by("block", "rotation")]
    assert stored == [list(game.clocks) for game in record.games]


@pytest.mark.django_db(transaction=True)
def test_games_that_are_stored_keep_their_clocks_through_the_migration_and_back():
    match = played(a_match())
    kept = [list(map(list, unpacked(bytes(game.clocks)))) for game in match.games.order_by("pk")]
    before = [("matches", "0012_most_blocks")]
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        MigrationExecutor(connection).migrate(before)
        old = MigrationExecutor(connection).loader.project_state(before).apps.get_model("matches", "Game")
        as_json = [game.clocks for game in old.objects.filter(match_id=match.pk).order_by("pk")]
        old.objects.filter(match_id=match.pk, rotation=0).update(clocks=[])
    finally:
        MigrationExecutor(connection).migrate(newest)

    assert as_json == kept
    assert [unpacked(bytes(game.clocks)) for game in match.games.order_by("rotation")] == [
        [],
        list(map(tuple, kept[1])),
    ]
