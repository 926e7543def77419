"""Pictures of the running site: those shown of it, or every page to look at before calling it done.

python -m tests.browser.pictures                     docs/pictures/, preview.png from the demo on port 8000
python -m tests.browser.pictures --every FOLDER      each page, wide and narrow, light and dark
"""

import argparse
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, Page

from tests.browser.chromium import launched

PICTURES: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
PREVIEW: Final = PICTURES.parents[1] / "platform" / "tenfold" / "static" / "tenfold" / "preview.png"
ADDRESSES: Final = (
    "/",
    "/sign-up/",
    "/sign-in/",
    "/competitions/",
    "/rules/",
    "/rules/everyone-advances/",
    "/protocol/",
    "/no-such-page/",
)
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
WIDTHS: Final = (1280, 390)


def for_readme(browser: Browser, site: str) -> None:
    """The leaderboard of the competition at home, and a phase being laid in a game of its first match."""
    page = browser.new_page(viewport={"width": 1280, "height": 860})
    page.goto(site)
    page.locator("#standing a").click()
    page.locator(".standing").wait_for()
    page.screenshot(path=PICTURES / "leaderboard.png")
    page.locator("main tbody th a[href^='/m/']").first.click()
    page.locator(".grid-cell a").last.click()
    page.locator("[data-replay]").wait_for()
    page.keyboard.press("d")
    for _ in range(2):
        page.keyboard.press("n")
    page.screenshot(path=PICTURES / "replay.png")
    page.close()


def for_those_who_play(browser: Browser, site: str) -> None:
    """A test game beside the ten lines that it is of, and a person's own turn at a table."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.goto(f"{site}/write/")
    page.get_by_role("button", name="Play a test game").click()
    page.locator("[data-watch] [data-replay]:not([hidden])").wait_for(timeout=60_000)
    page.locator("[data-watch] [data-replay]").press("n")
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=PICTURES / "write.png")
    page.goto(f"{site}/play/")
    page.get_by_role("button", name="Deal the cards").click()
    page.get_by_role("button", name="Draw from the stock").click(timeout=60_000)
    page.locator(".pick .card.new").wait_for()
    page.screenshot(path=PICTURES / "play.png")
    page.close()


def in_norwegian(browser: Browser, site: str) -> None:
    """A bot's page on a phone, at night."""
    page = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme="dark", locale="nb-NO")
    page.goto(f"{site}/bots/house/planner/")
    page.screenshot(path=PICTURES / "bot.png")
    page.close()


def for_links(browser: Browser, site: str) -> None:
    """What other sites show of a link to a replay: the same for all, so that it tells nothing of any."""
    page = browser.new_page(viewport={"width": 1200, "height": 630}, color_scheme="light", bypass_csp=True)
    page.goto(site)
    page.evaluate("document.body.replaceChildren(...document.querySelectorAll('.brand, .hero .cards'))")
    page.add_style_tag(
        content="body { min-height: 100vh; justify-content: center; gap: 4.5rem; padding: 4rem; }"
        " .brand { font-size: 7rem; gap: 2.4rem; } .cards { display: flex; gap: 0.8rem; --card: 5.4rem; }"
    )
    page.screenshot(path=PREVIEW)
    page.close()


def of_every_page(browser: Browser, site: str, folder: Path, who: str, addresses: list[str]) -> None:
    """One picture for each address, width and scheme; says where a page is wider than its window."""
    for width in WIDTHS:
        for scheme in SCHEMES:
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            page.on("console", lambda message: print("console:", message.text))  # noqa: T201 - a tool's output
            if who:
                sign_in(page, site, who)
            for address in addresses:
                page.goto(site + address)
                page.wait_for_timeout(300)  # the replay draws after it has fetched
                page.screenshot(path=folder / picture_name(address, width, scheme), full_page=True)
                wide = page.evaluate("document.documentElement.scrollWidth")
                if wide > width:
                    print(f"{address} is {wide} wide in a window of {width}")  # noqa: T201 - as above
            page.close()


def sign_in(page: Page, site: str, who: str) -> None:
    name, _, password = who.partition(":")
    page.goto(f"{site}/sign-in/")
    page.fill("[name=username]", name)
    page.fill("[name=password]", password)
    page.click("main button")
    page.wait_for_load_state()


def picture_name(address: str, width: int, scheme: str) -> str:
    path = address.partition("?")[0].strip("/").replace("/", "-") or "home"
    return f"{path}-{width}-{scheme}.png"


def main() -> None:
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_written)
    parser.add_argument("--site", default="http://localhost:8000")
    parser.add_argument("--every", type=Path, metavar="FOLDER", help="each page, into this folder")
    parser.add_argument("--who", default="", metavar="NAME:PASSWORD", help="sign in first")
    parser.add_argument("addresses", nargs="*", default=ADDRESSES)
    asked = parser.parse_args()
    site = asked.site.rstrip("/")
    with launched() as browser:
        if asked.every:
            asked.every.mkdir(parents=True, exist_ok=True)
            of_every_page(browser, site, asked.every, asked.who, asked.addresses)
        else:
            PICTURES.mkdir(parents=True, exist_ok=True)
            for_readme(browser, site)
            for_those_who_play(browser, site)
            in_norwegian(browser, site)
            for_links(browser, site)


if __name__ == "__main__":
    main()
