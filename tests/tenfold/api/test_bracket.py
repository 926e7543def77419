"""The bracket of a knockout over HTTP."""

from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tenfold.competitions.models import Competition
from tests.builders import a_competition, a_round, an_entry
from tests.tenfold.pages.scenes import play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def a_knockout_of_two() -> Competition:
    competition = a_competition(name="cup", format="knockout")
    for _ in range(2):
        an_entry(competition=competition)
    a_round(competition=competition)
    return competition


def bracket(competition: Competition, *, client: APIClient | None = None) -> Any:
    address = f"/api/v1/competitions/{competition.slug}/rounds/1/bracket"
    return (client or APIClient()).get(address).json()


def test_tells_who_meets_and_then_who_has_won():
    competition = a_knockout_of_two()
    drawn = bracket(competition)
    play(competition.matches.get())
    over = bracket(competition)

    assert [leg["name"] for leg in drawn["legs"]] == ["Final"]
    assert [side["seed"] for side in drawn["legs"][0]["ties"][0]["sides"]] == [1, 2]
    assert drawn["winner"] is None
    (won,) = [side for side in over["legs"][0]["ties"][0]["sides"] if side["won"]]
    assert over["winner"] == won["entry"]


def test_of_a_frozen_competition_tells_all_but_organizers_nothing_that_came_later():
    competition = a_knockout_of_two()
    Competition.objects.filter(pk=competition.pk).update(frozen_from=timezone.now())
    before = bracket(competition)
    play(competition.matches.get())
    organizer = APIClient()
    organizer.force_authenticate(competition.organizer)

    assert bracket(competition) == before
    assert bracket(competition, client=organizer)["winner"]


def test_of_another_format_is_not_found():
    competition = a_competition(name="league")
    a_round(competition=competition)

    assert bracket(competition)["status"] == 404
