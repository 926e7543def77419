"""The games stored here come out as they did when they were stored."""

import pytest

from arena.transcript import dump, load, verify
from tests.golden.remake import FOLDER, GAMES, summary


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_still_verifies(name):
    stored = (FOLDER / f"{name}.t10").read_bytes()
    transcript = load(stored)
    assert verify(transcript).over
    assert dump(transcript) == stored


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_still_reads_as_its_summary(name):
    transcript = load((FOLDER / f"{name}.t10").read_bytes())
    assert summary(transcript) == (FOLDER / f"{name}.txt").read_text()


def test_every_stored_game_has_its_recipe():
    assert {path.stem for path in FOLDER.glob("*.t10")} == set(GAMES)


def test_the_stored_games_show_a_playoff_a_forfeit_and_an_announcement():
    text = "".join((FOLDER / f"{name}.txt").read_text() for name in GAMES)
    assert all(word in text for word in ("playoff", "forfeited", "announce"))
