"""What organizers do with the keyboard, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.builders import a_user
from tests.tenfold.rulings.scenes import a_league

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("on", "back"), [("ArrowRight", "ArrowLeft"), ("Space", "PageUp")])
def test_one_key_reveals_the_next_place_and_another_hides_it_again(open_page, on, back):
    ada = a_user("ada")
    competition = a_league(entries=3, organizer=ada)
    names = [row.entry.bot.name for row in competition.standings.order_by("rank", "id")]
    page = open_page(f"{competition.get_absolute_url()}reveal/", user=ada)
    shown = page.locator(".places b")
    for place in (3, 2, 1):
        page.keyboard.press(on)
        expect(shown).to_have_text(names[place - 1 :])
    page.keyboard.press(on)  # there is no further place
    page.keyboard.press(back)
    expect(shown).to_have_text(names[1:])


def test_the_reveal_goes_on_without_script(open_page):
    ada = a_user("ada")
    competition = a_league(entries=2, organizer=ada)
    page = open_page(f"{competition.get_absolute_url()}reveal/", user=ada, script=False)
    page.get_by_role("link", name="Begin").click()
    page.get_by_role("link", name="The first place").click()
    expect(page.locator(".places b")).to_have_count(2)
