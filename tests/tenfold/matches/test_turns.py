"""Nobody fills a queue that others wait in: authors go by turns."""

import pytest

from tenfold.bots import checking
from tenfold.bots.models import BotVersion, VersionState
from tenfold.bots.services import CHECK, UNDER_WAY_EACH, accept_version, refuse_version, submit_version
from tenfold.matches.announcing import PLAY_REQUESTED, announce_waiting
from tests.builders import TEN_LINES, a_bot, a_requested_match, a_user, played

pytestmark = pytest.mark.django_db


def uploads(owner, number: int) -> list[BotVersion]:
    return [
        submit_version(bot=a_bot(owner=owner), filename="main.py", data=TEN_LINES, by=owner)
        for _ in range(number)
    ]


def on_trial(version: BotVersion) -> BotVersion:
    """As if a worker had taken it up and checked it."""
    BotVersion.objects.filter(pk=version.pk).update(state=VersionState.TRIAL)
    version.refresh_from_db()
    return version


def asked_for(nudges, task=CHECK) -> set[int]:
    return {pk for name, pk in nudges if name == task}


def test_of_many_uploads_of_one_author_two_are_under_way(nudges):
    versions = uploads(a_user(), 30)

    assert asked_for(nudges) == {version.pk for version in versions[:UNDER_WAY_EACH]}


def test_the_first_upload_of_another_author_is_asked_for_at_once(nudges):
    uploads(a_user(), 30)
    (other,) = uploads(a_user(), 1)

    assert nudges[-1] == (CHECK, other.pk)


@pytest.mark.parametrize("how", ["accepted", "refused"])
def test_when_one_has_ended_its_way_the_author_s_next_begins(nudges, how):
    first, second, third = uploads(a_user(), 3)
    on_trial(second)
    on_trial(first)
    nudges.clear()

    if how == "accepted":
        accept_version(version=first)
    else:
        refuse_version(version=first, reason="it crashed")

    assert asked_for(nudges) == {third.pk}


def test_none_is_asked_for_while_two_are_at_their_trials(nudges):
    first, second, _ = uploads(a_user(), 3)
    on_trial(first)
    on_trial(second)
    nudges.clear()

    checking.sweep()

    assert nudges == []


def test_a_sweep_asks_for_what_was_lost_of_every_author_and_no_more(nudges, monkeypatch):
    many, one = uploads(a_user(), 5), uploads(a_user(), 1)
    monkeypatch.setattr(checking, "STALLED", -checking.STALLED)  # however short they have waited
    nudges.clear()

    checking.sweep()

    assert asked_for(nudges) == {version.pk for version in (*many[:UNDER_WAY_EACH], *one)}


def test_of_each_author_one_requested_match_is_under_way(nudges):
    hasty, other = a_user(), a_user()
    first = a_requested_match(by=hasty)
    second = a_requested_match(by=hasty)
    third = a_requested_match(by=other)

    announce_waiting()

    assert asked_for(nudges, PLAY_REQUESTED) == {first.pk, third.pk}
    nudges.clear()
    played(first)
    assert asked_for(nudges, PLAY_REQUESTED) == {second.pk}
