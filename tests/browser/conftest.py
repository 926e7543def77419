"""A browser on a live site. Whatever a page does that ours never do fails the test that opened it."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import PATIENCE_MS, launched

if TYPE_CHECKING:
    from django.test import Client

    from tenfold.accounts.models import User


# Not of the session: a second playwright, of the tests that come after, would not start beside this one.
# And after the database: beside playwright's loop Django has connections of their own, so that the one which
# drops the database at the end would not be the one that other tests have used, and have left open.
@pytest.fixture(scope="package")
def browser(django_db_setup: None) -> Iterator[Browser]:
    with launched() as chromium:
        yield chromium


@pytest.fixture(scope="package", autouse=True)
def database_beside_playwright() -> Iterator[None]:
    # Playwright's own event loop runs in this thread; the tests themselves are not asynchronous.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent to the queue: these tests play the matches themselves."""
    monkeypatch.setattr("tenfold.nudge._send", lambda task, pks: None)


@pytest.fixture
def open_page(browser: Browser, live_server: Any, client: Any) -> Iterator[Callable[..., Page]]:
    """Open an address, as `user` if one is given; at the end nothing may have gone wrong in any page."""
    wrong: list[str] = []
    contexts = []
    ours = (live_server.url, "data:", "blob:")

    def open_page(
        address: str,
        *,
        user: "User | None" = None,
        signed_in: "Client | None" = None,
        scheme: Any = "light",
        width: int = 1280,
        script: bool = True,
        zone: str = "UTC",
        locale: str = "en-GB",
    ) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            color_scheme=scheme,
            viewport={"width": width, "height": 900},
            java_script_enabled=script,
            timezone_id=zone,
            locale=locale,
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        if user:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        session = (signed_in or client).cookies.get("sessionid")
        if session and (user or signed_in):
            context.add_cookies([{"name": "sessionid", "value": session.value, "url": live_server.url}])
        page = context.new_page()

        def odd(what: str) -> None:
            wrong.append(f"{page.url}: {what}")

        page.on("pageerror", lambda error: odd(str(error)))
        # A violation of the content policy is an error on the console too.
        page.on("console", lambda said: odd(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: None if asked.url.startswith(ours) else odd(f"asks for {asked.url}"))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
