"""How often a match asks the database: what it costs the queue beside its own time."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tenfold.competitions.rounds import plan_round, start_round
from tenfold.matches.models import Attempt
from tenfold.matches.results import record
from tenfold.matches.services import claim
from tests.builders import a_competition, a_match, a_record, an_entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def test_to_claim_a_match_and_write_its_attempt_is_one_statement():
    match = a_match()

    with CaptureQueriesContext(connection) as asked:
        assert claim(match_id=match.pk, worker="w")

    assert len(asked) == 1
    assert Attempt.objects.get(match=match).worker == "w"


def test_to_record_a_match_takes_five_statements():
    match = a_match()
    mine = claim(match_id=match.pk, worker="w")
    assert mine

    with CaptureQueriesContext(connection) as asked:
        assert record(claim=mine, played=a_record(match))

    assert len([each for each in asked if "SAVEPOINT" not in each["sql"]]) <= 5


@pytest.mark.parametrize("entries", [3, 15])
def test_to_plan_and_announce_a_round_takes_the_same_statements_for_105_matches_as_for_3(entries):
    competition = a_competition()
    for _ in range(entries):
        an_entry(competition=competition)
    started = start_round(competition=competition, by=competition.organizer)

    with CaptureQueriesContext(connection) as asked:
        assert plan_round(round_id=started.pk)

    assert started.matches.count() == entries * (entries - 1) // 2
    assert len([each for each in asked if "SAVEPOINT" not in each["sql"]]) == 5


def test_a_match_is_planned_by_what_the_competition_plays():
    match = a_match()

    assert match.rule_set == match.competition.rule_set
    assert match.key == f"round-{match.round_id}/match-{match.number}"
    assert [bot.index for bot in match.bots.all()] == [0, 1]
