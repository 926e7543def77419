"""The site stays up while Valkey is away."""

import socket

import pytest
from django.core.cache import cache
from django.test import Client
from rest_framework.test import APIClient

from tenfold.pages.once import once
from tests.builders import PASSWORD, a_competition, a_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def valkey_away(settings):
    """Nobody listens where the cache is said to be."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": f"redis://127.0.0.1:{port}/0"}}


@pytest.mark.parametrize("path", ["/", "/competitions/", "/rules/", "/sign-in/", "/no-such-page/"])
def test_every_page_is_shown_without_valkey(valkey_away, path):
    answer = Client(raise_request_exception=False).get(path)

    assert answer.status_code == (404 if "no-such" in path else 200)


def test_a_competition_is_shown_without_valkey(valkey_away):
    assert Client().get(a_competition().get_absolute_url()).status_code == 200


def test_the_api_answers_without_valkey(valkey_away):
    credentials = {"username": a_user().username, "password": PASSWORD}

    assert APIClient().get("/api/v1/bots").status_code == 200
    assert APIClient().post("/api/v1/tokens", credentials).status_code == 201


def test_a_form_does_its_work_without_valkey(valkey_away):
    assert once(who=1, token="t", work=lambda: "/made/", meanwhile="/wait/") == "/made/"


def test_a_cache_that_is_away_has_forgotten_everything(valkey_away):
    cache.set("key", 1)

    assert cache.get("key", "nothing") == "nothing"
    assert cache.add("key", 2)
    assert not cache.delete("key")


def test_a_cache_that_is_there_remembers():
    cache.set("key", 1)

    assert cache.get("key") == 1
    assert not cache.add("key", 2)
    assert cache.delete("key")
