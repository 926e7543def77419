"""The organizers' dashboard: how entries do, what waits, who plays and how fast."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from tenfold.competitions import dashboard
from tenfold.competitions.models import Competition, Entry
from tenfold.competitions.services import bench
from tenfold.competitions.standings import refresh_standing
from tenfold.matches import alive, outlook, services
from tenfold.matches.models import Match
from tenfold.matches.sandboxes import Choice, Runs
from tests.builders import (
    a_bot,
    a_competition,
    a_match,
    a_requested_match,
    a_round,
    a_trial,
    a_user,
    a_version,
    an_entry,
    crashing,
    ten_lines,
)
from tests.tenfold.pages.scenes import a_round_with_a_crash, play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges", "nothing_remembered")]

DOCKER = Choice(Runs.DOCKER, "in containers")


def page_of(competition: Competition | None, query: str = "") -> str:
    assert competition is not None
    client = reader(competition.organizer)
    return client.get(f"{competition.get_absolute_url()}dashboard/{query}").content.decode()


def seen(page: str) -> str:
    """Its words without mark-up."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def names(competition: Competition, **asked: str) -> list[str]:
    listed = dashboard.entries_of(competition, after=None, **asked)
    return [entry.bot.name for entry in listed.rows]


def a_league_with_a_crash() -> Competition:
    competition = a_round_with_a_crash()[0].competition
    assert competition is not None
    refresh_standing(competition_id=competition.pk)
    return competition


def test_the_sick_come_first():
    competition = a_league_with_a_crash()
    crashed = competition.standings.get(faults__has_key="crashed").entry
    healthy = list(competition.entries.exclude(pk=crashed.pk))
    bench(entry=healthy[0], reason="It forfeited every game.")
    unready = an_entry(competition=competition, bot=a_bot(name="never ready"))

    assert names(competition) == [
        healthy[0].bot.name,
        unready.bot.name,
        crashed.bot.name,
        healthy[1].bot.name,
    ]


def test_entries_are_found_by_a_fault_and_by_bot_or_author():
    competition = a_league_with_a_crash()
    crashed = competition.standings.get(faults__has_key="crashed").entry
    author = a_user("grace")
    an_entry(competition=competition, owner=author)

    assert names(competition, kind="crashed") == [crashed.bot.name]
    assert names(competition, bot="GRAC") == [author.bots.get().name]


def test_pages_of_entries_follow_one_another_without_a_gap(monkeypatch):
    competition = a_league_with_a_crash()
    monkeypatch.setattr(dashboard, "PAGE", 2)
    first = dashboard.entries_of(competition, after=None)
    second = dashboard.entries_of(competition, after=first.following)

    assert len({entry.pk for entry in [*first.rows, *second.rows]}) == 3
    assert second.following is None


def test_a_fault_leads_to_its_turn_in_the_replay():
    competition = a_league_with_a_crash()
    crashed = competition.matches.get(number=1).games.first()

    page = page_of(competition)

    fault = crashed.match.bots.get(index=0).faults.order_by("id").last()
    assert f'href="{fault.game.get_absolute_url()}?turn={fault.turn + 1}"' in page
    assert "?fault=crashed#entries" in page
    assert "crashed ×2" in page


def test_a_fault_of_long_ago_is_no_last_fault(monkeypatch):
    monkeypatch.setattr(dashboard, "LOOKED_AT", 1)
    competition = a_competition()
    play(a_match(round_=a_round(competition=competition)), bots=(crashing, ten_lines))
    assert [line.health.faults for line in _lines(competition)] == [2, 0]
    play(a_match(round_=a_round(competition=competition)))

    assert [line.health.faults for line in _lines(competition)] == [0, 0]
    assert {line.health.match.round.number for line in _lines(competition)} == {2}


def _lines(competition: Competition) -> list[dashboard.Line]:
    return dashboard.lines_of(competition, list(competition.entries.order_by("pk")))


def test_the_queue_is_told_apart_by_what_waits():
    here, other = a_round(entries=3), a_round(entries=2)
    a_trial()
    a_requested_match()

    queue = dashboard.queue_of(here.competition)

    assert (queue.here, queue.elsewhere, queue.trials, queue.requested) == (3, 1, 1, 1)
    assert other.matches.count() == 1


def test_pairs_that_met_are_counted_once_at_larger_tables():
    round_ = a_round(competition=a_competition(players=3), entries=4)
    assert dashboard.coverage_of(round_) == dashboard.Coverage(pairs=6, met=0, void=0)
    cache.clear()
    play(a_match(round_=round_))

    assert dashboard.coverage_of(round_) == dashboard.Coverage(pairs=6, met=3, void=0)


def test_a_machine_is_alive_as_long_as_it_says_so(monkeypatch):
    for name in ("birch", "ash"):
        monkeypatch.setattr(alive, "gethostname", lambda name=name: name)
        alive.report(DOCKER)
    assert [machine.name for machine in alive.machines()] == ["ash", "birch"]
    cache.delete("machine:ash")

    assert [machine.name for machine in alive.machines()] == ["birch"]


def test_a_machine_is_as_busy_as_it_holds_matches_of_rounds(monkeypatch):
    monkeypatch.setattr(alive, "gethostname", lambda: "ash")
    alive.report(DOCKER)
    match = a_match()
    services.claim(match_id=match.pk, worker="ash:17")
    services.claim(match_id=a_trial().pk, worker="ash:18")

    assert [machine.busy for machine in alive.machines(alive.playing_now())] == [1]
    assert "on ash" in seen(page_of(match.competition))


def test_without_a_worker_the_page_says_what_to_do():
    assert "No worker has been heard of for a minute." in seen(page_of(a_competition()))


def test_matches_an_hour_are_those_of_the_last_hour_or_since_the_round_began():
    round_ = a_round(entries=3)
    round_.competition.rounds.update(started=timezone.now() - timedelta(minutes=30))
    for match in round_.matches.order_by("number")[:2]:
        play(match)

    measured = outlook.outlook()
    assert measured is not None
    assert measured.hourly[round_.pk] == pytest.approx(4, rel=0.01)

    outlook.publish()
    assert "4 matches an hour" in seen(page_of(round_.competition))


def test_a_match_of_more_than_an_hour_ago_says_nothing_of_the_speed():
    round_ = a_round(entries=3)
    round_.competition.rounds.update(started=timezone.now() - timedelta(hours=5))
    play(round_.matches.get(number=1))
    Match.objects.filter(state="finished").update(finished=timezone.now() - timedelta(hours=2))

    measured = outlook.outlook()
    assert measured is not None
    assert measured.hourly == {round_.pk: 0}


def test_a_void_match_leads_to_its_ruling():
    round_ = a_round(entries=3)
    round_.matches.filter(number=1).update(state="void", reason="the machine failed")

    page = page_of(round_.competition)
    assert "1 void: play again" in seen(page)
    assert f"/c/{round_.competition.slug}/rulings/preview/?kind=rerun" in page


@pytest.mark.parametrize("action", ["pause", "resume", "rounds/start", "stop"])
def test_a_button_of_the_dashboard_leads_back_to_it(action):
    competition = a_competition()
    for _ in range(2):
        an_entry(competition=competition)
    address = f"{competition.get_absolute_url()}{action}/"

    answer = reader(competition.organizer).post(address, {"back": "dashboard"})

    assert answer["Location"] == f"{competition.get_absolute_url()}dashboard/"
    assert reader(competition.organizer).post(address)["Location"] == competition.get_absolute_url()


def test_the_page_is_loaded_anew_when_its_buttons_are_others():
    competition = a_competition()
    client, address = reader(competition.organizer), f"{competition.get_absolute_url()}dashboard/"
    part = {"HX-Request": "true"}
    assert "HX-Refresh" not in client.get(f"{address}?state=rests", headers=part)
    Competition.objects.update(paused=True)

    assert client.get(f"{address}?state=rests", headers=part)["HX-Refresh"] == "true"


def test_who_asks_to_be_let_in_is_no_entry_yet_and_is_counted():
    competition = a_competition()
    asking = an_entry(competition=competition)
    Entry.objects.filter(pk=asking.pk).update(state=Entry.State.REQUESTED)

    assert names(competition) == []
    assert "People (1 to answer)" in seen(page_of(competition))


def test_hostile_names_are_shown_as_text():
    competition = a_competition()
    version = a_version(bot=a_bot(name="<b onclick=x>'\"&"))
    an_entry(competition=competition, bot=version.bot)
    page = page_of(competition, '?bot="><script>&fault="><script>')

    assert "<script>" not in page.split("<main")[1]
    assert "&lt;b onclick" in page_of(competition)
