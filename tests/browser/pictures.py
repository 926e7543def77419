"""Pictures of every page, wide and narrow, light and dark, to look at before calling a page done.

python -m tests.browser.pictures http://localhost:8000 FOLDER [NAME:PASSWORD] [ADDRESS ...]
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.chromium import launched

ADDRESSES = (
    "/",
    "/sign-up/",
    "/sign-in/",
    "/bots/",
    "/bots/new/",
    "/competitions/",
    "/competitions/new/",
    "/rules/",
    "/protocol/",
    "/no-such-page/",
)
WIDTHS = (1280, 390)
SCHEMES = ("light", "dark")


def picture_name(address: str, width: int, scheme: str) -> str:
    path = address.partition("?")[0].strip("/").replace("/", "-") or "home"
    return f"{path}-{width}-{scheme}.png"


def sign_in(page: Page, site: str, who: str) -> None:
    name, _, password = who.partition(":")
    page.goto(f"{site}/sign-in/")
    page.fill("[name=username]", name)
    page.fill("[name=password]", password)
    page.click("main button")
    page.wait_for_load_state()


def take(browser: Browser, site: str, folder: Path, who: str, addresses: list[str]) -> None:
    """One picture for each address, width and scheme; says where a page is wider than its window."""
    for width in WIDTHS:
        for scheme in SCHEMES:
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]  # one of two words
            page.on("console", lambda message: print("console:", message.text))  # noqa: T201 - a tool's output
            if who:
                sign_in(page, site, who)
            for address in addresses:
                page.goto(site + address)
                page.wait_for_timeout(300)
                page.screenshot(path=folder / picture_name(address, width, scheme), full_page=True)
                wide = page.evaluate("document.documentElement.scrollWidth")
                if wide > width:
                    print(f"{address} is {wide} wide in a window of {width}")  # noqa: T201 - as above
            page.close()


def main() -> None:
    site, folder, *rest = sys.argv[1:]
    who = rest.pop(0) if rest and ":" in rest[0] else ""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with launched() as browser:
        take(browser, site.rstrip("/"), target, who, rest or list(ADDRESSES))


if __name__ == "__main__":
    main()
