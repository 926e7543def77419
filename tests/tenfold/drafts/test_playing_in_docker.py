"""A draft's game with both bots in containers, as a site plays it."""

import os
from importlib import resources

import pytest

from tenfold.drafts.models import DraftState
from tests.builders import TEN_LINES
from tests.tenfold.drafts.scenes import a_draft, a_house_bot, played

pytestmark = [pytest.mark.django_db, pytest.mark.docker, pytest.mark.usefixtures("nudges", "in_containers")]

CURIOUS = b"import os, sys\nprint(os.getuid(), os.environ, file=sys.stderr, flush=True)\n"


def test_a_whole_test_game_against_greedy_is_played_in_containers():
    greedy = a_house_bot(source=(resources.files("arena.bots") / "greedy.py").read_bytes())

    draft = played(a_draft(CURIOUS + TEN_LINES, opponent=greedy))

    assert (draft.state, draft.reason) == (DraftState.OVER, "")
    assert draft.outcome[1]["phases"] == 10
    told = draft.notes[0]["text"]
    assert not told.startswith(f"{os.getuid()} ")
    assert "DATABASE_URL" not in told
