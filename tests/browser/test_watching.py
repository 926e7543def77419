"""A file of one's own in the viewer: chosen, dropped, followed by another, and refused."""

import json
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from arena.replay import replay_document
from arena.transcript import load
from tests.browser.every_page import inaccessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GOLDEN = Path(__file__).parents[1] / "golden" / "standard-4.t10"

DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  document.querySelector("h1").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
}"""


def a_document() -> dict:
    return msgspec.to_builtins(replay_document(load(GOLDEN.read_bytes())))


@pytest.fixture
def watch(open_page):
    return open_page("/watch/")


def test_a_chosen_file_is_stepped_through(watch):
    watch.locator("input[type=file]").set_input_files(GOLDEN)
    expect(watch.locator("[data-told]")).to_contain_text("standard-4.t10: 4 seats")
    watch.locator("input[type=file]").focus()  # as after it was used by hand
    watch.keyboard.press("l")
    expect(watch.locator("[data-place]")).to_have_text("Deal 1, turn 1")
    assert not inaccessible(watch)


def test_a_dropped_file_takes_the_place_of_the_one_before(watch):
    watch.locator("input[type=file]").set_input_files(GOLDEN)
    expect(watch.locator("[data-replay]")).to_be_visible()
    document = a_document()
    document["deals"] = document["deals"][:1]
    watch.evaluate(DROP, ["short.json", json.dumps(document)])
    expect(watch.locator("[data-told]")).to_contain_text("short.json: 4 seats, 1 deal")
    watch.keyboard.press("End")
    watch.keyboard.press("h")
    expect(watch.locator("[data-place]")).to_contain_text("Deal 1, turn")


def broken(what: str) -> dict:
    document = a_document()
    deal = document["deals"][0]
    if what == "card":
        deal["steps"][1]["card"] = "<img src=x>"
    elif what == "seat":
        deal["steps"][0]["seat"] = 99
    elif what == "hands":
        deal["hands"] = deal["hands"][:1]
    else:
        document["deals"] = []
    return document


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("card", "The replay breaks off in deal 1, step 2: <img src=x> is moved, which is not in that hand."),
        ("seat", "The replay breaks off in deal 1, step 1: there is no seat 99."),
        ("hands", "The replay breaks off in deal 1, step 0: 1 of 4 seats get cards."),
        ("deals", "The replay has no deals."),
    ],
)
def test_a_document_of_impossible_moves_is_answered_with_a_sentence(watch, what, sentence):
    watch.evaluate(DROP, ["bad.json", json.dumps(broken(what))])
    expect(watch.locator("[data-told]")).to_have_text(sentence)
    expect(watch.locator("[data-viewer]")).to_be_hidden()


def test_what_is_no_replay_leaves_the_game_in_view_alone(watch):
    watch.locator("input[type=file]").set_input_files(GOLDEN)
    expect(watch.locator("[data-replay]")).to_be_visible()
    # That the site answers 400 is told on the console too, where a test here finds errors.
    watch.route("**/watch/open/", lambda route: route.fulfill(status=200, body="{}"))
    watch.evaluate(DROP, ["bad.json", "no"])
    expect(watch.locator("[data-told]")).to_have_class("wrong")
    expect(watch.locator("[data-replay]")).to_be_visible()
