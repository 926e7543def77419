"""Whatever people and bots call themselves or write: text in every page, cell, feed and answer of the API."""

import csv
import io
import json
from xml.etree import ElementTree as ET

import pytest
from django.core.cache import cache

from tests.browser.kinds import NAMES, OUTPUT, hostile
from tests.tenfold.pages.test_hostile_names import Inspector
from tests.tenfold.routes import ADDRESSES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Looking(Inspector):
    """Takes pictures of the site itself for granted: badges."""

    def handle_starttag(self, tag, attrs):
        if tag != "img" or not (dict(attrs).get("src") or "").startswith("/c/"):
            super().handle_starttag(tag, attrs)


def wrong_with(kind: str, text: str) -> list[str]:
    """What of an answer of this kind is more than text."""
    if kind == "text/html":
        inspector = Looking()
        inspector.feed(text)
        inspector.close()
        # A name may well be the whole of a title or a label; no address is one.
        return [value for value in inspector.strange if value not in NAMES]
    if kind == "text/csv":
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        return [cell for cell in cells if cell.startswith(FORMULA) and not _is_number(cell)]
    if kind == "application/atom+xml":
        return [one.tag for one in ET.fromstring(text).iter() if "atom" not in one.tag.lower()]
    if kind in ("application/json", "application/problem+json"):
        json.loads(text)
    return []


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("role", ["owner", "organizer"])
def test_no_answer_of_any_route_holds_more_than_text_of_it(role):
    scene = hostile()
    wrong, shown = [], ""
    addresses = [address for of_route in ADDRESSES.values() for address in of_route(scene)]
    for address in [*addresses, *(version.get_absolute_url() for version in scene.bot.versions.all())]:
        cache.clear()
        answer = scene.browser(role).get(address)
        kind, text = answer["Content-Type"].partition(";")[0], answer.getvalue().decode(errors="replace")
        assert answer["X-Content-Type-Options"] == "nosniff"
        wrong += [f"{address}: {each}" for each in wrong_with(kind, text)]
        if kind == "text/html":
            inspector = Looking()
            inspector.feed(text)
            shown += inspector.text
    assert not wrong, "\n".join(wrong)
    assert [name for name in NAMES if name not in shown] == []
    assert (OUTPUT[-400:] in shown) is (role == "owner")
