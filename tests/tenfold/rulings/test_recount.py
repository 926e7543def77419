"""A recount is previewed, kept with all that it changed, and undone to the last bit."""

import pytest

from tenfold.competitions.standings import refresh_standing
from tenfold.matches.figures import forget
from tenfold.matches.models import BlockResult, Game
from tenfold.refusal import Refused
from tenfold.rulings.preview import preview_of, undo_preview_of
from tests.tenfold.rulings.scenes import a_league, an_order, rows, ruled, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


@pytest.fixture
def spoiled():
    """A league with a match stored otherwise than its games say, as after a change of the formula."""
    league = a_league(entries=3)
    match = league.matches.earliest("pk")
    match.block_results.update(margins=[2.5, -2.5], wins=[2, 0])
    match.bots.update(margin=0.125)
    forget(match)
    refresh_standing(competition_id=league.pk, even_if_fresh=True)
    return league


def numbers(league) -> list[object]:
    """All that a recount may change."""
    blocks = BlockResult.objects.filter(match__competition=league).order_by("match", "block")
    games = Game.objects.filter(match__competition=league).order_by("pk")
    return [
        *blocks.values_list("match", "block", "margins", "wins", "places", "adjusted"),
        *games.values_list("pk", "outcome"),
        *league.matches.order_by("pk", "bots__index").values_list("bots__margin", "bots__wins", "luck_table"),
    ]


def test_the_preview_says_who_moves_and_changes_nothing(spoiled):
    before = numbers(spoiled)

    preview = preview_of(an_order("recount", spoiled))

    assert preview.counts.recounted == 1
    assert len(preview.moves) >= 2
    assert numbers(spoiled) == before


def test_made_the_standing_is_what_the_games_say(spoiled):
    sound = a_league(entries=3)
    said = preview_of(an_order("recount", spoiled))

    ruled("recount", spoiled)

    def made(league):
        return list(league.standings.order_by("entry").values_list("margin", "rank", "wins"))

    assert made(spoiled) == made(sound)
    new = {move.entry: move.new_margin for move in said.moves}
    assert {row.entry_id: row.margin for row in spoiled.standings.filter(entry__in=new)} == new


def test_undone_every_number_is_as_before(spoiled):
    before, standing = numbers(spoiled), rows(spoiled)
    made = ruled("recount", spoiled)
    assert numbers(spoiled) != before

    assert undo_preview_of(made).counts.recounted == 1
    undone(made)

    assert numbers(spoiled) == before
    assert rows(spoiled) == standing


def test_where_all_is_as_stored_nobody_moves():
    league = a_league(entries=3)
    before = rows(league)

    made = ruled("recount", league)

    assert made.preview["counts"]["recounted"] == 0
    assert made.preview["moves"] == []
    assert rows(league) == before


def test_of_two_recounts_the_newer_is_undone_first(spoiled):
    first, _second = ruled("recount", spoiled), ruled("recount", spoiled)

    with pytest.raises(Refused, match="Undo ruling 2 first"):
        undo_preview_of(first)


def test_too_many_matches_are_left_to_the_command(spoiled, monkeypatch):
    monkeypatch.setattr("tenfold.rulings.recount.MOST_MATCHES", 2)

    with pytest.raises(Refused, match=r"manage\.py recount"):
        preview_of(an_order("recount", spoiled))
