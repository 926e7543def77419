"""What a browser has to fetch for a page, and from where."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import join, normpath
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone

from arena.bots import greedy
from arena.phase10.rules import STANDARD
from tenfold.competitions.models import Competition, Standing
from tests.builders import a_bot, a_competition, a_match, a_round, a_version, an_entry
from tests.tenfold.pages.scenes import play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

# A feed is named for who wants it, and not fetched.
FETCHED = re.compile(
    r'<(?:script|img|iframe)\b[^>]*\bsrc="([^"]+)|<link\b(?! rel="alternate")[^>]*\bhref="([^"]+)'
)
# Where a statement begins: in other places the word is one of Python's, as the editor's highlighting has it.
IMPORTED = re.compile(r'(?:^|[;}\n])\s*import\b[^"\'();]*["\']([^"\']+)["\']|\bimport\(["\']([^"\']+)')
NAMED_IN_CSS = re.compile(r'url\(["\']?([^"\')]+)|@import\s+["\']([^"\']+)')
# Of a style sheet and of what it names, only text is weighed: a font is fetched once for all pages.
WEIGHED = (".css", ".js")


def fetched(address: str, text: str) -> Iterator[str]:
    """What a browser that has read this asks for next."""
    pattern = {".js": IMPORTED, ".css": NAMED_IN_CSS}.get(Path(address).suffix, FETCHED)
    for found in pattern.findall(text):
        named = next(filter(None, found))
        if not named.startswith("data:"):
            yield named if urlsplit(named).netloc or named[0] == "/" else normpath(join(address, "..", named))


def parts(address: str, text: str) -> dict[str, bytes]:
    """The page and all that it leads a browser to fetch, by address; fails at what lies elsewhere."""
    every = {address: text.encode()}
    waiting = list(fetched(address, text))
    while waiting:
        named = waiting.pop()
        if named in every:
            continue
        assert named.startswith("/static/"), f"{address} sends browsers to {named}"
        path = finders.find(named.removeprefix("/static/"))
        assert path, f"{address} names {named}, which does not exist"
        every[named] = Path(path).read_bytes()
        if named.endswith(WEIGHED):
            waiting += fetched(named, every[named].decode())
    return every


def compressed(every: dict[str, bytes], address: str) -> int:
    text = (content for name, content in every.items() if name == address or name.endswith(WEIGHED))
    return sum(len(gzip.compress(content)) for content in text)


def a_full_standing() -> Competition:
    """As many rows as a page has, no two alike."""
    competition = a_round(competition=a_competition(), entries=2).competition
    version = a_version()
    for number in range(100):
        entry = an_entry(competition=competition, bot=a_bot(owner=version.bot.owner, name=f"Row {number}"))
        margin = 2.71 - number * 0.0537
        Standing.objects.create(
            entry=entry, competition=competition, margin=margin, low=margin - 0.3 - number / 700,
            high=margin + 0.3 + number / 900, rank=1 + number, rank_low=max(1, number - 3),
            rank_high=number + 5, wins=3 * number, games=7 * number, blocks=9, mean_place=1 + number / 100,
            faults={"timeout": number, "crash": 1} if number % 3 else {}, updated=timezone.now(),
            form=[(number * 37 + match * 53) % 97 / 9 - 5 for match in range(12)],
        )  # fmt: skip
    return competition


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_a_full_standing_weighs_less_than_60_kilobytes_and_comes_from_the_site_alone():
    address = a_full_standing().get_absolute_url()
    every = parts(address, page(reader(), address))

    assert every[address].count(b'class="rank"') == 100
    assert {"/static/tenfold/site.css", "/static/django_htmx/htmx-2.min.js"} <= every.keys()
    assert compressed(every, address) <= 60_000


def test_a_replay_weighs_less_than_120_kilobytes_with_its_game_and_comes_from_the_site_alone():
    competition = a_competition(rules=STANDARD, players=4)
    for _ in range(4):
        an_entry(competition=competition)
    match = play(a_match(round_=a_round(competition=competition)), bots=[greedy.Bot().answer] * 4)
    address = match.games.all()[0].get_absolute_url()
    every = parts(address, page(reader(), address))
    document = reader().get(f"{address}replay.json").content

    assert "/static/tenfold/replay/words.js" in every  # imported by an import
    assert compressed(every, address) + len(gzip.compress(document)) <= 120_000


@pytest.mark.parametrize(
    "address", ["/", "/competitions/", "/rules/", "/protocol/", "/results/", "/sign-in/"]
)
def test_no_other_page_sends_a_browser_elsewhere(address):
    assert parts(address, page(reader(), address))


def test_a_page_that_does_is_found_out():
    with pytest.raises(AssertionError, match="sends browsers to https://fonts"):
        parts("/x/", '<link rel="stylesheet" href="https://fonts.example/a.css">')
