"""When a limit lets somebody in again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tenfold.bots.models import BotVersion
from tenfold.refusal import WAIT_S, TooMany, until_room
from tests.builders import a_bot, a_version

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

HOUR = timedelta(hours=1)


@pytest.fixture
def versions():
    """Three, made 50, 30 and 10 minutes ago."""
    bot = a_bot()
    for minutes in (50, 30, 10):
        made = a_version(bot=bot)
        BotVersion.objects.filter(pk=made.pk).update(created=timezone.now() - timedelta(minutes=minutes))
    return bot.versions.all()


@pytest.mark.parametrize(("most", "minutes"), [(3, 10), (2, 30), (1, 50)])
def test_there_is_room_once_the_one_in_the_way_is_old_enough(versions, most, minutes):
    wait_s = until_room(versions, "created", most=most, within=HOUR)

    assert 60 * minutes - 30 < wait_s <= 60 * minutes


def test_whoever_comes_after_that_time_is_within_the_limit(versions):
    wait_s = until_room(versions, "created", most=2, within=HOUR)

    then = timezone.now() + timedelta(seconds=wait_s)
    assert versions.filter(created__gt=then - HOUR).count() < 2


def test_where_there_was_room_meanwhile_a_second_is_enough(versions):
    assert until_room(versions, "created", most=4, within=HOUR) == 1


def test_where_nothing_may_come_at_all_the_usual_time_is_told(versions):
    assert until_room(versions, "created", most=0, within=HOUR) == WAIT_S


def test_a_limit_that_does_not_know_tells_the_usual_time():
    assert TooMany("Answer one first.").wait_s == WAIT_S
