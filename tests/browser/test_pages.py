"""The pages in a real browser: live, and accessible where what one does or looks at changes them."""

import numpy as np
import pytest
from django.core.cache import cache
from knox.models import AuthToken
from playwright.sync_api import expect

from tenfold.bots.models import VersionState
from tenfold.competitions.standings import refresh_standing
from tenfold.matches import sandboxes
from tenfold.matches.models import MatchFigures
from tests.browser.every_page import inaccessible
from tests.builders import TEN_LINES, a_round, a_user
from tests.tenfold.pages.scenes import a_played_competition, play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def assert_accessible(page) -> None:
    assert inaccessible(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_beats_whom_is_accessible_in_every_shade(open_page, scheme):
    competition = a_played_competition(entries=5)
    for at, figures in enumerate(MatchFigures.objects.order_by("pk")):
        figures.margins = (np.array([0.65, -0.65]) * at * (-1) ** at).tobytes()
        figures.save()
    page = open_page(f"{competition.get_absolute_url()}pairs/", scheme=scheme)
    expect(page.locator("td.p4").first).to_be_visible()
    expect(page.locator("td.n4").first).to_be_visible()
    assert_accessible(page)
    page.locator("td.p4 a").first.click()
    assert_accessible(page)


def test_a_token_is_revoked_on_a_narrow_screen_without_scrolling_sideways(open_page):
    organizer = a_user("ada")
    AuthToken.objects.create(user=organizer)
    page = open_page("/account/", user=organizer, width=390)
    expect(page.get_by_role("button", name="Revoke")).to_be_in_viewport(ratio=1)


def test_a_pasted_bot_is_uploaded_and_its_page_follows_by_itself(open_page):
    author = a_user()
    page = open_page("/bots/new/", user=author)
    page.get_by_label("Bot", exact=True).fill("sprout")
    page.get_by_label("Or its source").fill(TEN_LINES.decode())
    page.get_by_role("button", name="Upload").click()
    expect(page.locator(".steps .now")).to_have_text("Waiting for a worker")
    version = author.bots.get().versions.get()
    version.state = VersionState.READY
    version.save()
    expect(page.locator(".steps .done")).to_have_count(4)


def test_a_standing_comes_in_while_one_looks(open_page):
    started = a_round()
    page = open_page(started.competition.get_absolute_url())
    expect(page.get_by_text("No match of this round has been played yet")).to_be_visible()
    play(started.matches.get())
    refresh_standing(competition_id=started.competition.pk)
    expect(page.get_by_role("region", name="Standing")).to_be_visible()


def test_the_button_to_start_a_round_comes_back_when_one_is_over(open_page):
    started = a_round()
    page = open_page(started.competition.get_absolute_url(), user=started.competition.organizer)
    expect(page.get_by_role("button", name="A round is running")).to_be_disabled()
    play(started.matches.get())
    expect(page.get_by_role("button", name="Start a round")).to_be_enabled()


def test_a_hidden_page_asks_nothing(open_page):
    page = open_page(a_round().competition.get_absolute_url())
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.wait_for_load_state("networkidle")  # what was asked for before that has come
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(4000)
    assert asked == []


def test_what_a_reader_has_selected_is_left_alone(open_page):
    started = a_round()
    page = open_page(started.competition.get_absolute_url())
    waiting = page.get_by_text("No match of this round has been played yet")
    waiting.select_text()
    play(started.matches.get())
    refresh_standing(competition_id=started.competition.pk)
    page.wait_for_timeout(4000)
    expect(waiting).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_notice_of_a_missing_sandbox_is_accessible(open_page, scheme):
    cache.set(sandboxes.PUBLISHED, {"runs": "house_only", "reason": "House bots run as plain processes."})
    try:
        page = open_page("/rules/", scheme=scheme)
        expect(page.get_by_role("complementary")).to_contain_text("House bots run as plain processes.")
        assert_accessible(page)
    finally:
        cache.delete(sandboxes.PUBLISHED)


def test_a_reader_with_the_keyboard_reaches_the_content_first(open_page):
    page = open_page("/rules/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_a_button_pressed_twice_sends_once(open_page):
    author = a_user()
    page = open_page("/bots/new/", user=author)
    page.get_by_label("Bot", exact=True).fill("sprout")
    page.get_by_role("button", name="Upload").dblclick()
    expect(page.get_by_role("heading", name="Version 1")).to_be_visible()
    assert author.bots.get().versions.count() == 1


@pytest.mark.parametrize("name", ["R5", "B12", "Y1", "G10", "W", "S"])
def test_the_server_and_the_script_draw_the_same_card(open_page, name):
    page = open_page("/rules/")
    label = {"R5": "red 5", "B12": "blue 12", "Y1": "yellow 1", "G10": "green 10", "W": "wild", "S": "skip"}[
        name
    ]
    drawn = page.evaluate(
        "async (name) => (await import('/static/tenfold/cards.js')).cardElement(name).outerHTML", name
    )
    assert drawn == page.locator(f"main .card[aria-label='{label}']").first.evaluate("card => card.outerHTML")
