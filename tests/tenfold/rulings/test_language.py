"""Rulings in the language of their reader; what a match is told of them is written down in English."""

import pytest
from django.utils import translation

from tenfold.refusal import Refused
from tenfold.rulings.preview import preview_of
from tests.tenfold.pages.scenes import reader
from tests.tenfold.rulings.scenes import a_league, an_order, ruled, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]
NORWEGIAN = {"Accept-Language": "nb"}


@pytest.fixture
def league():
    return a_league(entries=3, left=1)


def test_the_log_tells_what_was_ruled_and_undone_in_norwegian(league):
    out = league.entries.first()
    undone(ruled("disqualify", league, entry=out))
    log = reader().get(f"/c/{league.slug}/rulings/", headers=NORWEGIAN).text
    assert f"1. Diskvalifiser {out.bot.name}" in log
    assert f"{out.bot.name} går ut av stillingen og spiller ikke i kommende runder." in log
    assert "teller igjen." in log


def test_a_preview_asks_to_type_what_its_reader_calls_the_match(league):
    match = league.matches.filter(state="finished").first()
    name = f"{match.round.number}.{match.number}"
    address = f"/c/{league.slug}/rulings/preview/?kind=annul&match={name}"
    page = reader(league.organizer).get(address, headers=NORWEGIAN).text
    assert f"<h1>La kamp {name} ikke telle</h1>" in page
    assert f"kamp {name}" in page.partition('for="id_typed"')[2].partition("</label>")[0]


def test_what_cannot_be_ruled_is_refused_in_norwegian(league):
    match = league.matches.filter(state="finished").first()
    ruled("annul", league, match=match)
    with translation.override("nb"), pytest.raises(Refused, match=r"^Kamp 1\.\d teller allerede ikke\.$"):
        preview_of(an_order("annul", league, match=match))


def test_a_match_keeps_in_english_why_it_was_cancelled_whoever_ruled(league):
    match = league.matches.get(state="scheduled")
    with translation.override("nb"):
        ruled("annul", league, match=match)
    match.refresh_from_db()
    assert match.reason == "It does not count, by ruling 1: because"
