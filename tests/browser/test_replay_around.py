"""Around the viewer: what proves the game, what can be copied, and the viewer in another site's frame."""

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import expect

from tests.browser.scenes import a_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def assert_accessible(page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.fixture
def replay(open_page):
    page = open_page(a_game().get_absolute_url())
    expect(page.locator("[data-replay]")).to_be_visible()
    return page


def test_a_game_is_verified_below_its_button(replay):
    replay.get_by_role("link", name="Verify this game").press("Enter")
    expect(replay.locator("[data-checks] .checks li")).to_have_count(5)
    expect(replay.locator("[data-checks]")).to_contain_text("all")
    assert "/verify/" not in replay.url


def test_without_scripts_a_game_is_verified_on_a_page_of_its_own(open_page):
    page = open_page(a_game().get_absolute_url(), script=False)
    page.get_by_role("link", name="Verify this game").click()
    expect(page.locator(".checks li")).to_have_count(5)
    expect(page.locator("[data-copy]")).to_have_count(0)


def test_the_seed_is_copied_whole(replay):
    replay.context.grant_permissions(["clipboard-read", "clipboard-write"])
    replay.get_by_role("button", name="copy").first.click()
    expect(replay.get_by_role("button", name="copied")).to_be_visible()
    seed = replay.locator("#seed").text_content()
    assert replay.evaluate("navigator.clipboard.readText()") == seed


def test_where_the_clipboard_is_closed_the_seed_is_selected(replay):
    replay.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    replay.get_by_role("button", name="copy").first.click()
    expect(replay.get_by_role("button", name="press Ctrl+C")).to_be_visible()
    assert replay.evaluate("getSelection().toString()") == replay.locator("#seed").text_content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_help_proof_and_frame_are_accessible(open_page, scheme):
    game = a_game(careless_bots=1)
    page = open_page(game.get_absolute_url(), scheme=scheme)
    page.get_by_role("link", name="Verify this game").click()
    expect(page.locator(".checks li").first).to_be_visible()
    page.locator("details summary").click()
    assert_accessible(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_accessible(page)
    framed = open_page(f"{game.get_absolute_url()}embed/", scheme=scheme)
    expect(framed.locator("[data-replay]")).to_be_visible()
    assert_accessible(framed)


def test_what_is_copied_for_a_page_of_ones_own_frames_the_viewer(open_page):
    snippet = open_page(a_game().get_absolute_url()).locator("#frame").text_content()
    page = open_page("/rules/")
    page.route("**/elsewhere/", lambda route: route.fulfill(body=f"<!doctype html>{snippet}"))
    page.goto("/elsewhere/")
    frame = page.frame_locator("iframe")
    expect(frame.locator("[data-replay]")).to_be_visible()
    frame.get_by_role("button", name="Next step").click()
    expect(frame.locator("[data-place]")).to_have_text("Deal 1, turn 1")


@pytest.mark.parametrize("width", [1280, 390])
def test_neither_proof_nor_frame_is_wider_than_the_window(open_page, width):
    address = a_game(players=4).get_absolute_url()
    for part in ("", "verify/", "embed/"):
        page = open_page(f"{address}{part}", width=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, part


@pytest.mark.parametrize("part", ["", "embed/"])
def test_without_scripts_nothing_claims_to_be_on_its_way(open_page, part):
    page = open_page(f"{a_game().get_absolute_url()}{part}", script=False)
    expect(page.locator("[data-waiting]")).to_have_count(1)
    expect(page.locator("[data-waiting]")).to_be_hidden()
