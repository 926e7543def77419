"""The page "Write a bot" in a real browser: the editor, a test game beside it, and what goes wrong."""

import pytest
from playwright.sync_api import Page, expect

from tenfold.drafts.models import Draft
from tests.browser.every_page import inaccessible
from tests.builders import PASSWORD, SHORT, a_user
from tests.tenfold.drafts.scenes import a_house_bot, a_played_draft, played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CRASHES = "import sys\nfor line in sys.stdin:\n    answer = 1 / 0\n"


@pytest.fixture(autouse=True)
def a_house_and_its_processes(settings, monkeypatch):
    settings.SANDBOX = "process"
    monkeypatch.setattr("tenfold.drafts.playing.STANDARD", SHORT)
    a_house_bot("Greedy")


def editor(page: Page):
    return page.get_by_role("textbox", name="Your bot, main.py")


def write(page: Page, text: str) -> None:
    """Type over all that stands in the editor."""
    editor(page).click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def play(page: Page) -> Draft:
    """Press the button, and play what it asked for as a worker would."""
    before = set(Draft.objects.values_list("pk", flat=True))
    page.get_by_role("button", name="Play a test game").click()
    expect(page.locator("#game .chip").first).to_have_text("waiting")
    return played(Draft.objects.exclude(pk__in=before).get())


def test_the_ten_lines_are_played_and_watched_beside_the_editor(open_page):
    page = open_page("/write/")
    expect(editor(page)).to_contain_text("for line in sys.stdin:")
    draft = play(page)
    expect(page.locator("#game h2").first).to_contain_text("our bot")
    expect(page.locator("#game [data-replay]")).to_be_visible()
    assert page.url.endswith(draft.get_absolute_url())
    page.locator("#game [data-do=next]").click()
    expect(page.locator("#game [data-place]")).to_have_text("Deal 1, turn 1")


def test_on_a_phone_the_game_comes_into_sight(open_page):
    page = open_page("/write/", width=390)
    page.set_viewport_size({"width": 390, "height": 500})
    play(page)
    expect(page.locator("#game .chip, #game h2").first).to_be_in_viewport()


def test_a_crash_stands_beside_the_editor_and_its_line_is_marked_there(open_page):
    page = open_page("/write/")
    write(page, CRASHES)
    play(page)
    expect(page.get_by_role("heading", name="forfeited the game")).to_be_visible()
    expect(page.locator("#game pre.tall")).to_contain_text("ZeroDivisionError")
    page.get_by_role("button", name="Show it in the editor").click()
    expect(page.locator(".cm-blamed")).to_have_text("    answer = 1 / 0")
    expect(editor(page)).to_be_focused()


def test_the_exception_is_read_without_scrolling_beside_the_line_that_raised_it(open_page):
    page = open_page("/write/")
    write(page, CRASHES)
    play(page)
    for what in ("#game .raised", "#game mark"):
        expect(page.locator(what)).to_be_in_viewport(ratio=1)
    expect(page.locator("#game .raised")).to_have_text("ZeroDivisionError: division by zero")


def test_running_an_empty_editor_takes_the_older_replay_away(open_page):
    page = open_page("/write/")
    play(page)
    expect(page.locator("#game [data-replay]")).to_be_visible()
    write(page, " ")
    page.get_by_role("button", name="Play a test game").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("[data-replay]")).to_have_count(0)
    write(page, CRASHES)
    play(page)
    expect(page.locator("#game [data-replay]")).to_be_visible()
    page.locator("#game [data-do=next]").click()


def test_what_is_refused_says_why_and_the_next_game_takes_its_place(open_page):
    page = open_page("/write/", user=a_user())
    write(page, "def f(:\n    pass\n")
    play(page)
    expect(page.get_by_text("main.py, line 1: invalid syntax")).to_be_visible()
    write(page, CRASHES)
    play(page)
    expect(page.get_by_text("ZeroDivisionError").first).to_be_visible()
    expect(page.locator("[data-replay]")).to_have_count(1)


def test_the_keys_of_the_replay_are_typed_into_the_editor_while_one_writes(open_page):
    page = open_page("/write/")
    play(page)
    expect(page.locator("#game [data-replay]")).to_be_visible()
    place = page.locator("#game [data-place]").text_content()
    editor(page).click()
    page.keyboard.type("nde")
    expect(editor(page)).to_contain_text("nde")
    expect(page.locator("#game [data-place]")).to_have_text(place or "")


def test_who_comes_by_tab_goes_on_by_tab(open_page):
    page = open_page("/write/")
    page.get_by_role("link", name="Upload a file").focus()
    page.keyboard.press("Tab")
    expect(editor(page)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Start again from the ten lines")).to_be_focused()


def test_tab_indents_while_one_writes_and_after_escape_it_leaves(open_page):
    page = open_page("/write/")
    write(page, "pass")
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    expect(editor(page)).to_have_text("    pass")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(editor(page)).not_to_be_focused()
    expect(page.get_by_role("button", name="Start again from the ten lines")).to_be_focused()


def test_what_was_typed_survives_a_reload_and_is_another_accounts_never(open_page):
    page = open_page("/write/", user=a_user())
    write(page, "mine = 1")
    page.reload()
    expect(editor(page)).to_have_text("mine = 1")
    page.get_by_role("button", name="Sign out").click()
    page.goto("/write/")
    expect(editor(page)).to_contain_text("for line in sys.stdin:")


def test_what_was_typed_survives_a_refusal(open_page, settings):
    settings.VISITOR_TEST_GAMES = 1
    page = open_page("/write/")
    play(page)
    expect(page.locator("#game [data-replay]")).to_be_visible()
    write(page, "more = 1")
    page.get_by_role("button", name="Play a test game").click()
    expect(page.get_by_role("alert")).to_contain_text("Sign up to play on")
    expect(editor(page)).to_have_text("more = 1")


def test_what_a_visitor_typed_comes_along_to_their_new_account(open_page):
    page = open_page("/write/")
    write(page, "mine = 1")
    page.get_by_role("button", name="Sign up to upload it").click()
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password confirmation").fill(PASSWORD)
    page.locator("main form").get_by_role("button", name="Sign up").click()
    expect(editor(page)).to_have_text("mine = 1")
    expect(page.get_by_role("button", name="Upload it")).to_be_visible()


def test_without_a_script_it_is_a_form_and_a_page(open_page):
    page = open_page("/write/", script=False)
    page.get_by_label("Your bot").fill(CRASHES)
    page.get_by_role("button", name="Play a test game").click()
    played(Draft.objects.get())
    page.reload()
    expect(page.get_by_role("heading", name="forfeited the game")).to_be_visible()
    expect(page.locator("mark")).to_contain_text("answer = 1 / 0")
    expect(page.get_by_label("Your bot")).to_have_value(CRASHES)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_crash_beside_the_editor_is_accessible(open_page, scheme):
    author = a_user()
    stderr = '  File "/tmp/p/main.py", line 3, in <module>\nZeroDivisionError: division by zero\n'
    draft = a_played_draft(CRASHES.encode(), owner=author, crashes=True, stderr=stderr)
    page = open_page(draft.get_absolute_url(), user=author, scheme=scheme)
    expect(page.locator("#game [data-replay]")).to_be_visible()
    page.get_by_role("button", name="Show it in the editor").click()
    assert inaccessible(page) == []


def test_a_button_pressed_twice_plays_once_and_uploads_once(open_page):
    ada = a_user("ada")
    page = open_page("/write/", user=ada)
    page.get_by_role("button", name="Play a test game").dblclick()
    expect(page.locator("#game .chip").first).to_have_text("waiting")
    assert Draft.objects.count() == 1
    page.get_by_label("Name").fill("sprout")
    page.get_by_role("button", name="Upload it").dblclick()
    expect(page.get_by_role("heading", name="Version 1")).to_be_visible()
    assert ada.bots.get().versions.count() == 1
