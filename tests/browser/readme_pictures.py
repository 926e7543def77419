"""Takes the README's two pictures from a running demo whose first round is over.

python -m tests.browser.readme_pictures http://127.0.0.1:8000
"""

import json
import sys
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.browser.chromium import launched

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
LEAGUE = "/c/house-league/"


def read(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(address) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def first_finished_match(site: str) -> int:
    matches = read(f"{site}/api/v1/matches")["results"]
    found = [match["id"] for match in matches if match["state"] == "finished" and match["kind"] == "round"]
    if not found:
        sys.exit(f"{site} has no finished match yet: wait for one, then run this again.")
    return min(found)


def full_table(game: str) -> str:
    """A moment of a later deal at which two players have melds on the table and one was hit."""
    for deal in read(f"{game}replay.json")["deals"][2:]:
        laid: set[int] = set()
        for step in deal["steps"]:
            if step["do"] == "lay":
                laid.add(step["seat"])
            elif step["do"] == "hit" and len(laid) > 1:
                return f"?deal={deal['deal']}&turn={step['turn'] + 1}"
    return ""


def take(browser: Browser, address: str, name: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
    page.goto(address, wait_until="networkidle")
    page.screenshot(path=FOLDER / name)
    page.close()


def main() -> None:
    site = sys.argv[1].rstrip("/")
    game = f"{site}/m/{first_finished_match(site)}/games/0/0/"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with launched() as browser:
        take(browser, site + LEAGUE, "leaderboard.png")
        take(browser, game + full_table(game), "replay.png")


if __name__ == "__main__":
    main()
