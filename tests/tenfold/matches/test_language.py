"""Matches in the language of their reader; what a bot or a worker of another release says is quoted."""

import pytest
from django.core.cache import cache
from django.utils import translation

from arena.phase10.rules import STANDARD
from arena.sequential import Decision, Look
from tenfold.matches import sandboxes
from tenfold.matches.compared import sentence
from tenfold.matches.models import Game
from tenfold.matches.requested import request_match
from tenfold.refusal import Refused
from tests.builders import a_match, a_user, a_version, crashing, ten_lines
from tests.tenfold.pages.scenes import a_played_match, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]
NORWEGIAN = {"Accept-Language": "nb"}

LOOKS = [
    Look(Decision.ALIKE, 10, 0.0, 0.0, 0.0),
    Look(Decision.BETTER, 12, 1.25, 0.5, 2.0),
    Look(Decision.WORSE, 12, -1.25, -2.0, -0.5),
    Look(Decision.OPEN, 1, 0.5, float("-inf"), float("inf")),
    Look(Decision.OPEN, 6, -0.5, -1.25, 0.25),
    Look(Decision.OPEN, 6, 0.001, -1.25, 1.25),
]


def in_norwegian(address) -> str:
    return reader().get(address, headers=NORWEGIAN).text


@pytest.mark.parametrize("seen", LOOKS)
def test_english_readers_are_told_of_two_versions_what_a_terminal_is_told(seen):
    assert sentence(seen, "old", "new") == seen.sentence("old", "new")


def test_a_comparison_of_two_versions_is_told_in_norwegian_with_its_figures():
    with translation.override("nb"):
        told = sentence(LOOKS[1], "v1", "v2")
    assert told == "v2 er bedre enn v1 med 1,25 faser per parti (+0,50 … +2,00): avgjort etter 12 blokker."


def test_a_match_is_read_in_norwegian_and_an_exception_of_a_bot_is_quoted():
    match = a_played_match(bots=[crashing, ten_lines])
    page = in_norwegian(match.get_absolute_url())
    assert f"<h1>Kamp {match.round.number}.{match.number}</h1>" in page
    assert f"{match.bots.first().version.bot} mot " in page
    assert '<div><span lang="en">RuntimeError: on purpose</span></div>' in page


@pytest.mark.usefixtures("nothing_remembered")
def test_a_reason_that_this_release_does_not_know_is_quoted():
    said = {"runs": sandboxes.Runs.NOTHING, "reason": "No bot can run today."}
    cache.set(sandboxes.PUBLISHED, said, timeout=60)
    page = in_norwegian(a_match().get_absolute_url())
    assert '<span lang="en">No bot can run today.</span>' in page


def test_a_framed_replay_and_its_scripts_speak_norwegian():
    game = a_played_match().games.first()
    page = in_norwegian(f"{game.get_absolute_url()}embed/")
    assert '<html lang="nb">' in page
    assert '<script src="/language/nb.js" defer></script>' in page
    assert 'data-do="play">Spill av<' in page


def test_a_check_tells_in_norwegian_what_it_found_and_what_went_wrong():
    game = a_played_match().games.first()
    Game.objects.filter(pk=game.pk).update(transcript=b"T10<b>")
    page = in_norwegian(f"{game.get_absolute_url()}verify/")
    assert "Det kan spilles på nytt etter reglene." in page
    assert "Nei: ikke en partilogg: den begynner med b&#x27;T10&lt;&#x27;, ikke med" in page


def test_a_request_is_refused_in_norwegian():
    with translation.override("nb"), pytest.raises(Refused, match="En av plassene er for en av dine egne"):
        request_match(by=a_user(), versions=[a_version(), a_version()], blocks=1, rules=STANDARD)
