import pytest
from django.db import transaction

from tenfold import nudge


@pytest.fixture
def nudges(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What is sent to the queue, as (task, argument): at once, since a test's transaction never commits."""
    sent: list[tuple[str, int]] = []
    monkeypatch.setattr(nudge, "_send", lambda task, pks: sent.extend((task, pk) for pk in pks))
    monkeypatch.setattr(transaction, "on_commit", lambda callback: callback())
    return sent
