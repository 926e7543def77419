"""What the database itself refuses, whatever the code above it forgets."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from tenfold.accounts.models import User
from tenfold.bots.models import Bot, BotVersion, VersionState
from tenfold.competitions.models import Entry, Round, Standing
from tenfold.matches.models import Attempt, BlockResult, Match, MatchBot
from tests.builders import a_bot, a_competition, a_match, a_round, a_trial, a_user, a_version, an_entry

pytestmark = pytest.mark.django_db


def refused(name: str):
    """The block inside must be refused by the constraint of this name."""
    return pytest.raises(IntegrityError, match=name)


def an_attempt(match: Match, *, number: int = 1, **more: object) -> Attempt:
    now = timezone.now()
    return Attempt.objects.create(
        match=match, number=number, worker="w", token=uuid4(), started=now, heartbeat=now, **more
    )


def test_names_of_people_differ_in_more_than_case():
    a_user("Ada")

    with refused("username_unique_in_any_case"):
        User.objects.create(username="ADA")


def test_two_bots_of_one_owner_differ_in_more_than_case():
    bot = a_bot(name="Ada")

    with refused("bot_name_unique_for_owner"):
        Bot.objects.create(owner=bot.owner, name="ADA", slug="other")


def test_two_owners_may_use_one_name():
    assert a_bot(name="ada").name == a_bot(name="ada").name


def test_versions_of_a_bot_are_numbered_once():
    version = a_version()

    with refused("version_number_unique_for_bot"):
        BotVersion.objects.create(
            bot=version.bot, number=1, filename="main.py", source=b"x", sha256="", state_since=timezone.now()
        )


@pytest.mark.parametrize(
    "change", [{"source": b"other"}, {"sha256": "other"}, {"filename": "other.py"}, {"number": 7}]
)
def test_a_version_never_changes(change):
    version = a_version()

    with pytest.raises(IntegrityError, match="never changes"):
        BotVersion.objects.filter(pk=version.pk).update(**change)


def test_a_version_moves_on_all_the_same():
    version = a_version(state=VersionState.TRIAL)

    assert BotVersion.objects.filter(pk=version.pk).update(state=VersionState.READY) == 1


def test_no_version_is_refused_without_a_reason():
    version = a_version(state=VersionState.TRIAL)

    with refused("version_refused_with_reason"):
        BotVersion.objects.filter(pk=version.pk).update(state=VersionState.REFUSED)


def test_an_upload_has_a_size_within_bounds():
    with refused("version_source_in_size"):
        a_version(source=b"")


def test_a_bot_enters_a_competition_once():
    entry = an_entry()

    with refused("entry_once_per_competition"):
        Entry.objects.create(competition=entry.competition, bot=entry.bot, state_since=timezone.now())


def test_no_entry_is_benched_without_a_reason():
    with refused("entry_benched_with_reason"):
        Entry.objects.filter(pk=an_entry().pk).update(state=Entry.State.BENCHED)


def test_one_round_of_a_competition_is_open_at_a_time():
    running = a_round()

    with refused("round_one_at_a_time"):
        Round.objects.create(
            competition=running.competition, number=2, secret=b"s", commitment="", started=timezone.now()
        )


def test_only_a_running_ladder_takes_further_matches():
    with refused("round_open_on_a_running_ladder"):
        Round.objects.filter(pk=a_round().pk).update(open=True)


def test_a_ladder_has_no_timetable():
    with refused("competition_ladder_needs_no_timetable"):
        a_competition(format="ladder", timetable="at_once")


def test_no_ladder_goes_on_in_another_format():
    with refused("competition_ladder_is_its_format"):
        a_competition(format="swiss", ladder_runs=True)


@pytest.mark.parametrize("players", [1, 7])
def test_a_table_has_two_to_six_seats(players):
    with refused("competition_seats_two_to_six"):
        a_competition(players=players)


def test_a_rank_lies_in_its_range():
    entry = an_entry()

    with refused("standing_rank_in_its_range"):
        Standing.objects.create(
            entry=entry, competition=entry.competition, margin=0, low=-1, high=1, rank=1, rank_low=2,
            rank_high=3, wins=0, games=2, blocks=1, mean_place=1.5, updated=timezone.now(),
        )  # fmt: skip


def test_a_running_match_is_claimed():
    with refused("match_running_is_claimed"):
        Match.objects.filter(pk=a_match().pk).update(state=Match.State.RUNNING)


def test_a_claim_ends_with_the_running():
    with refused("match_running_is_claimed"):
        Match.objects.filter(pk=a_match().pk).update(
            lease_until=timezone.now() + timedelta(minutes=1), attempt_token=uuid4()
        )


def test_a_match_fails_three_times_at_most():
    with refused("match_failures_bounded"):
        Match.objects.filter(pk=a_match().pk).update(attempts_made=4, failures=4)


def test_a_match_fails_no_more_often_than_it_was_tried():
    with refused("match_failures_bounded"):
        Match.objects.filter(pk=a_match().pk).update(failures=F("attempts_made") + 1)


def test_a_trial_belongs_to_no_round():
    trial, match = a_trial(), a_match()

    with refused("match_is_of_a_round_a_trial_or_requested"):
        Match.objects.filter(pk=trial.pk).update(round=match.round, competition=match.competition)


def test_one_attempt_at_a_match_is_open_at_a_time():
    match = a_match()
    an_attempt(match)

    with refused("attempt_one_open_per_match"):
        an_attempt(match, number=2)


def test_a_match_has_one_result():
    match = a_match()
    an_attempt(match, ended=timezone.now(), outcome=Attempt.Outcome.FINISHED)

    with refused("attempt_one_result_per_match"):
        an_attempt(match, number=2, ended=timezone.now(), outcome=Attempt.Outcome.FINISHED)


def test_an_attempt_ends_with_an_outcome():
    with refused("attempt_ends_with_an_outcome"):
        an_attempt(a_match(), ended=timezone.now())


def test_an_entry_sits_at_a_table_once():
    match = a_match()
    taken = match.bots.get(index=0)

    with refused("match_bot_entry_sits_once"):
        MatchBot.objects.create(match=match, index=2, version=taken.version, entry=taken.entry)


def test_a_block_counts_once():
    match = a_match()
    result = {"match": match, "block": 0, "margins": [0, 0], "wins": [1, 1], "places": [3, 3]}
    BlockResult.objects.create(**result)

    with refused("block_result_once"), transaction.atomic():
        BlockResult.objects.create(**result)
