"""Stepping through a game by keys, with the address following."""

import json
import re
from urllib.parse import parse_qs, urlencode

import pytest
from playwright.sync_api import expect

from arena.phase10.rules import RuleSet
from tests.browser.scenes import a_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def where(page) -> dict[str, str]:
    """What the address says once it has followed; asked of the page, since playwright hears of it later."""
    search = page.evaluate("new Promise((told) => setTimeout(() => told(location.search), 300))")
    return {name: values[0] for name, values in parse_qs(search.removeprefix("?")).items()}


def document_of(page):
    return json.loads(page.request.get(page.locator("[data-replay]").get_attribute("data-replay")).text())


@pytest.fixture
def replay(open_page):
    page = open_page(a_game().get_absolute_url())
    expect(page.locator("[data-replay]")).to_be_visible()
    return page


def test_the_first_frame_is_the_deal_as_dealt(replay):
    assert where(replay) == {"deal": "1"}
    expect(replay.locator(".seat.near .hand .card")).to_have_count(10)


def test_a_key_steps_and_the_address_follows(replay):
    replay.keyboard.press("ArrowRight")
    assert where(replay) == {"deal": "1", "turn": "1"}
    expect(replay.locator(".seat.near .hand .card")).to_have_count(11)
    replay.keyboard.press("l")
    assert where(replay) == {"deal": "1", "turn": "1", "step": "2"}
    replay.keyboard.press("h")
    replay.keyboard.press("ArrowLeft")
    assert where(replay) == {"deal": "1"}


def test_an_address_opens_its_turn(open_page):
    page = open_page(f"{a_game().get_absolute_url()}?deal=1&turn=5")
    expect(page.locator("[data-place]")).to_have_text("Deal 1, turn 5")
    assert where(page) == {"deal": "1", "turn": "5"}


def test_a_turn_alone_names_its_deal_too(open_page):
    game = a_game()
    document = document_of(open_page(game.get_absolute_url()))
    turn = document["deals"][2]["steps"][0]["turn"]
    page = open_page(f"{game.get_absolute_url()}?turn={turn + 1}")
    expect(page.locator("[data-place]")).to_have_text(f"Deal 3, turn {turn + 1}")


def test_a_link_made_when_turns_counted_from_zero_opens_its_turn_still(open_page):
    game = a_game()
    address = game.get_absolute_url()
    document = document_of(open_page(address))
    first, second, *_ = [step["turn"] for step in document["deals"][2]["steps"] if step["do"] == "draw"]
    frames = {
        f"?deal=2&turn={second}": f"Deal 3, turn {second + 1}",
        f"?deal=2&turn={first}": f"Deal 2, turn {first}",  # which both counts have: the turn before
        "?deal=0&turn=0": "Deal 1, turn 1",
        "?deal=0&turn=3": "Deal 1, turn 4",
        "?deal=0": "Deal 1",
    }
    for search, place in frames.items():
        page = open_page(address + search)
        expect(page.locator("[data-place]")).to_have_text(place)


def test_an_old_link_to_a_step_of_a_turn_and_to_a_seats_view_opens_these(open_page):
    page = open_page(f"{a_game().get_absolute_url()}?deal=0&turn=4&step=1&hands=1")
    assert where(page) == {"deal": "1", "turn": "5", "step": "2", "hands": "seat2"}


def test_the_log_counts_turns_as_the_address_does(replay):
    replay.keyboard.press("l")
    expect(replay.locator(".log li [aria-current] span")).to_have_text("1")
    expect(replay.locator(".log li").first).to_contain_text("deal 1 is dealt")


@pytest.mark.parametrize(
    "search", ["?deal=99&turn=4", "?deal=x", "?deal=0&turn=99999&step=-3", "?turn=99999"]
)
def test_an_address_of_no_turn_opens_something_near(open_page, search):
    page = open_page(a_game().get_absolute_url() + search)
    expect(page.locator("[data-caption]")).not_to_be_empty()


def test_keys_jump_to_deals_phases_and_ends(replay):
    replay.keyboard.press("d")
    assert where(replay) == {"deal": "2"}
    replay.keyboard.press("Shift+D")
    assert where(replay) == {"deal": "1"}
    replay.keyboard.press("n")
    expect(replay.locator("[data-caption]")).to_contain_text("lays down")
    replay.keyboard.press("End")
    assert where(replay)["turn"] == "end"
    replay.keyboard.press("Home")
    assert where(replay) == {"deal": "1"}


def test_a_key_jumps_to_the_next_fault(open_page):
    page = open_page(a_game(careless_bots=1).get_absolute_url())
    expect(page.locator("[data-replay]")).to_be_visible()
    page.keyboard.press("e")
    expect(page.locator("[data-caption]")).to_contain_text("strike 1")
    assert where(page)["deal"] == "2"


def test_strikes_are_counted_against_those_of_the_rule_set(open_page):
    page = open_page(a_game(careless_bots=1, rules=RuleSet(strikes=5)).get_absolute_url())
    expect(page.locator("[data-replay]")).to_be_visible()
    page.keyboard.press("e")
    expect(page.locator("section.seat", has_text="Grace's bot")).to_contain_text("1 of 5 strikes")


def test_strikes_and_forfeits_last_for_all_later_deals(open_page):
    page = open_page(f"{a_game(careless_bots=1).get_absolute_url()}?deal=3")
    careless = page.locator("section.seat", has_text="Grace's bot")
    expect(careless).to_contain_text("3 of 3 strikes")
    expect(careless).to_contain_text("forfeited")
    page.keyboard.press("Home")
    expect(careless).not_to_contain_text("forfeited")


def test_a_game_that_all_have_forfeited_stops_in_its_last_deal(open_page):
    page = open_page(a_game(careless_bots=2).get_absolute_url())
    expect(page.locator("[data-replay]")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("[data-place]")).to_contain_text("Deal 2, turn")
    expect(page.locator("section.seat", has_text="forfeited")).to_have_count(2)


def test_space_plays_and_a_digit_sets_the_speed(replay):
    replay.keyboard.press("9")
    replay.keyboard.press(" ")
    expect(replay.locator("[data-do=play]")).to_have_text("Pause")
    expect(replay.locator("[data-place]")).to_have_text(re.compile(r"turn ([3-9]|\d\d)"))
    replay.keyboard.press(" ")
    expect(replay.locator("[data-do=play]")).to_have_text("Play")
    expect(replay.locator("[data-speed]")).to_have_text("speed 9")


def test_the_table_turns_to_the_next_seat(replay):
    name = replay.locator(".seat.near b").first.inner_text()
    replay.keyboard.press("f")
    assert replay.locator(".seat.near b").first.inner_text() != name


def test_a_seats_view_closes_the_other_hands_and_hides_what_they_drew(replay):
    replay.select_option("[data-hands]", "seat1")
    replay.keyboard.press("Home")
    expect(replay.locator("[data-others] .hand .card.back")).to_have_count(10)
    expect(replay.locator(".seat.near .hand .card.back")).to_have_count(0)
    expect(replay.locator(".log li.draw", has_text="draws from the stock").first).to_be_attached()


def test_the_log_marks_the_step_and_leads_to_others(replay):
    replay.locator(".log li button").nth(4).click()
    expect(replay.locator(".log [aria-current]")).to_have_count(1)
    assert "turn" in where(replay)


def test_the_help_opens_and_closes_by_key(replay):
    replay.keyboard.press("?")
    expect(replay.get_by_role("dialog")).to_be_visible()
    replay.keyboard.press("Escape")
    expect(replay.get_by_role("dialog")).to_be_hidden()


def test_keys_typed_into_a_field_are_the_fields(replay):
    replay.locator("[data-hands]").focus()
    replay.keyboard.press("d")
    assert where(replay) == {"deal": "1"}


def test_the_slider_goes_through_the_whole_game(replay):
    slider = replay.get_by_label("Position in the game")
    slider.fill(slider.get_attribute("max"))
    assert where(replay)["turn"] == "end"


def test_the_document_is_offered_as_a_file(replay):
    with replay.expect_download() as download:
        replay.get_by_role("link", name="Download the replay as JSON").click()
    assert json.loads(download.value.path().read_text())["format"] == 1


def test_a_document_that_cannot_be_fetched_is_said_in_a_sentence(open_page, monkeypatch):
    game = a_game()
    page = open_page("/rules/")
    page.route("**/replay.json", lambda route: route.fulfill(status=200, body="{}"))
    page.goto(game.get_absolute_url())
    expect(page.locator("[data-waiting]")).to_have_class("wrong")


def test_a_step_leaves_the_cards_that_stay_where_they_are(replay):
    replay.evaluate("window.dealt = [...document.querySelectorAll('.seat .hand .card')]")
    replay.keyboard.press("l")
    expect(replay.locator(".seat .hand .card")).to_have_count(21)
    assert replay.evaluate("dealt.every((card) => card.isConnected)")


DRAWN = """() => [...document.querySelectorAll(".seat")].map((seat) => [
  seat.className,
  seat.getAttribute("aria-label"),
  seat.querySelector("header").innerText,
  ...[...seat.querySelectorAll(".cards, .none")].map((place) =>
    place.title + place.innerText + [...place.children].map((card) => card.outerHTML).join("")),
])"""


def test_what_is_drawn_step_by_step_is_what_is_drawn_at_once(open_page):
    address = a_game(careless_bots=1).get_absolute_url()
    page, other = open_page(address), open_page(address)
    for keys in ("n", "l", "l", "l", "f", "d", "n", "h", "e", "l", "End"):
        page.keyboard.press(keys)
        other.goto(f"{address}?{urlencode(where(page))}")
        expect(other.locator("[data-replay]")).to_be_visible()
        near = [each.locator(".seat.near").get_attribute("aria-label") for each in (page, other)]
        if near[0] != near[1]:  # which seat is near is in no address
            other.keyboard.press("f")
        assert page.evaluate(DRAWN) == other.evaluate(DRAWN), keys


@pytest.mark.parametrize("players", [2, 4])
def test_no_step_makes_or_loses_a_card(open_page, players):
    page = open_page(a_game(players=players, careless_bots=int(players == 4)).get_absolute_url())
    counts = page.evaluate(
        """async (address) => {
          const { framesOf } = await import("/static/tenfold/replay/timeline.js");
          const { tablesOf } = await import("/static/tenfold/replay/state.js");
          const game = await (await fetch(address)).json();
          return tablesOf(game, framesOf(game)).map(({ seats, melds, discards, stock }) => {
            const inHands = seats.reduce((sum, seat) => sum + seat.hand.length, 0);
            const laid = melds.reduce((sum, meld) => sum + meld.cards.length, 0);
            return inHands + laid + discards.length + stock;
          });
        }""",
        page.locator("[data-replay]").get_attribute("data-replay"),
    )
    assert set(counts) == {108}


def test_the_last_frame_of_each_deal_has_the_hands_that_were_counted(open_page):
    page = open_page(a_game().get_absolute_url())
    document = document_of(page)
    left = page.evaluate(
        """async (address) => {
          const { framesOf } = await import("/static/tenfold/replay/timeline.js");
          const { tablesOf } = await import("/static/tenfold/replay/state.js");
          const game = await (await fetch(address)).json();
          const frames = framesOf(game);
          const ends = tablesOf(game, frames).filter((_, at) => frames[at].kind === "end");
          return ends.map(({ seats }) => seats.map((seat) => seat.hand));
        }""",
        page.locator("[data-replay]").get_attribute("data-replay"),
    )
    worth = {"W": 25, "S": 15}
    points = [
        [sum(worth.get(card, 5 if int(card[1:] or 0) < 10 else 10) for card in hand) for hand in deal]
        for deal in left
    ]
    assert points == [list(deal["end"]["points"]) for deal in document["deals"]]


def test_a_norwegian_is_told_in_norwegian_what_went_wrong(open_page):
    page = open_page(f"{a_game(careless_bots=1).get_absolute_url()}?deal=2", locale="nb-NO")
    expect(page.locator("[data-replay] .log")).to_contain_text("ugyldig verdi 'the moon' ved draw")
    expect(page.locator("[data-replay] .log")).not_to_contain_text("Invalid")
