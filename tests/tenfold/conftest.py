from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import translation

from tenfold import nudge


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """A request leaves its language behind, for whatever the thread does until the next one."""
    yield
    translation.deactivate()


@pytest.fixture
def nudges(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What is sent to the queue, as (task, argument): at once, since a test's transaction never commits."""
    sent: list[tuple[str, int]] = []
    monkeypatch.setattr(nudge, "_send", lambda task, pks: sent.extend((task, pk) for pk in pks))
    monkeypatch.setattr(transaction, "on_commit", lambda callback: callback())
    return sent


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """A request leaves its language behind in its thread, where the next test would find it."""
    yield
    translation.activate("en")


@pytest.fixture
def nothing_remembered() -> Iterator[None]:
    """What pages keep for some seconds, and who came too often, is forgotten before and after."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def in_containers(settings: Any) -> Iterator[None]:
    """Bots play as on a site with Docker, and nothing of it is kept for the next test."""
    from tenfold.matches import kept, sandboxes

    settings.SANDBOX = "auto"
    settings.WARM_POOL = 2
    # Of a match in a test's transaction the thread that renews its lease sees nothing, and calls it lost.
    settings.LEASE_SECONDS = 3600
    sandboxes.doubt()
    yield
    kept.give_up()
    sandboxes.doubt()
