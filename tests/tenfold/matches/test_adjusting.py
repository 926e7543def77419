"""Margins less luck: stored after the match, once or often, and never in a result's way."""

import pytest

from arena.luck import the_table, told
from arena.phase10.rules import RuleSet
from tenfold.competitions.models import Competition
from tenfold.competitions.standings import refresh_standing
from tenfold.matches.adjusting import NO_TABLE, adjust, adjust_waiting
from tenfold.matches.models import Match
from tenfold.matches.recounting import recount_match
from tests.builders import a_competition, a_match, a_round, a_trial, played

pytestmark = pytest.mark.django_db

RULES = RuleSet(phases=(1, 2), turns_per_seat=6, deals_per_game=2)


def a_played_match(players: int = 2) -> Match:
    competition = a_competition(players=players, blocks=2, rules=RULES)
    return played(a_match(round_=a_round(competition=competition, entries=players)))


def stored(match: Match) -> list[list[float] | None]:
    return list(match.block_results.order_by("block").values_list("adjusted", flat=True))


@pytest.mark.parametrize("players", [2, 3])
def test_every_block_of_a_finished_match_gets_margins_less_luck(players):
    match = a_played_match(players)
    assert stored(match) == [None, None]

    assert adjust_waiting() == 1

    assert [len(adjusted or []) for adjusted in stored(match)] == [players, players]
    assert [sum(adjusted or [1]) for adjusted in stored(match)] == pytest.approx([0, 0], abs=1e-9)


def test_it_is_done_once_and_done_again_it_comes_out_the_same():
    match = a_played_match()
    adjust_waiting()
    before = stored(match)

    assert adjust_waiting() == 0
    adjust(match=match)

    assert stored(match) == before
    assert Match.objects.get().luck_table == the_table().version


def test_matches_without_a_result_and_trials_do_not_wait_for_it():
    a_match()
    played(a_trial())

    assert adjust_waiting() == 0


def test_games_that_cannot_be_played_again_keep_their_margins_and_are_not_tried_again():
    match = a_played_match()
    match.games.update(transcript=b"T10 of an engine that nobody has")

    assert adjust_waiting() == 1

    assert (stored(match), Match.objects.get().luck_table) == ([None, None], NO_TABLE)
    assert adjust_waiting() == 0


def test_a_game_that_fails_in_whatever_way_keeps_no_later_one_waiting(monkeypatch):
    broken, sound = a_played_match(), a_played_match()
    first = iter([ZeroDivisionError("in the replay")])

    def failing_once(game):
        if error := next(first, None):
            raise error
        return told(game)

    monkeypatch.setattr("tenfold.matches.adjusting.told", failing_once)

    assert adjust_waiting() == 2
    broken.refresh_from_db()
    assert broken.luck_table == NO_TABLE
    assert None not in stored(sound)


def test_the_standing_is_made_anew_from_what_came_out():
    match = a_played_match()
    refresh_standing(competition_id=Competition.objects.get().pk)

    adjust_waiting()
    assert Competition.objects.stale().exists()
    match.block_results.update(adjusted=[7.0, -7.0])
    refresh_standing(competition_id=Competition.objects.get().pk)

    best = Competition.objects.get().standings.order_by("-adjusted")[0]
    assert best.entry == match.bots.get(index=0).entry
    assert best.adjusted == pytest.approx(7, rel=0.1)


def test_a_recount_that_changes_margins_has_them_adjusted_anew():
    match = a_played_match()
    adjust_waiting()
    before = stored(match)
    match.block_results.update(margins=[3, -3])

    recount_match(match_id=match.pk)
    assert adjust_waiting() == 1

    assert stored(match) == before


def test_whoever_is_killed_after_some_matches_leaves_their_standing_to_be_made_anew():
    match = a_played_match()
    refresh_standing(competition_id=Competition.objects.get().pk)

    adjust(match=match)  # as the task does, which would ask for the standing after the last

    assert Competition.objects.get().is_stale


def test_the_luck_of_each_game_and_bot_is_stored_with_the_margins_less_luck():
    match = a_played_match()
    adjust_waiting()

    games = list(match.games.all())
    assert all(sum(phases for phases, _ in game.luck) == pytest.approx(0, abs=1e-3) for game in games)
    for bot in match.bots.all():
        of_blocks = [adjusted[bot.index] for adjusted in stored(match) if adjusted]
        assert bot.less_luck == pytest.approx(sum(of_blocks) / len(of_blocks), abs=1e-3)
        wilds = [luck[1] for game in games if (luck := game.luck_of(bot.index))]
        assert bot.wilds == pytest.approx(sum(wilds) / len(wilds))


def test_the_luck_of_games_that_cannot_be_played_again_is_unknown():
    match = a_played_match()
    match.games.update(transcript=b"T10 of an engine that nobody has")
    adjust_waiting()
    assert [bot.less_luck for bot in match.bots.all()] == [None, None]
