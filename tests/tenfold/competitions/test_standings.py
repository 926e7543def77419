"""The leaderboard equals a recount, from whatever state it starts."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tenfold.competitions.models import Competition, Standing
from tenfold.competitions.rounds import start_round
from tenfold.competitions.standings import counted_blocks, refresh_stale, refresh_standing
from tenfold.matches.models import Match
from tests.builders import a_competition, a_round, an_entry, crashing, planned, played, ten_lines

pytestmark = pytest.mark.django_db


def a_played_competition(*, entries: int = 3, **more: Any) -> Competition:
    round_ = a_round(competition=a_competition(**more), entries=entries)
    for match in round_.matches.all():
        played(match)
    return round_.competition


def rows(competition: Competition) -> list[tuple[Any, ...]]:
    return list(competition.standings.order_by("entry").values_list("entry", "margin", "rank", "games"))


def test_the_standing_has_a_row_for_everybody_who_played():
    competition = a_played_competition()

    assert refresh_standing(competition_id=competition.pk)

    assert competition.standings.count() == 3


def test_figures_equal_a_recount_from_the_games():
    competition = a_played_competition(players=3, entries=4, blocks=2)
    refresh_standing(competition_id=competition.pk)

    games, wins, places = (Counter[int | None]() for _ in range(3))
    for match in competition.matches.prefetch_related("bots", "games"):
        for game in match.games.all():
            for seat in game.outcome:
                entry = match.bots.get(index=seat["bot"]).entry_id
                games[entry] += 1
                wins[entry] += seat["place"] == 1
                places[entry] += seat["place"]

    for row in competition.standings.all():
        assert (row.games, row.wins) == (games[row.entry_id], wins[row.entry_id])
        assert row.mean_place == pytest.approx(places[row.entry_id] / games[row.entry_id])


def test_doing_it_again_changes_nothing():
    competition = a_played_competition()
    refresh_standing(competition_id=competition.pk)
    before = rows(competition)

    refresh_standing(competition_id=competition.pk, even_if_fresh=True)

    assert rows(competition) == before


def test_a_fresh_standing_is_left_alone():
    competition = a_played_competition()
    refresh_standing(competition_id=competition.pk)

    assert not refresh_standing(competition_id=competition.pk)


def test_the_order_in_which_results_came_does_not_matter():
    competition = a_played_competition(entries=4)
    blocks = counted_blocks(competition)
    from arena import rating

    shuffled = Random(1).sample(blocks, len(blocks))

    assert rating.standing(shuffled) == rating.standing(blocks)


def test_a_standing_spoiled_by_hand_is_made_right():
    competition = a_played_competition()
    refresh_standing(competition_id=competition.pk)
    before = rows(competition)
    Standing.objects.update(games=999, wins=0)

    refresh_standing(competition_id=competition.pk, even_if_fresh=True)

    assert rows(competition) == before


def test_faults_are_counted_by_kind():
    round_ = a_round()
    match = round_.matches.get()
    played(match, bots=[crashing, ten_lines])
    refresh_standing(competition_id=round_.competition_id)

    crashed, sound = (match.bots.get(index=index).entry.standing.faults for index in (0, 1))

    assert list(crashed) == ["crashed"]
    assert sound == {}


def test_results_of_several_rounds_add_up():
    competition = a_played_competition()
    round_ = planned(start_round(competition=competition, by=competition.organizer))
    for match in round_.matches.all():
        played(match)

    refresh_standing(competition_id=competition.pk)

    assert {row.blocks for row in competition.standings.all()} == {4}


def test_void_and_running_matches_do_not_count():
    competition = a_played_competition()
    round_ = planned(start_round(competition=competition, by=competition.organizer))
    round_.matches.update(state=Match.State.VOID)

    assert {block.match for block in counted_blocks(competition)}.isdisjoint(
        round_.matches.values_list("pk", flat=True)
    )


def test_who_has_not_played_has_no_row():
    competition = a_played_competition()
    late = an_entry(competition=competition)

    refresh_standing(competition_id=competition.pk)

    assert not Standing.objects.filter(entry=late).exists()


def test_a_standing_whose_nudge_was_lost_is_asked_for_again(nudges):
    competition = a_played_competition()
    nudges.clear()

    refresh_stale()

    assert nudges == [("tenfold.competitions.tasks.refresh_standing", competition.pk)]


def test_a_bot_that_crashes_stands_behind_every_bot_that_plays():
    competition = a_competition(blocks=3)
    for _ in range(3):
        an_entry(competition=competition)
    broken = an_entry(competition=competition)
    for match in a_round(competition=competition).matches.all():
        seats = match.bots.order_by("index")
        played(match, bots=[crashing if seat.entry == broken else ten_lines for seat in seats])

    refresh_standing(competition_id=competition.pk)

    assert competition.standings.order_by("-rank").first().entry == broken
    assert competition.standings.get(entry=broken).rank == 4
