"""An author's own list of the matches of all their bots."""

from typing import Any

import pytest
from django.utils import timezone

from tenfold.accounts.models import User
from tenfold.competitions.models import Competition, Entry
from tenfold.matches.models import Match
from tests.builders import (
    a_bot,
    a_competition,
    a_requested_match,
    a_round,
    a_trial,
    a_user,
    a_version,
    an_entry,
    crashing,
    ten_lines,
)
from tests.tenfold.pages.scenes import a_played_match, play, reader
from tests.tenfold.pages.test_query_counts import queries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

PAGE = "/matches/mine/"


@pytest.fixture
def ada() -> User:
    return a_user("ada")


@pytest.fixture
def of_rose(ada) -> Match:
    """A match of Rose of Ada's against Leaf of Grace's, still to be played."""
    for name, owner in (("Rose", ada), ("Leaf", a_user("grace"))):
        an_entry(competition=cup(), bot=a_version(bot=a_bot(owner=owner, name=name)).bot)
    return a_round(competition=cup()).matches.get()


def cup() -> Competition:
    return Competition.objects.filter(slug="cup").first() or a_competition(name="cup")


def listed(user: User, query: str = "") -> list[Any]:
    return list(reader(user).get(PAGE + query).context["matches"].rows)


def said_to(user: User) -> str:
    page = reader(user).get(PAGE).content.decode()
    return page.partition("<main")[2].partition("</main>")[0]


def rose_fails(match: Match) -> Match:
    names = match.bots.order_by("index").values_list("version__bot__name", flat=True)
    return play(match, bots=[crashing if name == "Rose" else ten_lines for name in names])


def test_it_has_trials_requests_and_rounds_newest_first(ada, of_rose):
    asked = a_requested_match(by=ada)
    trial = a_trial(version=a_version(bot=a_bot(owner=ada)))
    a_played_match()
    a_trial()
    assert listed(ada) == [trial, asked, of_rose]


def test_my_bots_leads_there(ada):
    assert f'href="{PAGE}"' in reader(ada).get("/bots/").content.decode()


def test_what_others_ask_of_an_open_bot_is_there_but_not_the_trials_against_it(ada):
    version = a_version(bot=a_bot(owner=ada, house=True))
    a_trial(opponent=version)
    asked = a_requested_match(by=a_user(), versions=[a_version(), version])
    assert listed(ada) == [asked]


def test_it_is_narrowed_by_bot_state_and_fault(ada, of_rose):
    asked = a_requested_match(by=ada)
    assert listed(ada, "?bot=ros") == listed(ada, "?state=scheduled&bot=ROSE") == [of_rose]
    assert listed(ada, "?bot=leaf") == []
    rose_fails(of_rose)
    assert listed(ada, "?fault=crashed") == listed(ada, "?state=finished") == [of_rose]
    assert listed(ada, "?state=scheduled") == [asked]
    assert "No match is like that" in reader(ada).get(f"{PAGE}?bot=nobody").content.decode()


def test_faults_are_those_of_ones_own_bots(ada, of_rose):
    rose_fails(of_rose)
    grace = User.objects.get(username="grace")
    assert [match.faults for match in listed(ada)] == [2]
    assert [match.faults for match in listed(grace)] == [0]
    assert listed(grace, "?fault=crashed") == []


def test_a_freeze_hides_results_but_not_the_faults_of_ones_own(ada, of_rose):
    Competition.objects.update(frozen_from=timezone.now())
    before = said_to(User.objects.get(username="grace"))
    rose_fails(of_rose)
    [match] = listed(ada, "?state=frozen&fault=crashed")
    assert (match.state, match.faults) == ("frozen", 2)
    assert [seat["margin"] for seat in match.seats] == [None, None]
    assert listed(ada, "?state=finished") == []
    assert said_to(User.objects.get(username="grace")) == before


def test_of_a_private_competition_that_is_closed_to_them_they_see_nothing(ada, of_rose):
    Competition.objects.update(visibility="private")
    assert listed(ada) == [of_rose]
    Entry.objects.filter(bot__owner=ada).update(state=Entry.State.REQUESTED)
    assert listed(ada) == []


def test_further_matches_keep_what_was_asked_for(ada, monkeypatch):
    monkeypatch.setattr("tenfold.matches.mine_views._PAGE", 1)
    older, newer = a_requested_match(by=ada), a_requested_match(by=ada)
    page = reader(ada).get(f"{PAGE}?state=scheduled")
    mark = page.context["matches"].following
    assert f"?state=scheduled&amp;after={mark}" in page.content.decode()
    assert listed(ada, "?state=scheduled") + listed(ada, f"?state=scheduled&after={mark}") == [newer, older]


@pytest.mark.parametrize("value", ["%00", "%ED%A0%80", "%25_", "a" * 5000, "<b>", "9" * 40])
def test_hostile_wishes_are_answered_with_a_list(ada, value):
    for name in ("bot", "state", "fault", "after"):
        assert reader(ada).get(f"{PAGE}?{name}={value}").status_code == 200


def test_it_asks_as_often_for_many_matches_as_for_few(ada):
    client = reader(ada)
    a_played_match(owners=(ada, None))
    few = queries(PAGE, client)
    for _ in range(4):
        a_played_match(owners=(ada, None))
    assert queries(PAGE, client) == few
    assert queries(f"{PAGE}?bot=o&state=finished&fault=crashed", client) == few <= 3


def test_only_where_there_are_matches_a_form_narrows_them(ada):
    assert 'role="search"' not in reader(ada).get(PAGE).content.decode()
    a_requested_match(by=ada)
    assert 'role="search"' in reader(ada).get(PAGE).content.decode()
    assert 'role="search"' in reader(ada).get(f"{PAGE}?bot=nowhere").content.decode()
