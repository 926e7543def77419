"""From the first page to a ranked bot, as somebody does it who has never been here."""

import queue
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import pytest
from django.db import connection, transaction
from playwright.sync_api import Locator, Page, expect

from tenfold.accounts.services import house_user
from tenfold.celery import app
from tenfold.competitions.standings import refresh_standing
from tenfold.matches import house
from tests.builders import PASSWORD, SHORT, a_bot, a_competition, a_round, a_version, an_entry
from tests.tenfold.pages.scenes import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_CLICKS = 8
MOST_SECONDS = 300
# What beat sets off, and this walk waits for.
PERIODIC = (
    "tenfold.matches.tasks.continue_house_league",
    "tenfold.matches.tasks.sweep",
    "tenfold.competitions.tasks.plan_forgotten",
    "tenfold.competitions.tasks.refresh_stale",
)


class Worker(threading.Thread):
    """Does what is sent to the queue, one after the other, and now and then what beat would set off."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._sent: queue.Queue[tuple[str, int]] = queue.Queue()
        self._over = threading.Event()
        self.wrong: list[Exception] = []
        app.loader.import_default_modules()

    def send(self, task: str, pks: Sequence[int]) -> None:
        for pk in pks:
            self._sent.put((task, pk))

    def run(self) -> None:
        while not self._over.is_set():
            try:
                self._work()
            except Exception as error:  # noqa: BLE001 - whatever it was, it is told at the end
                self.wrong.append(error)
        connection.close()

    def _work(self) -> None:
        try:
            task, pk = self._sent.get(timeout=0.5)
        except queue.Empty:
            for name in PERIODIC:
                app.tasks[name]()
        else:
            app.tasks[task](pk)

    def end(self) -> None:
        self._over.set()
        self.join()
        assert self.wrong == []


@pytest.fixture
def worker(monkeypatch, settings) -> Iterator[Worker]:
    settings.SANDBOX = "process"
    monkeypatch.setattr("tenfold.matches.trials.STANDARD", SHORT)
    monkeypatch.setattr("tenfold.drafts.playing.STANDARD", SHORT)
    worker = Worker()
    monkeypatch.setattr("tenfold.nudge._send", worker.send)
    worker.start()
    yield worker
    worker.end()


@pytest.fixture
def a_house_league() -> None:
    """Two house bots have played a round of their league."""
    league = a_competition(organizer=house_user(), name=house.LEAGUE, rules=SHORT)
    with transaction.atomic():
        for name in ("greedy", "random"):
            an_entry(
                competition=league, bot=a_version(bot=a_bot(owner=house_user(), name=name, house=True)).bot
            )
        matches = list(a_round(competition=league).matches.all())
    for match in matches:
        play(match)
    refresh_standing(competition_id=league.pk, even_if_fresh=True)


def clicks_on(page: Page, counted: list[str]) -> Callable[[Locator], None]:
    def click(what: Locator) -> None:
        counted.append(what.text_content() or "")
        what.click()

    return click


def test_a_newcomer_has_a_ranked_bot_within_five_minutes_and_eight_clicks(open_page, a_house_league, worker):
    begun = time.monotonic()
    page = open_page("/")
    counted: list[str] = []
    click, main = clicks_on(page, counted), page.locator("main")

    click(main.get_by_role("link", name="Write a bot"))
    click(page.get_by_role("button", name="Play a test game"))
    expect(page.locator("#game [data-replay]")).to_be_visible()
    click(page.get_by_role("button", name="Sign up to upload it"))
    page.get_by_label("Name").fill("newcomer")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password confirmation").fill(PASSWORD)
    click(main.get_by_role("button", name="Sign up"))
    page.get_by_label("Its name").fill("Sprout")
    click(page.get_by_role("button", name="Upload it"))
    click(page.get_by_role("link", name="Choose a competition to enter"))
    click(main.get_by_role("link", name=house.LEAGUE))
    click(main.get_by_role("button", name="Enter"))
    row = page.get_by_role("region", name="Standing").get_by_role("row").filter(has_text="Sprout")
    expect(row.locator(".rank b")).to_have_text(re.compile(r"^[123]$"))

    assert len(counted) <= MOST_CLICKS, counted
    assert time.monotonic() - begun <= MOST_SECONDS


class Keys:
    """Somebody without a mouse: presses keys, and looks where the focus is."""

    MOST_STOPS: Final = 80

    def __init__(self, page: Page) -> None:
        self._page = page
        self.press, self.type = page.keyboard.press, page.keyboard.type

    def to(self, what: Locator, *, back: bool = False) -> None:
        """Walk there, forth or back, by Tab alone."""
        expect(what).to_be_visible()
        for _ in range(self.MOST_STOPS):
            self.press("Shift+Tab" if back else "Tab")
            if what.evaluate("(element) => element === document.activeElement"):
                return
        pytest.fail(f"{self.MOST_STOPS} times Tab do not lead to {what} on {self._page.url}")

    def follow(self, what: Locator) -> None:
        self.to(what)
        self.leave_by("Enter")

    def leave_by(self, key: str) -> None:
        with self._page.expect_navigation():
            self.press(key)

    def fill(self, label: str, text: str) -> None:
        self.to(self._page.get_by_label(label, exact=True))
        self.type(text)


@pytest.mark.slow
def test_who_has_a_keyboard_alone_gets_from_the_first_page_to_the_replay_of_their_bots_match(
    open_page, a_house_league, worker
):
    page = open_page("/")
    keys, main, top = Keys(page), page.locator("main"), page.locator("header")

    keys.follow(top.get_by_role("link", name="Sign up"))
    keys.fill("Name", "newcomer")
    keys.fill("Password", PASSWORD)
    keys.fill("Password confirmation", PASSWORD)
    keys.leave_by("Enter")
    keys.follow(top.get_by_role("link", name="Write"))
    keys.to(page.get_by_role("textbox", name="Your bot, main.py"))
    keys.type("# Written without a mouse.\n")
    keys.press("Escape")  # lets Tab out of the editor, as the page says
    keys.fill("Its name", "Sprout")
    keys.to(page.get_by_role("button", name="Upload it"))
    keys.leave_by("Space")
    keys.follow(page.get_by_role("link", name="Choose a competition to enter"))
    keys.follow(main.get_by_role("link", name=house.LEAGUE))
    keys.follow(main.get_by_role("button", name="Enter"))

    matches = page.get_by_role("region", name=re.compile("^Matches of round"))
    over = matches.get_by_role("row").filter(has_text="Sprout").filter(has_text="finished").first
    expect(over).to_be_visible(timeout=60_000)
    keys.follow(over.get_by_role("link").first)
    keys.follow(page.get_by_role("region", name="Games").get_by_role("link").first)

    place = page.get_by_label("Position in the game")
    expect(place).to_be_visible()  # its keys are heard from then on
    expect(place).to_have_value("0")
    for key, at in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1")):
        keys.press(key)
        expect(place).to_have_value(at)
    keys.to(page.get_by_role("button", name="Next step"))
    keys.press("Enter")
    expect(place).to_have_value("2")
    keys.to(place, back=True)
    keys.press("ArrowRight")
    expect(place).to_have_value("3")
