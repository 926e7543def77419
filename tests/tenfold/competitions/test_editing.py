"""What may be changed of a competition, until when, and that nobody's change is lost."""

import pytest

from tenfold.competitions.editing import edit_competition, mark_of, settings_of
from tenfold.refusal import Refused, Stale
from tests.builders import a_competition, a_round

pytestmark = pytest.mark.django_db


def edited(competition, **changes):
    return edit_competition(competition=competition, by=competition.organizer, changes=changes)


def test_a_new_name_leaves_the_address():
    competition = a_competition(name="Spring")

    changed = edited(competition, name=" Summer  Cup ")

    assert (changed.name, changed.slug) == ("Summer Cup", competition.slug)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"name": "★"}, "letters or digits"),
        ({"players": 7}, "2 to 6 seats"),
        ({"blocks": 200, "players": 6}, "at most"),
        ({"rule_set": {"speed": 9}}, "no field 'speed'"),
        ({"visibility": "secret"}, "public or private"),
        ({"description": "x" * 2001}, "at most 2,000"),
    ],
)
def test_a_change_is_checked_as_a_new_competition_is(changes, says):
    competition = a_competition()
    edited(competition, rule_set={})

    with pytest.raises(Refused, match=says):
        edited(competition, **changes)


@pytest.mark.parametrize("changes", [{"players": 3}, {"blocks": 9}, {"rule_set": {"phases": [2]}}])
def test_what_results_hang_on_changes_before_the_first_round_alone(changes):
    competition = a_competition()
    edited(competition, **changes)
    a_round(competition=competition, entries=3)

    with pytest.raises(Refused, match="first round has begun"):
        edited(competition, players=2, blocks=1, rule_set={})


def test_the_rest_changes_at_any_time():
    competition = a_round().competition

    assert edited(competition, description="on Fridays", visibility="private").visibility == "private"


def test_what_is_sent_as_it_stands_is_no_change():
    competition = a_round().competition

    same = edited(competition, players=competition.players, rule_set=competition.rule_set)

    assert settings_of(same) == settings_of(competition)


def test_a_change_over_anothers_is_refused_with_what_changed():
    competition = a_competition()
    seen = settings_of(competition)
    edited(competition, description="on Fridays")

    with pytest.raises(Stale, match="the description from “” to “on Fridays”"):
        edit_competition(
            competition=competition, by=competition.organizer, changes={"name": "Mine"}, seen=seen
        )

    competition.refresh_from_db()
    assert competition.name != "Mine"


def test_a_mark_that_no_longer_stands_refuses_the_change():
    competition = a_competition()
    mark = mark_of(competition)
    edited(competition, description="on Fridays")

    with pytest.raises(Stale):
        edit_competition(
            competition=competition, by=competition.organizer, changes={"name": "Mine"}, mark=mark
        )


def test_once_a_round_has_begun_the_time_to_think_stays():
    competition = a_competition()
    edited(competition, banks="quick")
    a_round(competition=competition)

    with pytest.raises(Refused, match="so the time to think can no longer change"):
        edited(competition, banks="long")


@pytest.mark.parametrize("measure", ["adjusted", "wins", "places"])
def test_what_ranks_is_chosen_before_the_first_round(measure):
    competition = a_competition()

    assert edited(competition, measure=measure).measure == measure


def test_once_a_round_has_begun_what_ranks_stays():
    competition = a_round().competition

    with pytest.raises(Refused, match="so the official measure can no longer change"):
        edited(competition, measure="wins")


def test_a_measure_that_nobody_knows_is_refused():
    with pytest.raises(Refused, match="margin, adjusted, wins, places; 'luck' is none of them"):
        edited(a_competition(), measure="luck")


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_freeze_at_a_time_that_is_none_in_utc_is_refused(time):
    competition = a_competition()

    with pytest.raises(Refused, match="years 1 to 9999"):
        edit_competition(competition=competition, by=competition.organizer, changes={"frozen_from": time})
