"""Moments by the viewer's clocks."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from tenfold.competitions.models import Competition
from tests.builders import a_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AFTERNOON = datetime(2026, 5, 4, 13, 30, tzinfo=UTC)


@pytest.fixture
def frozen() -> Competition:
    competition = a_round().competition
    competition.frozen_from = AFTERNOON
    competition.save()
    return competition


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("UTC", "2026-05-04 13:30 UTC"),
        ("Europe/Berlin", "2026-05-04 15:30 CEST"),
        ("Asia/Tokyo", "2026-05-04 22:30 GMT+9"),
        ("Pacific/Kiritimati", "2026-05-05 03:30 GMT+14"),
    ],
)
def test_a_moment_is_told_in_the_viewers_zone_and_in_utc_when_pointed_at(open_page, frozen, zone, told):
    moment = open_page(frozen.get_absolute_url(), zone=zone).locator(".frozen time").first
    expect(moment).to_have_text(told)
    expect(moment).to_have_attribute("title", "2026-05-04 13:30:00 UTC")


def test_a_moment_that_comes_in_later_is_too(open_page, frozen):
    # Before a freeze: the page of a running round that shows all it knows is asked for every three seconds.
    Competition.objects.update(frozen_from=AFTERNOON.replace(year=2099))
    page = open_page(frozen.get_absolute_url(), zone="Asia/Tokyo")
    expect(page.locator(".frozen time")).to_have_text("2099-05-04 22:30 GMT+9")
    Competition.objects.update(frozen_from=AFTERNOON.replace(year=2098))
    expect(page.locator(".frozen time")).to_have_text("2098-05-04 22:30 GMT+9")


def test_without_script_a_moment_stands_in_utc(open_page, frozen):
    page = open_page(frozen.get_absolute_url(), zone="Asia/Tokyo", script=False)
    expect(page.locator(".frozen time")).to_have_text("2026-05-04 13:30 UTC")
