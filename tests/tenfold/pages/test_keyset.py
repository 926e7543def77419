"""Long lists, page by page."""

import pytest

from tenfold.competitions.models import Competition
from tenfold.pages.keyset import page
from tests.builders import a_competition, a_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def seven():
    organizer = a_user()
    return [a_competition(organizer=organizer, players=2 + number // 3).pk for number in range(7)]


def walk(order, size=3):
    """Every page's rows, to the last."""
    after, pages = None, []
    while True:
        listed = page(Competition.objects.all(), order=order, after=after, size=size)
        pages.append([row.pk for row in listed.rows])
        after = listed.following
        if after is None:
            return pages


def test_the_newest_come_first_and_none_twice(seven):
    assert walk(["-id"]) == [seven[:3:-1], seven[3:0:-1], seven[:1]]


def test_two_columns_go_on_in_the_middle_of_equals(seven):
    assert [row for rows in walk(["players", "id"], size=2) for row in rows] == seven


def test_a_page_that_is_just_full_is_the_last(seven):
    assert page(Competition.objects.all(), order=["-id"], after=None, size=7).following is None


def test_what_comes_in_meanwhile_moves_no_page(seven):
    first = page(Competition.objects.all(), order=["-id"], after=None, size=3)
    a_competition()
    second = page(Competition.objects.all(), order=["-id"], after=first.following, size=3)
    assert [row.pk for row in second.rows] == seven[3:0:-1]


@pytest.mark.parametrize("mark", ["", "x", "1.2", "-1", "9" * 40, "²"])
def test_a_mark_that_nobody_gave_out_starts_at_the_beginning(seven, mark):
    assert page(Competition.objects.all(), order=["-id"], after=mark, size=3).rows[0].pk == seven[-1]
