"""No page says anything in English to whoever asked for Norwegian."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.language.reading import Attributes, read
from tests.tenfold.routes import ADDRESSES, Scene, a_scene, routes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

# Words that English cannot do without and that are none in Norwegian.
ENGLISH: Final = re.compile(
    r"\b(?:the|and|of|with|that|which|is|are|was|were|has|have|had|from|this|these|its|it|not|been|you|your"
    r"|they|their|by|an|or|no|yet|when|who|what|where|how|each|if|as|does|do|did|can|may|than|then|there)\b",
    re.IGNORECASE,
)
# What people wrote in the scene, and what is called so in every language.
NAMES: Final = re.compile(r"\bof (?:entrant|unlucky|owner|teammate|stranger)\b|https?://\S+")
# Who organizes, who owns a bot, and who is nobody: between them they see every form and every sentence.
READERS: Final = ("organizer", "owner", "anonymous")


def english_in(page: str) -> list[str]:
    return [words for words in read(page, silent=quoted) if ENGLISH.search(NAMES.sub("", words))]


def quoted(tag: str, told: Attributes) -> bool:
    """What was typed or is to be, what is no part of what one sees, and the way back to English."""
    return tag in {"meta", "template", "textarea"} or (tag == "button" and told.get("lang") == "en")


def pages(scene: Scene) -> Iterator[tuple[str, str, str]]:
    """Every page that somebody sees, as (address, role, text): as each of who sees something else there."""
    for route in sorted(routes()):
        if route.startswith(("api/", "healthz")):
            continue
        seen: set[str] = set()
        for role in READERS:
            browser = scene.browser(role)
            browser.cookies["language"] = "nb"
            answer = browser.get(ADDRESSES[route](scene)[0])
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                shape = re.sub(r'value="[^"]*"', "", answer.text)
                if shape not in seen:
                    seen.add(shape)
                    yield ADDRESSES[route](scene)[0], role, answer.text


def test_no_page_says_anything_in_english_to_a_norwegian():
    found = {(address, text) for address, _, page in pages(a_scene()) for text in english_in(page)}
    assert not found, "\n".join(f"{address}: {text}" for address, text in sorted(found))


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<p>Spill mot boter</p>", []),
        ("<p>Play with the bots</p>", ["Play with the bots"]),
        ('<a title="Your account">ada</a>', ["Your account"]),
        ('<button lang="en">Play with the bots</button><code>if it is</code>', []),
        ('<p lang="en">Play with the bots</p>', ["Play with the bots"]),
    ],
)
def test_english_is_told_from_norwegian(page, found):
    assert english_in(page) == found
