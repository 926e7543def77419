"""What strangers get of a private competition is what they get of one that does not exist, to the letter."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from tests.tenfold.routes import ADDRESSES, Scene, a_scene, routes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

_CHANGING = re.compile(rb'name="(csrfmiddlewaretoken|token|seen)" value="[^"]*"|"instance":"[^"]*"')


def asked(scene: Scene, role: str, method: str, address: str) -> Any:
    """The answer to a request without content; what it does is undone."""
    cache.clear()
    with transaction.atomic():
        client = scene.browser(role)
        kind = "application/json" if address.startswith("/api/") else None
        more: dict[str, Any] = {"content_type": kind} if kind and method == "POST" else {}
        answer = client.get(address) if method == "GET" else client.post(address, {}, **more)
        transaction.set_rollback(True)
    return answer


def test_a_private_competition_is_like_one_that_does_not_exist():
    scene = a_scene(private=True)
    slug, last = scene.competition.slug, str(scene.matches[-1].pk)
    for route in sorted(routes()):
        if not route.startswith(("c/", "m/", "api/v1/competitions/", "api/v1/matches/")):
            continue
        address = ADDRESSES[route](scene)[-1].partition("?")[0]
        nowhere = re.sub(rf"/(c|competitions)/{slug}\b", r"/\1/gone", address)
        nowhere = re.sub(rf"/(m|matches)/{last}\b", r"/\1/9999", nowhere)
        assert nowhere != address
        for method in ("GET", "POST"):
            real, none = (asked(scene, "stranger", method, each) for each in (address, nowhere))
            told = real.content.replace(address.encode(), nowhere.encode())
            assert real.status_code == none.status_code, (method, address)
            assert _CHANGING.sub(b"", told) == _CHANGING.sub(b"", none.content), (method, address)
