"""A person at a table, by keyboard and by mouse."""

import re
from hashlib import sha256

import pytest
from playwright.sync_api import Route, expect

from arena.phase10.rules import STANDARD, RuleSet
from arena.phase10.steps import LostTurn
from tenfold.tables import playing
from tenfold.tables.models import Table
from tenfold.tables.services import PLAY_ON, move
from tests.browser.every_page import inaccessible
from tests.builders import a_bot, a_table, a_user, a_version

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# With three seats, seat 0 draws to two sets, a fourth 12 to hit with, and a skip.
READY = (28).to_bytes(32)
BRIEF = RuleSet(phases=(1,), turns_per_seat=2, deals_per_game=1)
NAMES = ("Greedy", "Planner", "A very long name of forty characters, ok", "</b>\u202eΩ", "Random")


@pytest.fixture(autouse=True)
def bots_play_at_once(settings, monkeypatch):
    """A worker that has nothing else to do."""
    settings.SANDBOX = "process"

    def work(task: str, args: tuple[int, ...]) -> None:
        if task == PLAY_ON:
            playing.play_on(table_id=args[0])

    monkeypatch.setattr("tenfold.nudge._send", work)


@pytest.fixture
def ada():
    return a_user("ada")


def at_a_table(open_page, ada, *, bots: int = 2, rules: RuleSet = STANDARD, drawn: bool = True, **more):
    versions = [a_version(bot=a_bot(name=name, house=True)) for name in NAMES[:bots]]
    table = a_table(by=ada, bots=versions, rules=rules, seed=READY)
    page = open_page(table.get_absolute_url(), user=ada, **more)
    expect(page.locator("[data-table]")).to_be_visible()
    if drawn:
        page.keyboard.press("s")
        expect(hand(page)).to_have_count(11)
    return page


def hand(page):
    return page.get_by_role("group", name="Your hand").get_by_role("button")


def card(page, name: str, at: int = 0):
    return hand(page).and_(page.get_by_role("button", name=name)).nth(at)


def caption(page):
    return page.locator("[data-caption]")


def stored():
    return Table.objects.get()


def test_a_turn_by_keyboard_alone(open_page, ada):
    page = at_a_table(open_page, ada, drawn=False)
    expect(caption(page)).to_have_text("Your turn: draw a card")
    page.keyboard.press("s")
    expect(caption(page)).to_have_text("Your hand holds the phase: lay it down, or discard")
    page.keyboard.press("f")
    page.keyboard.press("l")
    expect(caption(page)).to_have_text("Hit what fits, then discard a card")
    assert stored().moves == 1  # the draw; all else is not final yet

    hand(page).first.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(card(page, "yellow 12")).to_be_focused()
    page.keyboard.press(" ")
    page.get_by_role("button", name="Hit ada's set of 12s").press("Enter")
    expect(hand(page)).to_have_count(4)

    hand(page).last.press(" ")
    page.keyboard.press("d")
    expect(caption(page)).to_have_text("Who loses a turn?")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Planner")).to_be_focused()
    page.keyboard.press("Enter")
    expect(caption(page)).to_have_text("Your turn: draw a card")

    deal = stored().game().deal
    assert deal.down[0]
    assert next(step for step in deal.steps if isinstance(step, LostTurn)).seat == 2


def test_a_turn_by_mouse_alone(open_page, ada):
    page = at_a_table(open_page, ada, drawn=False)
    page.get_by_role("button", name="Draw from the stock").click()
    for number, group in ((11, 1), (12, 2)):
        for at in (0, 1, 2):
            hand(page).and_(page.get_by_role("button", name=f" {number}")).nth(at).click()
        page.get_by_role("button", name=f"Put the chosen cards into group {group}").click()
    page.get_by_role("button", name="Lay down").click()
    expect(hand(page)).to_have_count(5)
    card(page, "yellow 3").click()
    page.get_by_role("button", name="Discard the yellow 3").click()
    expect(caption(page)).to_have_text("Your turn: draw a card")
    assert stored().game().deal.down[0]


def test_a_card_that_is_chosen_while_the_server_is_asked_stays_chosen(open_page, ada):
    page = at_a_table(open_page, ada)
    asked: list[Route] = []
    page.route("**/try/", lambda route: asked.append(route))  # noqa: PLW0108 - no built-in method is taken
    page.keyboard.press("f")
    page.keyboard.press("l")
    card(page, "yellow 3").click()
    asked[0].continue_()
    expect(caption(page)).to_have_text("Hit what fits, then discard a card")
    expect(card(page, "yellow 3")).to_have_attribute("aria-pressed", "true")


def test_an_illegal_lay_is_explained_and_changes_nothing(open_page, ada):
    page = at_a_table(open_page, ada)
    card(page, "yellow 3").click()
    page.keyboard.press("1")
    page.keyboard.press("l")
    expect(page.get_by_role("alert")).to_have_text("a set of 3 takes 3 cards or more, not 1: Y3")
    expect(page.get_by_role("button", name="Take the yellow 3 back")).to_be_visible()
    page.keyboard.press("u")
    expect(hand(page)).to_have_count(11)
    assert stored().moves == 1


def test_what_is_not_sent_comes_back_with_the_page(open_page, ada):
    page = at_a_table(open_page, ada)
    page.keyboard.press("f")
    page.keyboard.press("l")
    expect(hand(page)).to_have_count(5)
    page.reload()
    expect(hand(page)).to_have_count(11)


def test_what_the_bots_did_is_said(open_page, ada):
    page = at_a_table(open_page, ada)
    card(page, "yellow 3").click()
    page.keyboard.press("d")
    expect(caption(page)).to_have_text("Your turn: draw a card")
    expect(page.locator("[data-heard]")).to_contain_text("Planner discards the")
    expect(page.locator("[data-heard]")).to_contain_text("Your turn: draw a card")
    expect(page.locator(".log li.discard")).to_have_count(3)


def test_the_hand_is_sorted_by_colour_and_stays_so(open_page, ada):
    page = at_a_table(open_page, ada)
    page.keyboard.press("o")
    expect(hand(page).first).to_have_accessible_name(re.compile("^red 12"))
    page.reload()
    expect(hand(page).first).to_have_accessible_name(re.compile("^red 12"))


def test_another_tab_is_brought_up_to_date_when_it_is_looked_at(open_page, ada):
    page = at_a_table(open_page, ada, drawn=False)
    table = stored()
    move(table=table, said=b'{"id": "0", "draw": "stock"}')
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(hand(page)).to_have_count(11)


def test_a_game_goes_to_its_end_and_is_shown_again(open_page, ada):
    page = at_a_table(open_page, ada, rules=BRIEF, drawn=False)
    for _ in range(2):
        page.keyboard.press("s")
        expect(hand(page)).to_have_count(11)
        card(page, "yellow 3").or_(hand(page)).first.click()
        page.keyboard.press("d")
        expect(hand(page)).to_have_count(10)
        expect(caption(page)).not_to_have_text("The bots are playing")
    expect(caption(page)).to_have_text("The game is over")
    page.get_by_role("link", name="Result and replay").click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("ada (you)")
    expect(page.locator("[data-replay]")).to_be_visible()
    assert sha256(bytes.fromhex(page.locator("[data-seed]").inner_text())).hexdigest() == stored().commitment
    page.get_by_role("link", name="Verify this game").click()
    expect(page.locator("[data-checks] .chip")).to_have_text(["holds", "holds"])
    assert inaccessible(page) == []
    page.emulate_media(color_scheme="dark")
    assert inaccessible(page) == []
    page.get_by_role("button", name="Play again").click()
    expect(caption(page)).to_have_text("Your turn: draw a card")
    assert Table.objects.count() == 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_is_accessible_at_every_stage(open_page, ada, scheme):
    page = at_a_table(open_page, ada, drawn=False, scheme=scheme)
    assert inaccessible(page) == []
    page.keyboard.press("s")
    card(page, "yellow 3").click()
    page.keyboard.press("1")
    page.keyboard.press("l")
    expect(page.get_by_role("alert")).not_to_be_empty()
    assert inaccessible(page) == []
    page.keyboard.press("u")
    page.keyboard.press("f")
    page.keyboard.press("l")
    expect(hand(page)).to_have_count(5)
    hand(page).last.click()
    page.keyboard.press("d")
    expect(caption(page)).to_have_text("Who loses a turn?")
    assert inaccessible(page) == []
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert inaccessible(page) == []
    page.goto("/play/")
    assert inaccessible(page) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_a_full_table_is_no_wider_than_its_window(open_page, ada, width):
    page = at_a_table(open_page, ada, bots=5, width=width)
    expect(page.get_by_role("region", name="Seat 6, Random")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto("/play/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def drafted(page, expression: str):
    """What the script that puts a turn together makes of something."""
    module = "/static/tenfold/tables/draft.js"
    return page.evaluate(f"async () => {{ const draft = await import('{module}'); return {expression}; }}")


@pytest.mark.parametrize(
    ("chosen", "laid"),
    [
        ("R7 W G4 B6", "G4 W B6 R7"),
        ("W R4 G5 B6", "R4 G5 B6 W"),
        ("R12 G11 W W", "W W G11 R12"),
        ("R1 W W W", "R1 W W W"),
        ("R4 G4 W", "R4 G4 W"),  # no run, as the engine will say
        ("W W", "W W"),
    ],
)
def test_a_run_is_put_in_order_with_its_wilds_in_the_gaps(open_page, chosen, laid):
    page = open_page("/rules/")
    assert drafted(page, f"draft.inOrder('run', {chosen.split()})") == laid.split()


def test_several_hits_on_a_run_go_outward_from_it(open_page):
    page = open_page("/rules/")
    run = '{"id": 1, "kind": "run", "low": 4, "cards": ["R4", "R5", "R6"]}'
    hits = drafted(page, f"draft.hitsOn({run}, ['R2', 'R8', 'W', 'R3', 'R7'], [1], 'high')")
    assert [hit["card"] for hit in hits] == ["R7", "R8", "W", "R3", "R2"]
    assert {hit["meld"] for hit in hits} == {"new:0"}
    assert [hit.get("end") for hit in hits] == [None, None, "high", None, None]


@pytest.mark.parametrize(
    ("low", "size", "ends"), [(1, 4, ["high"]), (9, 4, ["low"]), (3, 4, ["low", "high"]), (1, 12, [])]
)
def test_a_run_has_the_ends_that_are_open(open_page, low, size, ends):
    page = open_page("/rules/")
    run = f'{{"kind": "run", "low": {low}, "cards": Array({size}).fill("R1")}}'
    assert drafted(page, f"draft.endsOf({run})") == ends


def test_a_name_that_turns_around_what_follows_is_kept_to_itself(open_page, ada):
    page = at_a_table(open_page, ada, bots=5)
    card(page, "yellow 3").click()
    page.keyboard.press("d")
    line = page.locator(".log li.discard", has_text="Ω")
    expect(line).to_contain_text(f"\u2068{NAMES[3]}\u2069 discards the")
    expect(page.locator("h1 bdi")).to_have_count(5)


def test_a_button_pressed_twice_deals_once_and_draws_once(open_page, ada):
    a_version(bot=a_bot(name="Greedy", house=True))
    page = open_page("/play/", user=ada)
    page.get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Deal the cards").dblclick()
    expect(page.locator("[data-table]")).to_be_visible()
    assert Table.objects.count() == 1
    draw = page.get_by_role("button", name="Draw from the stock")
    expect(draw).to_be_visible()
    before = stored().moves  # the bot may have had the first turn
    draw.dblclick()
    expect(hand(page)).to_have_count(11)
    assert stored().moves == before + 1
