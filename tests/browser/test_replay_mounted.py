"""The viewer as a module that any page mounts, and the keys it leaves to others."""

import pytest
from playwright.sync_api import expect

from tests.browser.scenes import a_game
from tests.browser.test_replay import where

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def replay(open_page):
    page = open_page(a_game().get_absolute_url())
    expect(page.locator("[data-replay]")).to_be_visible()
    return page


def test_arrows_up_and_down_lead_to_both_ends(replay):
    replay.keyboard.press("ArrowDown")
    assert where(replay)["turn"] == "end"
    replay.keyboard.press("ArrowUp")
    assert where(replay) == {"deal": "1"}


def test_arrows_scroll_the_log_while_it_has_the_focus(replay):
    replay.locator(".log ol").focus()
    replay.keyboard.press("ArrowDown")
    assert where(replay) == {"deal": "1"}
    replay.keyboard.press("l")
    assert where(replay) == {"deal": "1", "turn": "1"}


def test_a_seats_view_is_in_the_address_and_opens_from_it(replay):
    replay.select_option("[data-hands]", "seat2")
    assert where(replay) == {"deal": "1", "hands": "seat2"}
    replay.reload()
    expect(replay.locator("[data-hands]")).to_have_value("seat2")
    expect(replay.locator(".seat.near b").first).to_have_text("Grace's bot")
    expect(replay.locator("[data-others] .hand .card.back")).to_have_count(10)


@pytest.mark.parametrize("view", ["7", "seat7", "-1", "x", ""])
def test_an_address_with_the_view_of_nobody_shows_all_hands(open_page, view):
    page = open_page(f"{a_game().get_absolute_url()}?hands={view}")
    expect(page.locator("[data-hands]")).to_have_value("open")


def test_another_game_is_mounted_where_one_was_and_answers_once(replay):
    steps = replay.evaluate(
        """async () => {
          const { mount } = await import("/static/tenfold/replay/viewer.js");
          const page = document.querySelector("[data-replay]");
          const root = page.parentElement.appendChild(page.cloneNode(true));
          const game = await (await fetch(root.dataset.replay)).json();
          const shown = [];
          mount(root, game).remove();
          const viewer = mount(root, game, { keys: root });
          root.addEventListener("replay:shown", ({ detail }) => shown.push(detail));
          const press = () => new KeyboardEvent("keydown", { key: "l" });
          root.dispatchEvent(press());
          viewer.go("?turn=4");
          viewer.remove();
          root.dispatchEvent(press());
          return shown.map(({ turn, seat }) => [turn, seat]);
        }"""
    )
    assert steps == [[0, 0], [3, 1]]


def test_a_link_to_a_turn_steps_there_without_a_new_page(replay):
    replay.evaluate(
        """() => {
          window.same = true;
          document.querySelector("h1").insertAdjacentHTML("afterend", '<a href="?turn=5">there</a>');
        }"""
    )
    replay.get_by_role("link", name="there").click()
    expect(replay.locator("[data-place]")).to_have_text("Deal 1, turn 5")
    assert replay.evaluate("window.same")


def test_what_a_faulty_reply_held_is_read_only_where_that_hand_is_open(open_page):
    page = open_page(f"{a_game(careless_bots=1).get_absolute_url()}?hands=seat1")
    expect(page.locator("[data-replay]")).to_be_visible()
    page.keyboard.press("e")
    expect(page.locator("[data-caption]")).to_have_text("Grace's bot: bad reply, strike 1")
    page.select_option("[data-hands]", "open")
    expect(page.locator("[data-caption]")).to_contain_text("strike 1. Invalid enum value 'the moon'")


@pytest.mark.parametrize("keys", ["End", "nnnn", "dn"])
def test_the_log_scrolls_to_the_step_in_view_and_the_page_does_not(replay, keys):
    for key in [keys] if keys == "End" else keys:
        replay.keyboard.press(key)
    off = replay.evaluate(
        """() => {
          const log = document.querySelector(".log ol").getBoundingClientRect();
          const line = document.querySelector(".log [aria-current]").getBoundingClientRect();
          return [log.top - line.top, line.bottom - log.bottom];
        }"""
    )
    assert max(off) <= 1
    assert replay.evaluate("scrollY") == 0
