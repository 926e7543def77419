"""The bar on top of every page: what one came for is one press away, at any width."""

import pytest
from playwright.sync_api import expect

from tests.builders import a_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOPS = "(links) => [...new Set(links.map((one) => Math.round(one.getBoundingClientRect().top)))]"


@pytest.mark.parametrize("width", [1280, 390, 360])
def test_writing_and_playing_are_reached_from_any_page_without_a_row_of_their_own(open_page, width):
    page = open_page("/results/", user=a_user("ada"), width=width)
    bar = page.get_by_role("navigation", name="Main")
    for name in ("Write", "Play"):
        expect(bar.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
    assert len(bar.get_by_role("link").evaluate_all(TOPS)) == 1


@pytest.mark.parametrize("width", range(640, 1281, 80))
def test_the_bar_breaks_nowhere_but_between_the_account_and_the_parts_of_the_site(open_page, width):
    page = open_page("/results/", user=a_user("a-name-of-thirty-characters-ok"), width=width)
    rows = [
        page.get_by_role("navigation", name=name).get_by_role("link").evaluate_all(TOPS)
        for name in ("Main", "Account")
    ]
    assert [len(row) for row in rows] == [1, 1]
    assert rows[1][0] <= rows[0][0]


def test_rules_and_protocol_stand_below_every_page_where_the_bar_has_no_room(open_page):
    page = open_page("/write/", width=390)
    for name in ("Rules", "Protocol"):
        expect(page.get_by_role("navigation", name="Main").get_by_role("link", name=name)).to_be_hidden()
        expect(page.locator("footer").get_by_role("link", name=name)).to_be_visible()
