"""The number of queries of a page does not grow with what it lists."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tenfold.bots.alike import keep_fingerprint
from tests.builders import a_bot, a_competition, a_round, a_user, a_version, an_entry, crashing, ten_lines
from tests.tenfold.pages.scenes import a_played_competition, a_played_match, play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def queries(address: str, client=None) -> int:
    client = client or reader()
    client.get(address)  # once before, so that nothing that is made on first use is counted
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def same_for(few: Callable[[], str], many: Callable[[], str], *, at_most: int) -> None:
    small, large = queries(few()), queries(many())
    assert small == large
    assert large <= at_most


def test_of_a_competition():
    same_for(
        lambda: a_played_competition(entries=2).get_absolute_url(),
        lambda: a_played_competition(entries=5).get_absolute_url(),
        at_most=3,
    )


def test_of_the_rules_of_a_competition():
    same_for(
        lambda: f"{a_played_competition(entries=2).get_absolute_url()}rules/",
        lambda: f"{a_played_competition(entries=5).get_absolute_url()}rules/",
        at_most=1,
    )


def test_of_who_beats_whom():
    same_for(
        lambda: f"{a_played_competition(entries=2).get_absolute_url()}pairs/",
        lambda: f"{a_played_competition(entries=5).get_absolute_url()}pairs/",
        at_most=5,
    )


def test_of_the_matches_of_a_pair():
    def page(rounds: int) -> str:
        competition = a_played_competition(entries=2)
        for _ in range(rounds - 1):
            play(a_round(competition=competition).matches.get())
        one, other = competition.entries.all()
        return f"{competition.get_absolute_url()}pairs/{one.pk}/{other.pk}/"

    same_for(lambda: page(1), lambda: page(4), at_most=4)


def test_of_home():
    a_played_competition(entries=2)
    few = queries("/")
    a_played_competition(entries=5)
    assert few == queries("/") <= 3


def test_of_a_match():
    same_for(
        lambda: a_played_match(blocks=1, bots=(crashing, ten_lines)).get_absolute_url(),
        lambda: a_played_match(blocks=6, bots=(crashing, ten_lines)).get_absolute_url(),
        at_most=7,
    )


def test_of_a_replay():
    game = a_played_match().games.first()
    assert queries(game.get_absolute_url()) <= 5
    assert queries(f"{game.get_absolute_url()}replay.json") <= 5


def test_of_the_list_of_competitions():
    a_competition()
    few = queries("/competitions/")
    for _ in range(5):
        an_entry()
    assert few == queries("/competitions/") <= 2


def test_of_my_bots():
    author = a_user()
    client = reader(author)
    an_entry(bot=a_version(bot=a_bot(owner=author)).bot)
    few = queries("/bots/", client)
    for _ in range(4):
        an_entry(bot=a_version(bot=a_bot(owner=author)).bot)
    assert few == queries("/bots/", client) <= 6


def test_of_a_bot():
    bot = an_entry().bot
    few = queries(bot.get_absolute_url())
    for _ in range(4):
        a_version(bot=bot)
        an_entry(bot=bot)
    assert few == queries(bot.get_absolute_url()) <= 7


@pytest.mark.parametrize("address", ["/rules/", "/rules/even/", "/protocol/", "/sign-in/"])
def test_of_pages_that_stand_still(address):
    assert queries(address) == 0


def test_of_the_bots_that_are_alike():
    def page(entries: int) -> str:
        competition = a_competition(organizer=organizer)
        for _ in range(entries):
            version = a_version()
            keep_fingerprint(version=version, prints=range(100))
            an_entry(competition=competition, bot=version.bot)
        return f"/c/{competition.slug}/alike/"

    organizer = a_user()
    client = reader(organizer)
    few = queries(page(2), client)
    assert few == queries(page(6), client) <= 7


def test_of_the_page_about_results():
    a_played_competition(entries=2, blocks=1)
    few = queries("/results/")
    a_played_competition(entries=4, blocks=3)
    assert few == queries("/results/") <= 8
