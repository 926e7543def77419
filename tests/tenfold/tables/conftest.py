from types import SimpleNamespace

import pytest


@pytest.fixture(autouse=True)
def the_person_begins(monkeypatch):
    """A skip turned up by the decks, once in thirty games, lets a bot begin."""
    monkeypatch.setattr("tenfold.tables.services.secrets", SimpleNamespace(token_bytes=bytes))
