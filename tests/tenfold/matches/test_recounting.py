"""A recount makes of stored games what a fresh match would have stored."""

import pytest
from django.core.management import CommandError, call_command

from tenfold.competitions.models import Competition
from tenfold.competitions.standings import refresh_standing
from tenfold.matches.models import BlockResult, Game, Match, MatchBot
from tenfold.matches.recounting import recount_competition, recount_match
from tests.builders import a_competition, a_match, a_round, played

pytestmark = pytest.mark.django_db


def a_played_match(**more) -> Match:
    return played(a_match(round_=a_round(competition=a_competition(**more), entries=more.get("players", 2))))


def stored(match: Match) -> list[object]:
    return [
        list(Game.objects.filter(match=match).order_by("block", "rotation").values_list("outcome")),
        list(match.block_results.order_by("block").values_list("block", "margins", "wins", "places")),
        list(
            MatchBot.objects.filter(match=match)
            .order_by("index")
            .values_list("games", "wins", "place_sum", "forfeits", "margin")
        ),
    ]


def spoil_games(match: Match) -> None:
    for game in match.games.all():
        game.outcome = [seat | {"margin": -47.5} for seat in game.outcome]
        game.save()


def spoil_blocks(match: Match) -> None:
    match.block_results.filter(block=0).update(margins=[9, -9, 0])
    match.block_results.filter(block=1).delete()
    BlockResult.objects.create(match=match, block=7, margins=[0, 0, 0], wins=[0, 0, 0], places=[0, 0, 0])


def spoil_bots(match: Match) -> None:
    match.bots.update(margin=3, wins=0, games=1)


def test_what_was_recorded_is_left_as_it_is():
    match = a_played_match(players=3, blocks=2)
    before = stored(match)

    assert not recount_match(match_id=match.pk)
    assert stored(match) == before


@pytest.mark.parametrize("spoil", [spoil_games, spoil_blocks, spoil_bots])
def test_whatever_was_spoiled_comes_out_as_it_was_recorded(spoil):
    match = a_played_match(players=3, blocks=2)
    before = stored(match)
    spoil(match)

    assert recount_match(match_id=match.pk)
    assert stored(match) == before


def test_points_stored_before_they_were_capped_count_for_no_more_than_all_phases():
    match = a_played_match()
    game = match.games.get(rotation=0)
    game.outcome = [seat | {"phases": 0, "points": 4000, "margin": -40.0} for seat in game.outcome]
    game.save()

    recount_match(match_id=match.pk)

    game.refresh_from_db()
    assert {seat["margin"] for seat in game.outcome} == {-1.0}  # it is a game of one phase


def test_games_stored_as_forfeited_before_that_cost_anything_are_worth_the_least_there_is():
    match = a_played_match()
    game = match.games.get(rotation=0)
    game.outcome = [seat | {"phases": 1, "points": 0, "forfeited": True} for seat in game.outcome]
    game.save()

    recount_match(match_id=match.pk)

    game.refresh_from_db()
    assert {seat["margin"] for seat in game.outcome} == {-1.0}


def test_a_recount_of_a_competition_names_the_matches_that_changed_and_makes_its_standing_anew():
    round_ = a_round(entries=3)
    first, *_ = [played(match) for match in round_.matches.order_by("pk")]
    refresh_standing(competition_id=round_.competition_id)
    spoil_bots(first)

    assert recount_competition(competition_id=round_.competition_id) == [first.pk]
    assert Competition.objects.stale().exists()


def test_a_recount_killed_after_some_matches_leaves_the_standing_to_be_made_anew():
    match = a_played_match()
    refresh_standing(competition_id=Competition.objects.get().pk)
    match.block_results.update(margins=[9, -9])

    recount_match(match_id=match.pk)

    assert Competition.objects.get().is_stale


def test_a_recount_that_changes_nothing_leaves_the_standing_alone():
    a_played_match()
    refresh_standing(competition_id=Competition.objects.get().pk)

    assert recount_competition(competition_id=Competition.objects.get().pk) == []
    assert not Competition.objects.stale().exists()


def test_matches_that_have_no_result_are_not_looked_at():
    round_ = a_round(entries=3)
    played(a_match(round_=round_))

    assert recount_competition(competition_id=round_.competition_id) == []


def test_the_command_recounts_the_competitions_named_and_all_by_default(capsys):
    match = a_played_match()
    spoil_bots(match)

    call_command("recount", match.competition.slug)
    call_command("recount")

    assert [line.rsplit(": ")[1] for line in capsys.readouterr().out.splitlines()] == [
        "1 matches came out otherwise.",
        "0 matches came out otherwise.",
    ]


def test_the_command_says_which_competition_there_is_not():
    with pytest.raises(CommandError, match="no competition nowhere"):
        call_command("recount", "nowhere")
