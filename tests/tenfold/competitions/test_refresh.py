"""A standing is made anew while results come in: real transactions that meet."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from queue import Empty, Queue
from threading import Event

import pytest
from django.db import connection, transaction

from arena import rating
from tenfold.competitions import standings
from tenfold.competitions.models import Competition
from tenfold.competitions.standings import counted_blocks, refresh_standing
from tenfold.matches.aside import set_aside
from tenfold.matches.models import Match, MatchFigures
from tenfold.matches.results import record
from tenfold.matches.services import claim
from tests.tenfold.rulings.scenes import a_league, a_result, ruled

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 60  # seconds until a test gives up on what should come at once
Asked = Queue[tuple[object, ...]]
Apart = Callable[[Callable[[], object]], Future[object]]


@pytest.fixture(autouse=True)
def asked(monkeypatch) -> Asked:
    """What was sent to the queue."""
    sent: Asked = Queue()
    monkeypatch.setattr("tenfold.nudge._send", lambda task, pks: sent.put((task, *pks)))
    return sent


@pytest.fixture
def apart() -> Iterator[Apart]:
    """Does something in a thread, with a connection of its own."""

    def do(work: Callable[[], object]) -> object:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=12) as threads:
        yield lambda work: threads.submit(do, work)


@pytest.fixture
def hold(monkeypatch, apart):
    """Holds one refresh, in a thread of its own, between what it has read and what it stores."""
    rated = standings.rated

    @contextmanager
    def held(league: Competition) -> Iterator[Future[object]]:
        reached, go_on = Event(), Event()

        def rated_and_held(*args, **more):
            monkeypatch.setattr(standings, "rated", rated)
            rows = rated(*args, **more)
            reached.set()
            assert go_on.wait(LONG)
            return rows

        monkeypatch.setattr(standings, "rated", rated_and_held)
        refresh = apart(lambda: refresh_standing(competition_id=league.pk))
        try:
            assert reached.wait(LONG)
            yield refresh
        finally:
            go_on.set()

    return held


@contextmanager
def no_lock_is_waited_for() -> Iterator[None]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '3s'")
        yield


def recorded(match: Match) -> None:
    mine = claim(match_id=match.pk, worker="w")
    assert mine
    assert record(claim=mine, played=a_result(match.players, match.blocks, match.number % 4))


def a_league_with_news(*, left: int = 1) -> tuple[Competition, list[Match]]:
    """It has a result that its standing does not show, and so many matches that are still to be played."""
    league = a_league(entries=5, left=left + 1)
    first, *others = league.matches.filter(state=Match.State.SCHEDULED)
    recorded(first)
    return league, others


def shown(league: Competition) -> list[tuple[object, ...]]:
    return list(league.standings.order_by("entry").values_list("entry", *standings.FITTED))


def recounted(league: Competition) -> list[tuple[object, ...]]:
    rows = sorted(rating.standing(counted_blocks(league)), key=lambda row: row.entry)
    return [(row.entry, *(getattr(row, name) for name in standings.FITTED)) for row in rows]


def drained(asked: Asked) -> int:
    times = asked.qsize()
    for _ in range(times):
        asked.get_nowait()
    return times


def test_who_records_does_not_wait_for_a_refresh(hold):
    league, (match,) = a_league_with_news()

    with hold(league) as refresh, no_lock_is_waited_for():
        recorded(match)

        assert not refresh.done()


def test_a_result_that_comes_during_a_refresh_is_asked_for_after_it_and_shown_by_the_next(hold, asked):
    league, (match,) = a_league_with_news()
    with hold(league) as refresh:
        recorded(match)
        drained(asked)

    assert refresh.result(LONG)
    assert asked.get_nowait() == ("tenfold.competitions.tasks.refresh_standing", league.pk)
    assert league.is_stale
    assert refresh_standing(competition_id=league.pk)
    assert shown(league) == recounted(league)
    assert not league.is_stale


def test_a_refresh_during_which_nothing_came_asks_for_no_other(asked):
    league, _ = a_league_with_news()
    drained(asked)

    assert refresh_standing(competition_id=league.pk)

    assert drained(asked) == 0


def test_a_result_that_is_seen_but_not_counted_yet_is_shown_and_looked_at_again(monkeypatch):
    league, (match,) = a_league_with_news()

    def with_a_result_before(*args):
        monkeypatch.setattr(standings, "set_aside", set_aside)
        recorded(match)
        return set_aside(*args)

    monkeypatch.setattr(standings, "set_aside", with_a_result_before)
    refresh_standing(competition_id=league.pk)

    assert shown(league) == recounted(league)
    assert league.is_stale


def test_who_comes_second_leaves(hold):
    league, _ = a_league_with_news()

    with hold(league) as refresh, no_lock_is_waited_for():
        assert not refresh_standing(competition_id=league.pk)
        assert not refresh_standing(competition_id=league.pk, even_if_fresh=True)

    assert refresh.result(LONG)


def test_who_waits_finds_it_made_and_makes_it_no_second_time(hold, apart):
    league, _ = a_league_with_news()

    with hold(league):
        waiting = apart(lambda: refresh_standing(competition_id=league.pk, wait=True))
        assert not wait([waiting], timeout=0.3).done

    assert waiting.result(LONG) is False
    assert shown(league) == recounted(league)


def test_a_ruling_waits_for_a_refresh_and_has_the_last_word(hold, apart):
    league, (match,) = a_league_with_news()
    out = match.bots.get(index=0).entry

    with hold(league) as refresh:
        ruling = apart(lambda: ruled("disqualify", league, entry=out))
        assert not wait([ruling], timeout=0.3).done

    assert refresh.result(LONG)
    assert ruling.result(LONG).number == 1
    assert shown(league) == recounted(league)


def test_a_match_that_somebody_holds_is_counted_without_waiting(apart):
    league, _ = a_league_with_news()
    MatchFigures.objects.all().delete()

    with transaction.atomic():
        held = Match.objects.select_for_update().filter(competition=league)
        assert len(held)
        refresh = apart(lambda: refresh_standing(competition_id=league.pk))
        assert refresh.result(LONG)

    assert shown(league) == recounted(league)
    assert not MatchFigures.objects.exists()


def test_however_results_and_refreshes_meet_the_last_refresh_asked_for_shows_all(asked, apart):
    league, matches = a_league_with_news(left=8)
    over = Event()

    def refresh_when_asked() -> None:
        while not (over.is_set() and asked.empty()):
            try:
                asked.get(timeout=0.02)
            except Empty:
                continue
            refresh_standing(competition_id=league.pk)

    refreshing = [apart(refresh_when_asked) for _ in range(3)]
    try:
        recording = [apart(partial(recorded, match)) for match in matches]
        for each in recording:
            each.result(LONG)
    finally:
        over.set()
    for each in refreshing:
        each.result(LONG)

    assert not league.is_stale
    assert shown(league) == recounted(league)
