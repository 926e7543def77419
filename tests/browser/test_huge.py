"""Pages of ten thousand rows in a real browser."""

import pytest

from tenfold.competitions.bounds import BLOCKS
from tests.browser.every_page import ROOM, inaccessible
from tests.tenfold.pages.huge import MANY, lists, swell
from tests.tenfold.pages.scenes import reader
from tests.tenfold.pages.test_scale import FEW, Scene

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_pages_of_ten_thousand_rows_fit_a_phone_and_are_accessible(open_page):
    scene = Scene()
    scene.grow(FEW)
    swell(scene, 1, MANY, blocks=BLOCKS.most)
    page = open_page("/rules/", signed_in=reader(scene.user), width=390)
    looked_into = (scene.competition.get_absolute_url(), scene.match.get_absolute_url())
    wrong = []
    for address in lists(scene):
        page.goto(address)
        found = [*page.evaluate(ROOM), *(inaccessible(page) if address in looked_into else ())]
        wrong += [f"{address}: {each}" for each in found]
    assert not wrong, "\n".join(wrong)
