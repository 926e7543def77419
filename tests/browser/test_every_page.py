"""What holds for every page of the site at once, in a site of each kind."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import kinds
from tests.browser.every_page import (
    NOT_OURS,
    OF_COLOURS,
    answers,
    inaccessible,
    misshapen,
    out_of_reach,
    too_wide,
    visits,
    without_a_scene,
)
from tests.tenfold.routes import Scene

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", kinds.ALL, ids=lambda kind: kind.__name__)
def test_every_page_can_be_read_and_reached_by_everybody(open_page, kind: Callable[[], Scene]):
    scene = kind()
    wrong, answered = [], answers(scene)
    pages = {
        role: open_page("/rules/", signed_in=scene.browser(role))
        for role in ("organizer", "owner", "anonymous")
    }
    for visit in visits(scene, answered):
        page = pages[visit.role]
        page.set_viewport_size({"width": 1280, "height": 900})
        page.emulate_media(color_scheme="light")
        page.goto(visit.address)
        if page.locator("[data-waiting]").count():
            expect(page.locator("[data-replay], [data-table]")).to_be_visible()
        if visit.address in NOT_OURS:
            continue
        found = [*misshapen(page), *out_of_reach(page), *too_wide(page), *inaccessible(page)]
        if kind is kinds.ordinary:
            page.emulate_media(color_scheme="dark")
            found += inaccessible(page, rules=OF_COLOURS)
        wrong += [f"{visit.address} ({visit.role}): {each}" for each in found]
    if kind is kinds.ordinary:
        wrong += [
            f"{route} answers nobody: name an address that it does" for route in without_a_scene(answered)
        ]
    assert not wrong, "\n".join(wrong)
