"""Stderr follows the replay's turns, and the owner's part of the page is for everybody's eyes and hands."""

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import expect

from tenfold.matches.clocks import packed, unpacked
from tenfold.matches.models import Game, Note
from tests.browser.scenes import a_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def a_noted_game() -> Game:
    """Its first bot wrote to stderr in turns 0 and 4, and spent time in each."""
    game = a_game()
    bot = game.match.bots.get(index=0)
    for turn, text in ((0, "hello"), (4, "<b>four</b> wilds \u202eevil"), (4, "x" * 300)):
        Note.objects.create(game=game, bot=bot, turn=turn, text=text)
    asked = unpacked(bytes(game.clocks))
    clocks = [(turn, seat, 1.5 + turn % 9 * 4, 2.5 + turn % 13 * 7) for turn, seat, *_ in asked]
    Game.objects.filter(pk=game.pk).update(clocks=packed(clocks))
    return game


def owner_of(game: Game):
    return game.match.bots.get(index=0).version.bot.owner


def test_stderr_stands_beside_the_turn_that_is_shown(open_page):
    game = a_noted_game()
    page = open_page(f"{game.get_absolute_url()}?turn=5", user=owner_of(game))
    panel = page.locator("[data-notes]")
    expect(panel).to_contain_text("<b>four</b> wilds")
    panel.get_by_role("link", name="Before: turn 1").click()
    expect(panel.locator("pre")).to_have_text("hello")
    panel.get_by_role("link", name="After: turn 5").click()
    page.keyboard.press("n")
    expect(panel).to_contain_text("Nothing in turn")
    page.keyboard.press("End")
    expect(panel).to_contain_text("No turn is played here")
    expect(panel.get_by_role("link", name="Last: turn 5")).to_be_visible()


def test_for_others_nothing_of_it_is_loaded(open_page):
    game = a_noted_game()
    asked: list[str] = []
    page = open_page("/")
    page.on("request", lambda request: asked.append(request.url))
    page.goto(game.get_absolute_url())
    expect(page.locator("[data-replay]")).to_be_visible()
    assert not [address for address in asked if "notes" in address or "stderr" in address]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_and_no_wider_than_the_window(open_page, scheme):
    game = a_noted_game()
    for width in (1280, 390):
        page = open_page(f"{game.get_absolute_url()}?turn=5", user=owner_of(game), scheme=scheme, width=width)
        expect(page.locator("[data-notes] pre").first).to_be_visible()
        page.get_by_text("The dearest answers").click()
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
