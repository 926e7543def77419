"""Moments by the viewer's clocks."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from tenfold.competitions.models import Competition
from tests.builders import a_round, a_user

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


def test_a_moment_is_typed_by_the_viewers_clocks_and_comes_back_by_them(open_page, frozen):
    page = open_page(f"{frozen.get_absolute_url()}settings/", user=frozen.organizer, zone="Asia/Tokyo")
    field = page.get_by_label("Frozen from")
    expect(field).to_have_value("2026-05-04T22:30")
    expect(page.get_by_text("Asia/Tokyo", exact=True)).to_be_visible()
    field.fill("2026-05-05T01:15")
    page.get_by_role("button", name="Save").click()
    expect(field).to_have_value("2026-05-05T01:15")
    frozen.refresh_from_db()
    assert frozen.frozen_from == datetime(2026, 5, 4, 16, 15, tzinfo=UTC)


def test_what_is_sent_back_to_be_mended_keeps_the_moment_that_was_typed(open_page):
    page = open_page("/competitions/new/", user=a_user(), zone="Asia/Tokyo")
    page.get_by_role("textbox", name="Name").fill("***")
    page.get_by_label("Frozen from").fill("2026-05-05T01:15")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_text("needs some letters or digits")).to_be_visible()
    expect(page.get_by_label("Frozen from")).to_have_value("2026-05-05T01:15")
    page.get_by_role("textbox", name="Name").fill("cup")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name="cup")).to_be_visible()
    assert Competition.objects.get().frozen_from == datetime(2026, 5, 4, 16, 15, tzinfo=UTC)


def test_without_script_a_moment_is_typed_in_utc_and_the_form_says_so(open_page, frozen):
    address = f"{frozen.get_absolute_url()}settings/"
    page = open_page(address, user=frozen.organizer, zone="Asia/Tokyo", script=False)
    expect(page.get_by_label("Frozen from")).to_have_value("2026-05-04T13:30")
    expect(page.locator(".field", has_text="Frozen from").get_by_text("UTC", exact=True)).to_be_visible()
    page.get_by_role("button", name="Save").click()
    frozen.refresh_from_db()
    assert frozen.frozen_from == AFTERNOON
