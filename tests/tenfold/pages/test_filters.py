"""Lists narrowed and sorted by their address."""

from typing import Any

import pytest
from django.utils import timezone

from tenfold.competitions.models import Competition, Entry
from tenfold.competitions.standings import refresh_standing
from tests.builders import a_bot, a_competition, a_round, a_user, a_version, an_entry, crashing, ten_lines
from tests.tenfold.pages.scenes import play, reader
from tests.tenfold.pages.test_query_counts import queries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

HOSTILE = ("%00", "%ED%A0%80", "%25_", "a" * 5000, "<b>", "\u202e", "'", "[]", "-1", "9" * 18, "9" * 40)


@pytest.fixture
def league() -> Competition:
    """Rose of Ada, Thorn and Leaf of Grace, who meet Rose alone; in the first match one crashed."""
    competition = a_competition()
    grace = a_user("grace")
    for name, owner in (("Rose", a_user("ada")), ("Thorn", grace), ("Leaf", grace)):
        an_entry(competition=competition, bot=a_version(bot=a_bot(owner=owner, name=name)).bot)
    for number, match in enumerate(a_round(competition=competition).matches.order_by("number")):
        names = [bot.version.bot.name for bot in match.bots.order_by("index")]
        play(match, bots=[crashing if number == 0 and name == names[0] else ten_lines for name in names])
    refresh_standing(competition_id=competition.pk)
    return competition


def names(competition: Competition, query: str) -> list[str]:
    answer = reader().get(f"/c/{competition.slug}/?{query}")
    return [row.standing.entry.bot.name for row in answer.context["board"].rows]


def numbers(competition: Competition, query: str, user: Any = None) -> list[int]:
    answer = reader(user).get(f"/c/{competition.slug}/matches/?{query}")
    return [match.number for match in answer.context["matches"].rows]


def the_crashed(competition: Competition) -> Entry:
    bot = competition.matches.get(number=1).bots.order_by("index")[0]
    return competition.entries.get(match_bots=bot)


def test_a_standing_is_narrowed_by_part_of_a_name_or_of_the_authors(league):
    assert names(league, "bot=hor") == ["Thorn"]
    assert sorted(names(league, "bot=GRACE")) == ["Leaf", "Thorn"]
    assert names(league, "bot=%25") == []


def test_a_standing_is_narrowed_by_state_and_by_fault(league):
    entry = the_crashed(league)
    Entry.objects.filter(pk=entry.pk).update(state=Entry.State.WITHDRAWN)
    assert names(league, "state=withdrawn") == names(league, "fault=crashed") == [entry.bot.name]
    assert names(league, "state=withdrawn&fault=timeout") == []


def test_a_standing_is_sorted_and_then_joins_no_neighbours(league):
    answer = reader().get(f"/c/{league.slug}/?sort=wins")
    rows = answer.context["board"].rows
    wins = [row.standing.wins for row in rows]
    assert wins == sorted(wins, reverse=True)
    assert not any(row.joined_up or row.joined_down for row in rows)


@pytest.mark.parametrize("sort", ["rank", "wins", "games"])
@pytest.mark.parametrize("frozen", [False, True])
def test_further_rows_keep_what_was_asked_for(league, sort, frozen, monkeypatch):
    monkeypatch.setattr("tenfold.competitions.views.PAGE", 1)
    if frozen:
        Competition.objects.update(frozen_from=timezone.now())
    found, address = [], f"/c/{league.slug}/?bot=r&sort={sort}"
    while address:
        answer = reader().get(address)
        found += [row.standing.entry.bot.name for row in answer.context["board"].rows]
        following = answer.context["standing"].following
        address = f"/c/{league.slug}/?bot=r&sort={sort}&after={following}" if following else ""
        if following:
            page = answer.content.decode()
            assert f"?bot=r&amp;sort={sort}&amp;after={following}" in page
    assert sorted(found) == ["Leaf", "Rose", "Thorn"]


def test_nothing_found_is_said_with_the_way_back(league):
    assert "No row of the standing is like that" in reader().get(f"/c/{league.slug}/?bot=x").content.decode()
    assert "No match is like that" in reader().get(f"/c/{league.slug}/matches/?bot=x").content.decode()


def test_matches_are_narrowed_by_bot_round_state_and_fault(league):
    later = a_round(competition=league)
    assert numbers(league, "round=1") == [2, 1]
    assert numbers(league, "state=scheduled") == [match.number for match in later.matches.order_by("-number")]
    assert numbers(league, "fault=crashed") == [1]
    rose = league.matches.filter(bots__version__bot__name="Rose", round__number=1)
    assert numbers(league, "bot=rose&round=1") == list(
        rose.order_by("-number").values_list("number", flat=True)
    )


@pytest.mark.parametrize("name", ["bot", "state", "fault", "sort", "round", "after"])
def test_hostile_wishes_are_answered_with_a_list(league, name):
    for value in HOSTILE:
        for page in ("", "matches/"):
            assert reader().get(f"/c/{league.slug}/{page}?{name}={value}").status_code in {200, 404}


def test_a_frozen_list_tells_nothing_of_later_matches(league):
    Competition.objects.update(frozen_from=timezone.now())
    before = [numbers(league, query) for query in ("fault=crashed", "state=finished", "")]
    for match in a_round(competition=league).matches.all():
        play(match, bots=(crashing, ten_lines))
    refresh_standing(competition_id=league.pk, even_if_fresh=True)
    assert [numbers(league, query) for query in ("fault=crashed", "state=finished", "")] == before
    assert len(numbers(league, "fault=crashed", league.organizer)) == 3


def test_the_matches_of_a_private_competition_are_not_there_for_strangers(league):
    Competition.objects.update(visibility="private")
    assert reader().get(f"/c/{league.slug}/matches/").status_code == 404
    assert reader(league.organizer).get(f"/c/{league.slug}/matches/").status_code == 200


def test_a_narrowed_list_asks_no_more_than_a_whole_one(league):
    whole = queries(f"/c/{league.slug}/")
    assert queries(f"/c/{league.slug}/?bot=r&state=active&fault=crashed&sort=wins") == whole
    assert queries(f"/c/{league.slug}/matches/?bot=r&state=finished&fault=crashed&round=1") <= 2
