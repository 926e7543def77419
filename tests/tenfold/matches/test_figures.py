"""A standing from packed figures is that from the block results, to the last bit."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arena import rating
from tenfold.competitions.models import Competition
from tenfold.competitions.standings import counted_blocks, fitted, refresh_standing
from tenfold.matches import figures
from tenfold.matches.adjusting import adjust_waiting
from tenfold.matches.models import MatchFigures
from tenfold.matches.recounting import recount_match
from tests.builders import a_competition, a_round, played, ten_lines

pytestmark = pytest.mark.django_db


def throwing_dear(ask):
    """Throws its dearest card, so that it scores otherwise than the ten-line bot."""
    reply = dict(ten_lines(ask))
    if "discard" in reply:
        reply["discard"] = max(
            (card for card in ask["hand"] if card not in "SW"), key=lambda card: int(card[1:])
        )
    return reply


def a_league(*, players: int = 2, entries: int = 4) -> Competition:
    return a_round(competition=a_competition(players=players, blocks=3), entries=entries).competition


@pytest.mark.parametrize("measure", rating.Measure)
@pytest.mark.parametrize("players", [2, 3])
def test_refreshed_after_each_match_it_equals_a_recount_to_the_last_bit(players, measure):
    league = a_league(players=players)
    league.measure = measure
    league.save()
    for number, match in enumerate(league.matches.order_by("-pk")):
        played(match, bots=[throwing_dear] + [ten_lines] * (players - 1))
        if number % 2:
            adjust_waiting()
        refresh_standing(competition_id=league.pk)

        assert fitted(league, without=()) == rating.standing(counted_blocks(league), measure)

    packed = fitted(league, without=())
    MatchFigures.objects.all().delete()
    assert fitted(league, without=()) == packed


def test_only_what_is_new_is_packed():
    league = a_league()
    first, second, *_ = league.matches.all()
    played(first)
    refresh_standing(competition_id=league.pk)
    first.block_results.update(margins=[9, -9])  # by hand, so nothing was told to forget
    played(second)
    refresh_standing(competition_id=league.pk)

    assert MatchFigures.objects.count() == 2
    assert max(row.margin for row in league.standings.all()) < 9


def test_however_many_wait_they_are_packed_some_at_a_time(monkeypatch):
    league = a_league()
    for match in league.matches.all():
        played(match)
    monkeypatch.setattr(figures, "_AT_ONCE", 4)

    with CaptureQueriesContext(connection) as asked:
        rows = fitted(league, without=())

    read = [one["sql"] for one in asked if one["sql"].startswith('SELECT "matches_blockresult"')]
    assert (len(read), MatchFigures.objects.count()) == (2, league.matches.count())
    assert rows == rating.standing(counted_blocks(league))


def test_a_recount_is_seen_by_the_next_standing():
    league = a_league(entries=2)
    match = played(league.matches.get(), bots=[throwing_dear, ten_lines])
    refresh_standing(competition_id=league.pk)
    right = fitted(league, without=())
    match.block_results.update(margins=[9, -9])
    MatchFigures.objects.all().delete()
    assert fitted(league, without=()) != right

    recount_match(match_id=match.pk)

    assert fitted(league, without=()) == right


def test_matches_set_aside_are_left_out():
    league = a_league()
    first, *_ = [played(match) for match in league.matches.all()]

    rows = fitted(league, without={first.pk})

    assert sum(row.blocks for row in rows) == 2 * 3 * 5


def test_nothing_played_makes_no_standing():
    assert fitted(a_league(), without=()) == []
