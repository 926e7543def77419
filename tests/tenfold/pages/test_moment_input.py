"""Moments that are typed into a form, with the zone that they are of."""

from datetime import UTC, datetime

import pytest

from tenfold.competitions.models import Competition
from tests.builders import a_user
from tests.tenfold.pages.scenes import reader
from tests.tenfold.pages.test_competition_pages import form

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def create(**typed: str) -> str:
    """What the page says after the form of a new competition was sent."""
    return reader(a_user()).post("/competitions/new/", form(**typed), follow=True).content.decode()


@pytest.mark.parametrize(
    ("zone", "hour"), [({}, 13), ({"frozen_from_zone": "UTC"}, 13), ({"frozen_from_zone": "Asia/Tokyo"}, 4)]
)
def test_a_freeze_is_set_when_a_competition_is_made_by_the_clocks_that_are_named(zone, hour):
    create(frozen_from="2026-05-04T13:30", **zone)
    assert Competition.objects.get().frozen_from == datetime(2026, 5, 4, hour, 30, tzinfo=UTC)


def test_without_one_nothing_freezes():
    create()
    assert Competition.objects.get().frozen_from is None


@pytest.mark.parametrize("zone", ["Nowhere", "../etc/passwd", "<b>", "\0", "x" * 5000])
def test_a_zone_that_is_none_is_refused_with_a_sentence(zone):
    page = create(frozen_from="2026-05-04T13:30", frozen_from_zone=zone)
    assert "Times are of a zone" in page
    assert "<b>" not in page.partition("Times are of a zone")[2].partition("<li>")[0][:80]
    assert not Competition.objects.exists()


@pytest.mark.parametrize("typed", ["2026-03-29T02:30", "noon", "0001-01-01T00:00", "2026-10-25T02:30"])
def test_a_moment_that_is_none_there_or_two_is_refused(typed):
    create(frozen_from=typed, frozen_from_zone="Europe/Oslo")
    assert not Competition.objects.exists()
