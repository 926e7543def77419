"""What comes in while somebody reads: it is shown, and what they read stays where it is."""

import pytest
from playwright.sync_api import expect

from tenfold.competitions.standings import refresh_standing
from tests.browser.scenes import a_game
from tests.builders import a_round
from tests.tenfold.pages.scenes import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def a_standing_comes_in(round_) -> None:
    play(round_.matches.get(number=1))
    refresh_standing(competition_id=round_.competition_id, even_if_fresh=True)


@pytest.fixture
def round_():
    """Of fifteen matches, none of them played: the standing to come stands above them."""
    return a_round(entries=6)


@pytest.fixture
def page(open_page, round_):
    return open_page(round_.competition.get_absolute_url())


def test_rows_that_come_in_above_move_nothing_that_is_in_view(page, round_):
    link = page.locator(f"a[href='/m/{round_.matches.get(number=9).pk}/']").first
    link.evaluate("link => scrollTo(0, link.getBoundingClientRect().top - 200)")
    top = link.evaluate("link => link.getBoundingClientRect().top")

    a_standing_comes_in(round_)

    expect(page.get_by_role("region", name="Standing", exact=True)).to_be_attached()
    assert link.evaluate("link => link.getBoundingClientRect().top") == pytest.approx(top, abs=2)


def test_at_the_top_of_the_page_one_sees_it_come_in(page, round_):
    a_standing_comes_in(round_)
    expect(page.get_by_role("region", name="Standing", exact=True)).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


def test_a_table_scrolled_sideways_stays_so(open_page, round_):
    page = open_page(round_.competition.get_absolute_url(), width=320)
    matches = page.get_by_role("region", name="Matches of round 1")
    page.evaluate(
        "const wide = new CSSStyleSheet(); wide.replaceSync('.scroll table { min-width: 60rem }');"
        "document.adoptedStyleSheets = [wide]"
    )
    matches.evaluate("region => { region.scrollLeft = 90; }")
    a_standing_comes_in(round_)
    expect(page.get_by_role("region", name="Standing", exact=True)).to_be_attached()
    assert matches.evaluate("region => region.scrollLeft") == 90


def test_what_has_the_focus_keeps_it(page, round_):
    link = page.locator(f"a[href='/m/{round_.matches.get(number=9).pk}/']").first
    link.focus()
    a_standing_comes_in(round_)
    page.wait_for_timeout(4000)
    expect(link).to_be_focused()
    page.evaluate("document.activeElement.blur()")
    expect(page.get_by_role("region", name="Standing", exact=True)).to_be_attached()


def test_a_match_that_ends_while_one_looks_shows_its_games(open_page, round_):
    match = round_.matches.get(number=1)
    page = open_page(match.get_absolute_url())
    expect(page.get_by_text("No worker has been heard of lately")).to_be_visible()
    play(match)
    expect(page.locator(".grid-cell a").first).to_be_visible()
    expect(page.locator(".facts .chip")).to_have_text("finished")


def test_the_viewer_needs_no_mouse(open_page):
    page = open_page(a_game(players=3).get_absolute_url())
    expect(page.locator("[data-replay]")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.locator("[data-hands]").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".seat .card.back").first).to_be_visible()
    page.get_by_label("Position in the game").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-place]")).to_have_text("Deal 1, turn 1")
    page.get_by_role("button", name="Turn table").press("Enter")
    expect(page.locator(".seat.near b").first).to_have_text("Grace's bot")


def test_with_reduced_motion_nothing_in_the_viewer_moves_by_itself(open_page):
    page = open_page(a_game().get_absolute_url())
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator("[data-replay]")).to_be_visible()
    page.keyboard.press("n")
    assert page.evaluate("document.getAnimations().length") == 0
