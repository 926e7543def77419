"""Exports, archives, certificates and the reveal over HTTP: what the pages give, to whoever has a token."""

import io
import zipfile

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tenfold.accounts.models import User
from tenfold.competitions.models import Competition
from tenfold.competitions.standings import refresh_standing
from tests.builders import a_competition, a_match, a_round, a_user
from tests.tenfold.pages.scenes import play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


@pytest.fixture
def competition() -> Competition:
    """A match of it is over."""
    competition = a_competition(name="cup")
    play(a_match(round_=a_round(competition=competition)))
    refresh_standing(competition_id=competition.pk)
    return competition


def of(user: User | None = None) -> APIClient:
    client = APIClient()
    if user:
        client.force_authenticate(user)
    return client


AT = "/api/v1/competitions/cup/"


@pytest.mark.parametrize("name", ["standing.csv", "matches.ndjson"])
def test_a_file_is_the_one_of_the_page(competition, name):
    answer, page = of().get(AT + name), reader().get(f"/c/cup/{name}")

    assert answer.getvalue() == page.getvalue() != b""
    assert answer["Content-Type"] == page["Content-Type"]
    assert answer["Content-Disposition"] == page["Content-Disposition"]


def test_a_file_is_sent_to_whoever_accepts_its_kind(competition):
    assert of().get(f"{AT}standing.csv", headers={"Accept": "text/csv"}).status_code == 200


def test_certificates_are_the_organizers(competition):
    answer = of(competition.organizer).get(f"{AT}certificates.csv")

    assert answer.getvalue().decode().startswith("place,bot,author,margin,competition,status")
    assert of(a_user()).get(f"{AT}certificates.csv").status_code == 403


def test_the_list_of_exports_leads_to_every_file(competition):
    client = of(competition.organizer)
    told = client.get(f"{AT}exports").json()
    (archives,) = told["rounds"]

    found = [told["standing"], told["matches"], told["certificates"], archives["archives"][0]["address"]]

    assert [client.get(address).status_code for address in found] == [200] * 4
    assert of().get(f"{AT}exports").json()["certificates"] is None


def test_an_archive_holds_the_games_of_a_round(competition):
    sent = of(a_user()).get(f"{AT}replays/1/1.zip").getvalue()

    names = zipfile.ZipFile(io.BytesIO(sent)).namelist()

    assert "matches.ndjson" in names
    assert "round-1/match-1/block-0-rotation-0.t10" in names


def test_a_second_archive_at_once_is_told_when_to_come_again(competition):
    client = of(a_user())
    first = client.get(f"{AT}replays/1/1.zip")

    second = client.get(f"{AT}replays/1/1.zip")

    assert (second.status_code, second["Retry-After"]) == (429, "600")
    first.getvalue()
    assert client.get(f"{AT}replays/1/1.zip").status_code == 200


def test_an_archive_of_a_round_that_is_not_there_is_not_found(competition):
    assert of(a_user()).get(f"{AT}replays/7/1.zip").status_code == 404


def test_the_standing_is_revealed_from_its_end(competition):
    client = of(competition.organizer)
    begun = client.get(f"{AT}reveal").json()
    step = client.get(f"{AT}reveal?hidden={begun['next']}").json()

    assert (begun["hidden"], begun["places"], begun["back"]) == (2, [], None)
    last = competition.standings.order_by("rank", "id").last()
    assert last
    assert [(place["standing"]["entry"], place["new"]) for place in step["places"]] == [(last.entry_id, True)]


def test_while_frozen_it_is_revealed_to_those_who_organize_alone_until_they_publish_it(competition):
    Competition.objects.update(frozen_from=timezone.now())
    client = of(competition.organizer)

    assert client.get(f"{AT}reveal?hidden=0").json()["places"]
    assert of(a_user()).get(f"{AT}reveal?hidden=0").status_code == 403
    assert client.patch(AT.rstrip("/"), {"frozen_from": None}, format="json").status_code == 200
    assert not Competition.objects.get().is_frozen
