"""Who asks to be let in stands on pages, each of them with few forms."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tenfold.competitions import settings_views
from tenfold.competitions.choices import EntryState
from tenfold.competitions.models import Competition, Entry
from tests.builders import a_competition, an_entry
from tests.tenfold.pages.html_forms import forms_of
from tests.tenfold.pages.scenes import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


@pytest.fixture(autouse=True)
def two_a_page(monkeypatch):
    monkeypatch.setattr(settings_views, "_ASKING", 2)


def asked_by(*states: EntryState) -> Competition:
    """A competition where bots have asked to be let in, and some have been answered."""
    competition = a_competition(admission="approval")
    for state in states:
        entry = an_entry(competition=competition)
        Entry.objects.filter(pk=entry.pk).update(state=state, reason="late" if state == "declined" else "")
    return competition


WAIT, DECLINED = EntryState.REQUESTED, EntryState.DECLINED


def shown(competition: Competition, query: str = "") -> tuple[list[str], str | None]:
    """In which states those are that the page shows, and the mark of the next one."""
    asking = reader(competition.organizer).get(f"/c/{competition.slug}/people/{query}").context["asking"]
    return [entry.state for entry in asking.rows], asking.following


@pytest.mark.parametrize(
    "page",
    ["dashboard", "announcements", "settings", "people", "rulings", "alike", "export", "certificates"],
)
def test_every_page_of_those_who_organize_says_how_many_wait_for_an_answer(page):
    competition = asked_by(WAIT, DECLINED, WAIT)
    client = reader(competition.organizer)

    assert "People (2 to answer)" in client.get(f"/c/{competition.slug}/{page}/").content.decode()

    competition.entries.update(state=DECLINED, reason="late")
    assert "to answer)" not in client.get(f"/c/{competition.slug}/{page}/").content.decode()


def test_who_may_answer_nobody_is_told_of_nobody():
    competition = asked_by(WAIT)

    assert "to answer)" not in reader().get(f"/c/{competition.slug}/export/").content.decode()


def test_how_many_wait_is_counted_once_however_many_they_are():
    one, many = queries_of(asked_by(WAIT)), queries_of(asked_by(*[WAIT] * 5))

    assert len(one) == len(many)
    assert sum("COUNT(" in sql and "'requested'" in sql for sql in many) == 1


def queries_of(competition: Competition) -> list[str]:
    """What its page to take along asks of the database."""
    client = reader(competition.organizer)
    with CaptureQueriesContext(connection) as asked:
        client.get(f"/c/{competition.slug}/export/")
    return [query["sql"] for query in asked]


def test_those_who_wait_come_before_those_who_were_declined_and_each_is_on_one_page():
    competition = asked_by(DECLINED, WAIT, WAIT, DECLINED, WAIT)

    first, mark = shown(competition)
    second, further = shown(competition, f"?after={mark}")
    third, end = shown(competition, f"?after={further}")

    assert [first, second, third, end] == [[WAIT, WAIT], [WAIT, DECLINED], [DECLINED], None]


def test_an_answer_leads_back_to_the_page_on_which_it_was_given():
    competition = asked_by(WAIT, WAIT, WAIT, WAIT, WAIT)
    client, address = reader(competition.organizer), f"/c/{competition.slug}/people/"
    mark = shown(competition)[1]
    page = f"{address}?after={mark}"
    answering = f"{address}answer/"
    form = next(
        one for one in forms_of(client.get(page).content.decode(), address=page) if one.leads_to(answering)
    )

    answer = client.post(answering, form.sent | {"approve": ""})

    assert answer["Location"] == f"{page}#asking"
    assert [entry.pk for entry in client.get(page).context["asking"].rows] == [
        one.pk for one in competition.entries.filter(state=WAIT).order_by("pk")[2:4]
    ]


def test_a_reason_that_is_missing_keeps_the_page_and_what_leads_on_from_it():
    competition = asked_by(*[WAIT] * 5)
    address = f"/c/{competition.slug}/people/"
    mark = shown(competition)[1]
    last = competition.entries.order_by("pk")[2]

    page = reader(competition.organizer).post(
        f"{address}answer/", {"entry": last.pk, "decline": "", "reason": " ", "after": mark}
    )

    assert last in page.context["asking"].rows
    assert f'href="{address}?after={page.context["asking"].following}#asking"' in page.content.decode()


def test_where_the_last_ones_have_been_answered_the_first_ones_stand():
    competition = asked_by(WAIT, WAIT, WAIT)
    mark = shown(competition)[1]
    competition.entries.order_by("pk").last().delete()

    assert shown(competition, f"?after={mark}") == ([WAIT, WAIT], None)


@pytest.mark.parametrize("mark", ["x", "1", "0.1.2", "0.99999999999999999999", "%00"])
def test_a_mark_that_nobody_gave_out_shows_the_first_ones(mark):
    assert shown(asked_by(WAIT), f"?after={mark}") == ([WAIT], None)
