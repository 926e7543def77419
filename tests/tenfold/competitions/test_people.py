import pytest

from tenfold.accounts.leaving import delete_account
from tenfold.accounts.models import User
from tenfold.competitions import people
from tenfold.competitions.models import Competition
from tenfold.refusal import Refused
from tests.builders import a_competition, a_user

pytestmark = pytest.mark.django_db


def helped(competition=None):
    """A competition with a co-organizer, and who that is."""
    competition, helper = competition or a_competition(), a_user("Helper")
    people.add_co_organizer(competition=competition, username=" helper ", by=competition.organizer)
    return competition, helper


def test_a_co_organizer_is_found_by_name_in_any_case():
    competition, helper = helped()

    assert competition.co_organizers.get() == helper


@pytest.mark.parametrize("name", ["nobody", "", "boss"])
def test_who_is_not_here_or_organizes_already_is_refused(name):
    competition = a_competition(organizer=a_user("boss"))

    with pytest.raises(Refused):
        people.add_co_organizer(competition=competition, username=name, by=competition.organizer)


def test_co_organizers_have_a_bound(monkeypatch):
    monkeypatch.setattr(people, "MOST_CO_ORGANIZERS", 1)
    competition, _ = helped()

    with pytest.raises(Refused, match="the most there can be"):
        people.add_co_organizer(competition=competition, username=a_user().username, by=competition.organizer)


def test_a_co_organizer_who_is_removed_may_no_more_than_anybody():
    competition, helper = helped()
    assert helper.has_perm("competitions.change_competition", competition)

    people.remove_co_organizer(competition=competition, user=helper, by=competition.organizer)

    competition = type(competition).objects.get()
    assert not helper.has_perm("competitions.change_competition", competition)


def test_a_competition_is_handed_over_to_a_co_organizer_and_the_two_change_places():
    competition, helper = helped()
    before = competition.organizer

    people.hand_over(competition=competition, to=helper, by=before)

    competition.refresh_from_db()
    assert (competition.organizer, competition.co_organizers.get()) == (helper, before)


def test_a_competition_is_not_handed_to_just_anybody():
    competition = a_competition()

    with pytest.raises(Refused, match="is no co-organizer"):
        people.hand_over(competition=competition, to=a_user(), by=competition.organizer)


@pytest.mark.parametrize("change", ["add", "hand over", "leave"])
def test_nothing_comes_to_an_account_that_is_closed(change):
    competition, helper = helped()
    User.objects.filter(pk=helper.pk).update(is_active=False)

    if change == "leave":
        delete_account(user=competition.organizer)
    elif change == "add":
        with pytest.raises(Refused):
            people.add_co_organizer(competition=competition, username="helper", by=competition.organizer)
    else:
        with pytest.raises(Refused, match="closed"):
            people.hand_over(competition=competition, to=helper, by=competition.organizer)

    competition.refresh_from_db()
    assert competition.organizer != helper
    assert competition.organizer.is_active


def test_a_competition_is_not_handed_over_by_who_has_just_handed_it_over():
    competition, helper = helped()
    other, seen_before = a_user("other"), Competition.objects.get()
    competition.co_organizers.add(other)
    people.hand_over(competition=competition, to=helper, by=competition.organizer)

    with pytest.raises(Refused, match="meanwhile"):
        people.hand_over(competition=seen_before, to=other, by=seen_before.organizer)

    assert Competition.objects.get().organizer == helper
