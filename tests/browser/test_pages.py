"""The pages in a real browser: accessible, live, and nothing asked of the outside."""

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from django.core.cache import cache
from knox.models import AuthToken
from playwright.sync_api import expect

from tenfold.bots.alike import keep_fingerprint
from tenfold.bots.models import VersionState
from tenfold.competitions.standings import refresh_standing
from tenfold.matches import sandboxes
from tenfold.matches.models import MatchBot
from tests.browser.scenes import a_game, an_organized_league
from tests.builders import TEN_LINES, a_bot, a_competition, a_round, a_user, a_version, an_entry
from tests.tenfold.pages.scenes import a_played_competition, play

# Pages of a competition from which it is run.
ORGANIZING = ("dashboard/", "reveal/", "reveal/?hidden=0", "reveal/publish/")

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def assert_accessible(page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_for_all_are_accessible(open_page, scheme):
    competition = a_played_competition(entries=3)
    match = competition.matches.get(number=1)
    addresses = ["/", "/sign-in/", "/sign-up/", "/competitions/", "/rules/", "/protocol/", "/results/"]
    for address in [*addresses, competition.get_absolute_url(), match.get_absolute_url()]:
        assert_accessible(open_page(address, scheme=scheme))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_for_authors_are_accessible(open_page, scheme):
    author = a_user()
    bot = an_entry(bot=a_version(bot=a_bot(owner=author)).bot).bot
    source = TEN_LINES.replace(b"stock", b"discard")
    refused = a_version(bot=bot, source=source, state=VersionState.REFUSED, reason="It crashed.")
    refused.dossier = {"kind": "crashed", "request": "{}", "stderr": "Traceback", "detail": {"exit_code": 1}}
    refused.save()
    addresses = [
        "/bots/",
        "/bots/new/",
        "/matches/",
        "/competitions/new/",
        bot.get_absolute_url(),
        refused.get_absolute_url(),
        f"{refused.get_absolute_url()}read/",
        f"{bot.get_absolute_url()}diff/",
    ]
    for address in addresses:
        assert_accessible(open_page(address, user=author, scheme=scheme))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_of_bots_that_are_alike_is_accessible(open_page, scheme):
    organizer = a_user()
    competition = a_competition(organizer=organizer)
    for name in ("Sharp", "A very long name of forty characters, ok"):
        version = a_version(bot=a_bot(name=name))
        keep_fingerprint(version=version, prints=[number << 32 for number in range(100)])
        an_entry(competition=competition, bot=version.bot)
    page = open_page(f"/c/{competition.slug}/alike/", user=organizer, scheme=scheme)
    expect(page.get_by_text("100%")).to_be_visible()
    assert_accessible(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_beats_whom_is_accessible_in_every_shade(open_page, scheme):
    competition = a_played_competition(entries=5)
    for at, seat in enumerate(MatchBot.objects.order_by("id")):
        seat.margin = 1.3 * at * (-1) ** at
        seat.save()
    page = open_page(f"{competition.get_absolute_url()}pairs/", scheme=scheme)
    expect(page.locator("td.p4").first).to_be_visible()
    expect(page.locator("td.n4").first).to_be_visible()
    assert_accessible(page)
    page.locator("td.p4 a").first.click()
    assert_accessible(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_replay_is_accessible(open_page, scheme):
    page = open_page(f"{a_game(careless_bots=1).get_absolute_url()}?turn=30", scheme=scheme)
    expect(page.locator("[data-replay]")).to_be_visible()
    assert_accessible(page)


@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_is_wider_than_its_window(open_page, width):
    competition = a_played_competition(entries=3)
    game = a_game(players=4)
    addresses = ["/", "/rules/", "/protocol/", competition.get_absolute_url(), game.match.get_absolute_url()]
    for address in [*addresses, f"{game.get_absolute_url()}?turn=30"]:
        page = open_page(address, width=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_pages_of_organizers_are_accessible_and_no_wider_than_the_window(open_page):
    organizer = a_user("ada")
    competition = an_organized_league(organizer)
    entry = competition.entries.order_by("pk")[0].pk
    parts = (
        "",
        "dashboard/",
        "reveal/",
        "reveal/?hidden=0",
        "reveal/publish/",
        "settings/",
        "people/",
        "enter/",
        "rulings/",
        "rulings/new/",
    )
    addresses = [f"{competition.get_absolute_url()}{part}" for part in parts]
    preview = f"{addresses[0]}rulings/preview/?kind=disqualify&entry={entry}"
    for address in [*addresses, preview, "/account/", "/competitions/new/"]:
        page = open_page(address, user=organizer)
        assert_accessible(page)
        page.emulate_media(color_scheme="dark")
        assert_accessible(page)
        page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address


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
    expect(page.get_by_role("region", name="Standing")).to_be_visible(timeout=10_000)


def test_the_button_to_start_a_round_comes_back_when_one_is_over(open_page):
    started = a_round()
    page = open_page(started.competition.get_absolute_url(), user=started.competition.organizer)
    expect(page.get_by_role("button", name="A round is running")).to_be_disabled()
    play(started.matches.get())
    expect(page.get_by_role("button", name="Start a round")).to_be_enabled(timeout=10_000)


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
