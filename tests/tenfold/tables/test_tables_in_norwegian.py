"""A table in Norwegian: the page, the form and what is refused."""

import pytest

from tests.tenfold.pages.scenes import reader

pytestmark = pytest.mark.django_db


def test_sitting_down_is_asked_for_and_refused_in_norwegian():
    client = reader()
    client.cookies["language"] = "nb"
    assert "Spill mot boter" in client.get("/play/").text
    assert "Ingen bot spiller med deg ennå" in client.get("/play/").text
