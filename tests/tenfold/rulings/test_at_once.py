"""Rulings while matches are recorded and other organizers rule: real transactions that meet."""

from collections.abc import Callable
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.db import connection, transaction

from tenfold.competitions.models import Competition, Round
from tenfold.competitions.standings import counted_blocks, refresh_standing
from tenfold.matches.models import Match
from tenfold.matches.results import record
from tenfold.matches.services import claim
from tenfold.refusal import Refused, Stale
from tenfold.rulings import services
from tenfold.rulings.models import Ruling
from tenfold.rulings.preview import preview_of, undo_preview_of
from tests.tenfold.rulings.scenes import a_league, a_result, an_order, rows, ruled

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("unheard")]


@pytest.fixture
def unheard(monkeypatch):
    monkeypatch.setattr("tenfold.nudge._send", lambda task, pks: None)


def at_once(*works: Callable[[], object]) -> list[object]:
    """Do these in threads that start together; what each came to, or was refused with."""
    together = Barrier(len(works))
    came: list[object] = [None] * len(works)

    def do(number: int) -> None:
        try:
            together.wait()
            came[number] = works[number]()
        except Exception as error:  # noqa: BLE001 - what a thread ends on is told to the test
            came[number] = error
        finally:
            connection.close()

    threads = [Thread(target=do, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads)
    return came


def made(kind: str, league: Competition, **about) -> Ruling:
    """As an organizer who looks again whenever something has moved."""
    for _ in range(20):
        order = an_order(kind, league, **about)
        try:
            seen = preview_of(order).seen
            return services.rule(ruling=order, by=league.organizer, token=uuid4(), seen=seen)
        except Stale:
            continue
    raise AssertionError("it was always stale")


def test_results_that_come_in_meanwhile_are_set_aside_or_their_matches_cancelled():
    league = a_league(entries=4, left=4)
    out = league.matches.latest("pk").bots.first().entry
    claims = [claim(match_id=match.pk, worker="w") for match in league.matches.filter(state="scheduled")]
    result = a_result(2, 1, 0)

    came = at_once(
        lambda: made("disqualify", league, entry=out),
        *(lambda mine=mine: record(claim=mine, played=result) for mine in claims if mine),
    )

    assert [each for each in came if isinstance(each, Exception)] == []
    for match in league.matches.all():
        assert match.state in {Match.State.FINISHED, Match.State.CANCELLED}
        assert match.games.exists() == (match.state == Match.State.FINISHED)
        assert match.attempts.filter(ended=None).count() == 0
    assert not {block.match for block in counted_blocks(league)} & set(
        out.match_bots.values_list("match", flat=True)
    )
    assert league.rounds.get().state == Round.State.FINISHED
    refresh_standing(competition_id=league.pk)
    stored = rows(league)
    refresh_standing(competition_id=league.pk, even_if_fresh=True)
    assert rows(league) == stored


def test_a_ruling_waits_for_a_result_that_is_being_stored_and_shows_it_first():
    league = a_league(entries=3, left=1)
    match = league.matches.latest("pk")
    order = an_order("annul", league, match=match)
    mine = claim(match_id=match.pk, worker="w")
    assert mine
    seen = preview_of(order).seen
    ruling = []

    def rule() -> None:
        try:
            services.rule(ruling=order, by=league.organizer, token=uuid4(), seen=seen)
        except Refused as no:
            ruling.append(no)
        finally:
            connection.close()

    thread = Thread(target=rule)
    with transaction.atomic():
        assert record(claim=mine, played=a_result(2, 1, 0))
        thread.start()
        thread.join(timeout=0.5)
        assert thread.is_alive()
    thread.join(timeout=60)

    assert "A match has finished since you looked" in str(ruling[0])
    assert Match.objects.get(pk=match.pk).state == Match.State.FINISHED


def test_of_two_organizers_who_disqualify_the_same_entry_one_is_told_so():
    league = a_league(entries=3)
    out = league.entries.first()
    seen = preview_of(an_order("disqualify", league, entry=out)).seen

    came = at_once(
        *(
            lambda: services.rule(
                ruling=an_order("disqualify", league, entry=out),
                by=league.organizer,
                token=uuid4(),
                seen=seen,
            )
            for _ in range(3)
        )
    )

    assert Ruling.objects.count() == 1
    assert sum(isinstance(each, Ruling) for each in came) == 1
    assert all("disqualified already, by ruling 1" in str(each) for each in came if isinstance(each, Refused))


def test_rulings_at_once_are_numbered_one_after_the_other_and_all_stand():
    league = a_league(entries=3)
    matches = list(league.matches.all())

    came = at_once(*(lambda match=match: made("annul", league, match=match) for match in matches))

    assert sorted(each.number for each in came if isinstance(each, Ruling)) == [1, 2, 3]
    assert counted_blocks(league) == []


def test_one_form_sent_by_two_processes_at_once_makes_one_ruling():
    league = a_league(entries=3)
    token, match = uuid4(), league.matches.first()
    seen = preview_of(an_order("annul", league, match=match)).seen

    came = at_once(
        *(
            lambda: services.rule(
                ruling=an_order("annul", league, match=match), by=league.organizer, token=token, seen=seen
            )
            for _ in range(3)
        )
    )

    assert len({each.pk for each in came if isinstance(each, Ruling)}) == 1
    assert len(came) == 3


def test_undone_twice_at_once_it_is_undone_once():
    league = a_league(entries=3)
    before = rows(league)
    ruling = ruled("disqualify", league, entry=league.entries.first())
    seen = undo_preview_of(ruling).seen

    came = at_once(
        *(
            lambda: services.undo(ruling=ruling, reason="a mistake", by=league.organizer, seen=seen)
            for _ in range(3)
        )
    )

    assert [each for each in came if isinstance(each, Exception)] == []
    assert rows(league) == before
