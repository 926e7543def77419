"""No page asks more or grows beyond a bound with ten thousand rows behind it and a match of 200 blocks."""

from typing import Final, NamedTuple

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tenfold.competitions.bounds import BLOCKS
from tests.tenfold.pages.huge import MANY, lists, swell
from tests.tenfold.pages.scenes import reader
from tests.tenfold.pages.test_scale import FEW, Scene, addresses

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

# Sent, it is a tenth of that. The heaviest is a full page of a standing.
MOST_BYTES: Final = 300_000
# Of everything there is some from the outset, so that nothing is asked for the first of its kind alone.
ENOUGH: Final = 20


class Weighed(NamedTuple):
    queries: int
    bytes: int


def weighed(client: Client, address: str) -> Weighed:
    cache.clear()  # nobody is refused as one too many a minute
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address)
        assert answer.status_code == 200, address
    page = answer["Content-Type"].startswith("text/html")
    return Weighed(len(captured), len(answer.content) if page else 0)


def test_pages_of_ten_thousand_rows_cost_what_small_ones_do_and_are_no_larger_than_a_bound():
    scene = Scene()
    scene.grow(FEW)
    swell(scene, 1, ENOUGH, blocks=ENOUGH)
    client = reader(scene.user)
    found = {*addresses(scene, client).values(), *lists(scene)}
    few = {address: weighed(client, address) for address in sorted(found)}
    swell(scene, ENOUGH + 1, MANY, blocks=BLOCKS.most)
    many = {address: weighed(client, address) for address in few}

    asked = {address: (few[address].queries, many[address].queries) for address in few}
    assert {address: both for address, both in asked.items() if both[0] < both[1]} == {}
    assert {address: page.bytes for address, page in many.items() if page.bytes > MOST_BYTES} == {}
