import pytest


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test games over in a moment."""
    from tests.builders import SHORT

    monkeypatch.setattr("tenfold.drafts.playing.STANDARD", SHORT)
