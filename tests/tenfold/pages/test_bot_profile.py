"""A bot's page: how it fared in a competition, round by round, against whom, and how far it came."""

import html
import re

import pytest
from django.utils import timezone

from tenfold.competitions.models import Competition, Entry, PastStanding, Round
from tenfold.competitions.standings import refresh_standing
from tests.builders import a_competition, a_round, a_version, crashing, ten_lines
from tests.tenfold.pages.scenes import a_played_competition, a_round_with_a_crash, play, reader
from tests.tenfold.pages.test_query_counts import queries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def another_round(competition: Competition, **more) -> None:
    for match in a_round(competition=competition).matches.all():
        play(match, **more)
    refresh_standing(competition_id=competition.pk, even_if_fresh=True)


def profile(entry: Entry, query: str = "", user=None):
    return reader(user).get(f"{entry.bot.get_absolute_url()}{query}").context.get("profile")


def test_every_round_that_is_over_is_a_point_of_the_chart():
    competition = a_played_competition()
    another_round(competition)
    points = profile(competition.entries.all()[0]).chart.points
    assert [(point.stage.round, point.stage.games) for point in points] == [(1, 2), (2, 4)]


def test_while_a_round_runs_the_last_point_is_how_it_stands_now():
    competition = a_played_competition(entries=3)
    match = play(a_round(competition=competition).matches.all()[0])
    refresh_standing(competition_id=competition.pk, even_if_fresh=True)
    points = profile(match.bots.all()[0].entry or Entry()).chart.points
    assert [point.stage.round for point in points] == [1, None]


def test_a_new_version_is_marked_where_it_first_played():
    competition = a_played_competition()
    entry = competition.entries.all()[0]
    another_round(competition)
    a_version(bot=entry.bot)
    another_round(competition)
    points = profile(entry).chart.points
    assert [(point.stage.version, point.new_version) for point in points] == [
        (1, False),
        (1, False),
        (2, True),
    ]


def test_the_past_of_a_round_is_kept_once_whatever_is_refreshed_again():
    competition = a_played_competition()
    before = list(PastStanding.objects.values())
    refresh_standing(competition_id=competition.pk, even_if_fresh=True)
    assert list(PastStanding.objects.values()) == before
    assert len(before) == 2


def test_the_past_holds_nothing_that_was_played_after_the_round():
    competition = a_played_competition()
    then = list(PastStanding.objects.values("entry", "figure", "low", "high", "rank", "games"))
    PastStanding.objects.all().delete()
    Round.objects.update(kept=False)
    another_round(competition, bots=(crashing, ten_lines))
    again = PastStanding.objects.filter(round__number=1)
    assert list(again.values("entry", "figure", "low", "high", "rank", "games")) == then


def test_opponents_are_those_it_leads_and_those_it_trails():
    # One hand in five costs as much as the forfeit does; so do both of a single block, once in twenty.
    competition = a_competition(blocks=4)
    for match in a_round(competition=competition, entries=2).matches.all():
        play(match, bots=(crashing, ten_lines))
    refresh_standing(competition_id=competition.pk)
    bots = competition.matches.get().bots.order_by("index")
    loser, winner = (competition.entries.get(match_bots=bot) for bot in bots)
    assert [one.entry for one in profile(winner).best] == [loser]
    assert [one.entry for one in profile(loser).worst] == [winner]
    page = reader().get(winner.bot.get_absolute_url()).content.decode()
    assert f'href="/c/{competition.slug}/pairs/{winner.pk}/{loser.pk}/"' in page


def test_phases_points_and_deals_are_those_of_its_games():
    competition = a_played_competition(entries=3, blocks=2)
    entry = competition.entries.all()[0]
    seats = [
        (game, game.outcome_of(bot.index)) for bot in entry.match_bots.all() for game in bot.match.games.all()
    ]
    made = profile(entry).made
    assert (made.games, made.timed) == (len(seats), len(seats))
    assert made.points == sum(seat["points"] for _, seat in seats)
    assert made.deals == sum(game.deals or 0 for game, _ in seats)
    assert made.laid == (len([seat for _, seat in seats if seat["phases"]]),)


def test_games_whose_deals_nobody_counted_count_otherwise():
    competition = a_competition()
    match = play(a_round(competition=competition).matches.get())
    match.games.update(deals=None)
    refresh_standing(competition_id=competition.pk)
    shown = profile(competition.entries.all()[0])
    assert (shown.made.games, shown.deals) == (2, "")


def test_one_chooses_between_competitions_and_nonsense_shows_the_newest():
    older, newer = a_played_competition(), a_played_competition()
    bot = older.entries.all()[0].bot
    Entry.objects.filter(pk=newer.entries.all()[0].pk).update(bot=bot)
    entry = older.entries.all()[0]
    assert profile(entry).entry.competition == newer
    assert profile(entry, f"?in={older.slug}").entry.competition == older
    for nonsense in ("?in=%00", "?in=nowhere", "?in=<b>"):
        assert profile(entry, nonsense).entry.competition == newer


def test_of_a_private_competition_strangers_see_nothing():
    competition = a_played_competition()
    Competition.objects.update(visibility="private")
    entry = competition.entries.all()[0]
    assert profile(entry, f"?in={competition.slug}") is None
    assert profile(entry, user=entry.bot.owner) is not None


def test_a_freeze_hides_the_rounds_that_ended_later():
    competition = a_played_competition()
    Competition.objects.update(frozen_from=timezone.now())
    another_round(competition)
    entry = competition.entries.all()[0]
    shown, known = profile(entry), profile(entry, user=competition.organizer)
    assert [point.stage.round for point in shown.chart.points] == [1]
    assert [point.stage.round for point in known.chart.points] == [1, 2]
    assert (shown.made.games, known.made.games) == (2, 4)
    assert [one.meeting.games for one in (*shown.best, *shown.worst)] in ([2], [])


def test_it_asks_as_often_for_two_rounds_and_opponents_as_for_many():
    few, many = a_played_competition(entries=2), a_played_competition(entries=5)
    another_round(many)
    one, other = (queries(each.entries.all()[0].bot.get_absolute_url()) for each in (few, many))
    assert one == other <= 11


@pytest.mark.parametrize("place", ["standing", "profile"])
def test_a_fault_leads_to_the_matches_in_which_it_happened(place):
    first, *others = a_round_with_a_crash()
    competition = first.competition
    assert competition is not None
    refresh_standing(competition_id=competition.pk, even_if_fresh=True)
    crashed = first.bots.get(index=0).version.bot
    page = reader().get((competition if place == "standing" else crashed).get_absolute_url()).text
    links = re.findall(rf'href="({competition.get_absolute_url()}matches/[^"]*fault=[^"]*)"', page)

    assert len(links) == 1
    found = reader().get(html.unescape(links[0])).text
    assert f'href="{first.get_absolute_url()}"' in found
    assert not any(f'href="{other.get_absolute_url()}"' in found for other in others)
