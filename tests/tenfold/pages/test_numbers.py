import pytest
from django.test import Client

from tenfold.pages.numbers import whole
from tests.builders import a_competition, a_user


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("9" * 18, 10**18 - 1)])
def test_a_whole_number_is_read(text, number):
    assert whole(text) == number


@pytest.mark.parametrize("text", [None, "", "-1", "1.0", " 1", "²", "٣", "1_0", "\0", "9" * 19, "9" * 5000])
def test_anything_else_is_none(text):
    assert whole(text) is None


@pytest.mark.django_db
@pytest.mark.parametrize("number", ["9" * 5000, "9" * 18, "²", "-1", "\0", ""])
@pytest.mark.parametrize(("form", "field"), [("enter", "bot"), ("withdraw", "entry")])
def test_a_form_that_names_nothing_of_ours_is_not_found(form, field, number):
    client = Client(raise_request_exception=False)
    client.force_login(a_user())

    answer = client.post(f"{a_competition().get_absolute_url()}{form}/", {field: number})

    assert answer.status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("number", ["9" * 5000, "9" * 18, "²", "\0"])
@pytest.mark.parametrize("field", ["round", "after", "matches_after"])
def test_an_address_with_a_strange_number_shows_the_page_all_the_same(field, number):
    client = Client(raise_request_exception=False)

    answer = client.get(a_competition().get_absolute_url(), {field: number})

    assert answer.status_code == 200
