"""Who organizes, who is let in and who stands on the list, over HTTP."""

import pytest
from rest_framework.test import APIClient

from tenfold.accounts.models import User
from tenfold.competitions.models import Competition, Entry
from tests.builders import a_competition, a_user, an_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition() -> Competition:
    return a_competition(name="cup")


def of(user: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def at(competition: Competition, rest: str) -> str:
    return f"/api/v1/competitions/{competition.slug}/{rest}"


def an_asking_entry(competition: Competition) -> Entry:
    entry = an_entry(competition=competition)
    Entry.objects.filter(pk=entry.pk).update(state=Entry.State.REQUESTED)
    return entry


def test_the_organizer_takes_a_co_organizer_in_and_out(competition):
    helper, client = a_user("Helper"), of(competition.organizer)

    assert client.put(at(competition, "co-organizers/helper")).status_code == 204
    assert list(competition.co_organizers.all()) == [helper]

    assert client.delete(at(competition, "co-organizers/helper")).status_code == 204
    assert not competition.co_organizers.exists()


def test_a_co_organizer_that_nobody_is_called_is_refused_in_the_site_s_words(competition):
    answer = of(competition.organizer).put(at(competition, "co-organizers/nobody"))

    assert answer.status_code == 409
    assert "Nobody here is called 'nobody'" in answer.json()["detail"]


def test_a_co_organizer_chooses_no_other(competition):
    helper = a_user("helper")
    competition.co_organizers.add(helper)
    a_user("friend")

    assert of(helper).put(at(competition, "co-organizers/friend")).status_code == 403


def test_a_bot_that_asks_is_let_in(competition):
    entry = an_asking_entry(competition)

    answer = of(competition.organizer).post(
        at(competition, f"entries/{entry.pk}/answer"), {"approve": True}, format="json"
    )

    entry.refresh_from_db()
    assert (answer.status_code, entry.state) == (204, "active")


def test_a_bot_is_declined_with_a_reason_and_not_without(competition):
    entry, client = an_asking_entry(competition), of(competition.organizer)
    address = at(competition, f"entries/{entry.pk}/answer")

    assert client.post(address, {"approve": False}, format="json").status_code == 409

    assert client.post(address, {"approve": False, "reason": "Full."}, format="json").status_code == 204
    entry.refresh_from_db()
    assert (entry.state, entry.reason) == ("declined", "Full.")


def test_an_entry_of_another_competition_is_not_found_here(competition):
    entry = an_asking_entry(a_competition(name="other"))

    answer = of(competition.organizer).post(
        at(competition, f"entries/{entry.pk}/answer"), {"approve": True}, format="json"
    )

    assert answer.status_code == 404


def test_the_list_of_who_may_enter_is_set_and_read(competition):
    client = of(competition.organizer)

    client.put(at(competition, "roster"), {"names": ["Bo", "ann", "bo"]}, format="json")

    assert client.get(at(competition, "roster")).json() == {"names": ["ann", "bo"]}


@pytest.mark.parametrize("name", ["a,b", 'a"b', "a\nb", "two words", "=1+1"])
def test_a_list_with_what_is_no_name_changes_nothing(competition, name):
    client = of(competition.organizer)
    client.put(at(competition, "roster"), {"names": ["ann"]}, format="json")

    assert client.put(at(competition, "roster"), {"names": [name]}, format="json").status_code == 409
    assert client.get(at(competition, "roster")).json() == {"names": ["ann"]}
