"""What the viewer marks above its slider, says aloud, and waits for while it plays."""

import pytest
from playwright.sync_api import expect

from tests.browser.scenes import a_game
from tests.browser.test_replay import document_of, where

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WAITS = """async (kind) => {
  const { player } = await import("/static/tenfold/replay/player.js");
  const waits = [], real = window.setTimeout;
  window.setTimeout = (_, ms) => waits.push(ms);
  player({ kindNow: () => kind, step: () => true, onChange() {} }).toggle();
  window.setTimeout = real;
  return waits[0];
}"""


def test_the_scrubber_marks_phases_faults_and_new_deals(open_page):
    page = open_page(a_game(careless_bots=1).get_absolute_url())
    expect(page.locator("[data-replay]")).to_be_visible()
    deals = document_of(page)["deals"]
    kinds = [step["do"] for deal in deals for step in deal["steps"]]

    marks = page.locator(".scrub svg")
    expect(marks.locator(".phase")).to_have_count(kinds.count("lay"))
    expect(marks.locator(".fault")).to_have_count(kinds.count("fault") + kinds.count("forfeit"))
    expect(marks.locator(".deal-end")).to_have_count(len(deals) - 1)


def test_a_key_leads_back_to_the_phase_laid_before(open_page):
    page = open_page(a_game().get_absolute_url())
    expect(page.locator("[data-replay]")).to_be_visible()
    page.keyboard.press("n")
    first = where(page)
    page.keyboard.press("n")
    assert where(page) != first
    page.keyboard.press("p")
    assert where(page) == first


def test_what_a_step_does_is_spoken_politely(open_page):
    page = open_page(a_game().get_absolute_url())
    expect(page.locator("[data-caption]")).to_have_attribute("aria-live", "polite")


@pytest.mark.parametrize("kind", ["lay", "end", "fault", "forfeit"])
def test_playing_dwells_on_what_matters(open_page, kind):
    page = open_page("/rules/")
    assert page.evaluate(WAITS, kind) == 3 * page.evaluate(WAITS, "draw")
