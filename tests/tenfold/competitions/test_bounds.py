"""The least and the most of a competition's numbers: the form, the services and the database agree."""

import pytest
from django.db import IntegrityError, transaction

from tenfold.competitions.bounds import BOUNDS
from tenfold.competitions.editing import edit_competition
from tenfold.competitions.forms import CompetitionForm
from tenfold.competitions.models import Competition
from tenfold.refusal import Refused
from tests.builders import a_competition

FITTING = {
    "swiss_rounds": {"format": "swiss"},
    "finalists": {"format": "knockout"},
    "every_hours": {"timetable": "hours"},
}


@pytest.mark.parametrize("name", BOUNDS)
def test_the_form_shows_both_ends(name):
    shown = CompetitionForm().fields[name].widget.attrs

    assert (shown["min"], shown["max"]) == BOUNDS[name].ends


@pytest.mark.django_db
@pytest.mark.parametrize("name", BOUNDS)
def test_a_change_beyond_either_end_is_refused(name):
    competition = a_competition()

    for number in (BOUNDS[name].least - 1, BOUNDS[name].most + 1):
        with pytest.raises(Refused):
            edit_competition(
                competition=competition,
                by=competition.organizer,
                changes={name: number, **FITTING.get(name, {})},
            )


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["players", "blocks", "bots_each"])
def test_the_database_holds_what_matches_are_made_of(name):
    competition = Competition.objects.filter(pk=a_competition().pk)

    for number in (BOUNDS[name].least - 1, BOUNDS[name].most + 1):
        with transaction.atomic(), pytest.raises(IntegrityError):
            competition.update(**{name: number})
