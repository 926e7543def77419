"""Debian's Chromium, driven by playwright: it asks nothing of the outside."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

# Five seconds are too few on a machine with much else to do, and what comes in is polled for besides.
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Whatever else a page names is nowhere: it cannot be asked for by mistake.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)


def found() -> str | None:
    return next((path for path in map(shutil.which, NAMES) if path), None)


@contextmanager
def launched() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found(), args=list(FLAGS))
        yield browser
        browser.close()
