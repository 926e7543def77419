"""Which matches the queue hears of."""

import threading
from contextlib import closing

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from tenfold.competitions.choices import Image
from tenfold.matches import sandboxes
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.models import Match
from tenfold.matches.services import claim
from tests.builders import a_bot, a_competition, a_match, a_round, a_version, an_entry


def announced_elsewhere() -> int:
    """How many another worker announces meanwhile, with a connection of its own."""
    numbers = []

    def announce() -> None:
        with closing(connection), transaction.atomic():
            numbers.append(announce_waiting())

    thread = threading.Thread(target=announce, daemon=True)
    thread.start()
    thread.join(timeout=10)
    return numbers.pop()


@pytest.mark.django_db(transaction=True)
def test_who_announces_leaves_out_what_another_is_at_and_does_not_wait_for_it():
    held, free = a_match(), a_match()
    Match.objects.update(announced_at=None)

    with transaction.atomic():
        Match.objects.select_for_update().get(pk=held.pk)
        number = announced_elsewhere()

    assert number == 1
    assert Match.objects.get(announced_at__isnull=False) == free


def workers_run(runs: sandboxes.Runs) -> None:
    cache.set(sandboxes.PUBLISHED, {"runs": runs, "reason": "a test says so"}, timeout=60)


@pytest.fixture
def nobody_has_published():
    yield
    cache.delete(sandboxes.PUBLISHED)


@pytest.mark.django_db
@pytest.mark.usefixtures("nobody_has_published", "nudges")
def test_where_only_the_house_plays_matches_of_others_take_no_place_in_the_window(monkeypatch):
    monkeypatch.setattr("tenfold.matches.announcing.WINDOW", 1)
    a_match()  # comes first, and nobody can play it
    house = a_competition()
    for _ in range(2):
        an_entry(competition=house, bot=a_version(bot=a_bot(house=True)).bot)
    theirs = a_match(round_=a_round(competition=house))
    Match.objects.update(announced_at=None)
    workers_run(sandboxes.Runs.HOUSE_ONLY)

    announce_waiting()

    assert Match.objects.get(announced_at__isnull=False) == theirs


@pytest.mark.django_db
@pytest.mark.usefixtures("nobody_has_published", "nudges")
def test_where_nothing_can_be_run_nothing_is_announced_until_it_can():
    a_match()
    Match.objects.update(announced_at=None)
    workers_run(sandboxes.Runs.NOTHING)
    assert announce_waiting() == 0

    workers_run(sandboxes.Runs.DOCKER)
    assert announce_waiting() == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("nobody_has_published", "nudges")
def test_matches_whose_image_no_worker_has_take_no_place_in_the_window(monkeypatch, settings):
    monkeypatch.setattr("tenfold.matches.announcing.WINDOW", 1)
    settings.BOT_IMAGE_NUM = "an image"
    a_match(round_=a_round(competition=a_competition(image=Image.NUMPY)))  # comes first
    plain = a_match()
    Match.objects.update(announced_at=None)
    workers_run(sandboxes.Runs.DOCKER)

    announce_waiting()

    assert Match.objects.get(announced_at__isnull=False) == plain


@pytest.mark.django_db
@pytest.mark.usefixtures("nudges")
def test_matches_of_an_image_that_the_site_offers_no_more_wait(settings):
    settings.BOT_IMAGE_NUM = "an image"
    a_match(round_=a_round(competition=a_competition(image=Image.NUMPY)))
    Match.objects.update(announced_at=None)

    settings.BOT_IMAGE_NUM = ""
    assert announce_waiting() == 0

    settings.BOT_IMAGE_NUM = "an image"
    assert announce_waiting() == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("nudges")
def test_the_window_is_filled_again_when_half_of_it_is_free(monkeypatch):
    monkeypatch.setattr("tenfold.matches.announcing.WINDOW", 4)
    waiting = list(a_round(entries=4).matches.filter(announced_at__isnull=False))
    assert len(waiting) == 4

    assert claim(match_id=waiting[0].pk, worker="w")
    assert announce_waiting() == 0

    assert claim(match_id=waiting[1].pk, worker="w")
    assert announce_waiting() == 2


@pytest.mark.django_db
@pytest.mark.usefixtures("nudges")
def test_where_more_are_out_than_the_window_holds_no_further_ones_are_announced(monkeypatch):
    assert a_round(entries=4).matches.filter(announced_at__isnull=False).count() == 6
    waiting = a_match()
    Match.objects.filter(pk=waiting.pk).update(announced_at=None)
    monkeypatch.setattr("tenfold.matches.announcing.WINDOW", 4)  # as after two that announced at once

    assert announce_waiting() == 0
