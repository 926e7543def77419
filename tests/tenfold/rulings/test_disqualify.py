"""A disqualified entry leaves the standing with its matches; undone, all is as it was."""

from uuid import uuid4

import pytest

from tenfold.competitions.models import Round
from tenfold.competitions.rounds import start_round
from tenfold.competitions.services import enter
from tenfold.competitions.standings import counted_blocks
from tenfold.matches.models import Match
from tenfold.matches.results import record
from tenfold.matches.services import claim
from tenfold.refusal import Refused, Stale
from tenfold.rulings import services
from tenfold.rulings.models import Ruling
from tenfold.rulings.preview import preview_of
from tests.builders import a_record, an_entry, planned, played
from tests.tenfold.pages.scenes import reader
from tests.tenfold.rulings.scenes import a_league, an_order, rows, ruled, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def last_match(league) -> Match:
    return league.matches.latest("pk")


def test_it_leaves_the_standing():
    league = a_league()
    out = league.entries.first()

    ruled("disqualify", league, entry=out)

    assert set(league.standings.values_list("entry", flat=True)) == {
        entry.pk for entry in league.entries.exclude(pk=out.pk)
    }


def test_others_keep_all_that_they_made_without_it():
    league = a_league()
    out = league.entries.first()
    among_others = [block for block in counted_blocks(league) if out.pk not in block.entries]

    ruled("disqualify", league, entry=out)

    assert counted_blocks(league) == among_others


def test_the_preview_says_who_leaves_and_who_moves():
    league = a_league()
    out = league.entries.first()
    was = out.standing.rank

    preview = preview_of(an_order("disqualify", league, entry=out))

    leaving = next(move for move in preview.moves if move.entry == out.pk)
    assert (leaving.rank, leaving.new_rank, leaving.new_margin) == (was, None, None)
    assert preview.counts.out == 3
    assert league.standings.count() == 4


def test_what_the_preview_said_is_what_the_standing_says():
    league = a_league()
    out = league.entries.last()
    said = preview_of(an_order("disqualify", league, entry=out))

    made = ruled("disqualify", league, entry=out)

    new = {move.entry: (move.new_rank, move.new_margin) for move in said.moves if move.new_rank}
    assert new == {
        row.entry_id: (row.rank, row.margin) for row in league.standings.all() if row.entry_id in new
    }
    assert made.preview == said.stored()


def test_undone_the_standing_is_the_same_to_the_bit():
    league = a_league(blocks=2)
    before = rows(league)
    assert len({row.margin for row in league.standings.all()}) > 2
    made = ruled("disqualify", league, entry=league.entries.first())
    assert rows(league) != before

    undone(made)

    assert rows(league) == before


def test_it_is_in_no_coming_round():
    league = a_league()
    out = league.entries.first()
    ruled("disqualify", league, entry=out)

    round_ = planned(start_round(competition=league, by=league.organizer))

    assert round_.matches.count() == 3
    assert not round_.matches.filter(bots__entry=out).exists()


def test_its_owner_cannot_enter_it_again():
    league = a_league()
    out = league.entries.first()
    ruled("disqualify", league, entry=out)

    with pytest.raises(Refused, match="is disqualified here"):
        enter(competition=league, bot=out.bot, by=out.bot.owner)


@pytest.mark.parametrize("state", ["requested", "declined"])
def test_who_was_never_let_in_is_declined_and_not_disqualified(state):
    league = a_league()
    asking = an_entry(competition=league)
    asking.state, asking.reason = state, "for a test"
    asking.save()

    with pytest.raises(Refused, match="is not in it"):
        ruled("disqualify", league, entry=asking)

    page = reader(league.organizer).get(f"/c/{league.slug}/rulings/new/").content.decode()
    assert asking.bot.name not in page


def test_once_is_enough():
    league = a_league()
    out = league.entries.first()
    ruled("disqualify", league, entry=out)

    with pytest.raises(Refused, match="disqualified already, by ruling 1"):
        preview_of(an_order("disqualify", league, entry=out))


def test_its_matches_to_come_are_cancelled_and_the_round_goes_on():
    league = a_league(left=3)
    round_ = league.rounds.get()
    out = round_.matches.last().bots.first().entry

    made = ruled("disqualify", league, entry=out)

    cancelled = round_.matches.filter(state=Match.State.CANCELLED)
    assert made.preview["counts"]["cancelled"] == cancelled.count() > 0
    assert all("because" in match.reason for match in cancelled)
    assert round_.matches.filter(state=Match.State.SCHEDULED).exists()
    for match in round_.matches.filter(state=Match.State.SCHEDULED):
        played(match)
    round_.refresh_from_db()
    assert round_.state == Round.State.FINISHED


def test_a_round_whose_last_matches_it_takes_is_over():
    league = a_league(left=1)
    last = last_match(league)

    ruled("disqualify", league, entry=last.bots.first().entry)

    assert league.rounds.get().state == Round.State.FINISHED


def test_undone_while_the_round_runs_its_matches_are_played():
    league = a_league(left=3)
    made = ruled("disqualify", league, entry=last_match(league).bots.first().entry)
    cancelled = set(league.matches.filter(state=Match.State.CANCELLED))

    undone(made)

    back = Match.objects.filter(pk__in=[match.pk for match in cancelled])
    assert {(match.state, match.reason) for match in back} == {(Match.State.SCHEDULED, "")}


def test_undone_after_the_round_its_unplayed_matches_wait_for_a_re_run():
    league = a_league(left=1)
    match = last_match(league)
    made = ruled("disqualify", league, entry=match.bots.first().entry)

    back = undone(made)

    match.refresh_from_db()
    assert (match.state, back.undo_preview["counts"]["lost"]) == (Match.State.CANCELLED, 1)
    assert "a re-run plays it" in match.reason


def test_a_match_of_two_disqualified_counts_again_when_both_are_let_in():
    league = a_league()
    one, two, *_ = league.entries.all()
    before = rows(league)
    first, second = ruled("disqualify", league, entry=one), ruled("disqualify", league, entry=two)

    undone(first)
    theirs = Match.objects.filter(bots__entry=one).get(bots__entry=two)
    assert theirs.pk not in {block.match for block in counted_blocks(league)}

    undone(second)
    assert rows(league) == before


def test_an_unplayed_match_of_two_disqualified_is_played_when_both_are_let_in():
    league = a_league(left=6)
    one, two, *_ = league.entries.all()
    theirs = league.matches.filter(bots__entry=one).get(bots__entry=two)
    first, second = ruled("disqualify", league, entry=one), ruled("disqualify", league, entry=two)

    undone(first)
    theirs.refresh_from_db()
    assert theirs.state == Match.State.CANCELLED

    undone(second)
    theirs.refresh_from_db()
    assert theirs.state == Match.State.SCHEDULED


def test_the_worker_that_plays_a_match_of_it_loses_the_claim():
    league = a_league(left=1)
    match = last_match(league)
    mine = claim(match_id=match.pk, worker="w")
    assert mine
    result = a_record(match)

    ruled("disqualify", league, entry=match.bots.first().entry)

    assert not record(claim=mine, played=result)
    assert not match.games.exists()
    assert match.attempts.get().outcome == "handed_back"


def test_what_changed_since_the_preview_is_shown_first():
    league = a_league(left=1)
    match = last_match(league)
    order = an_order("disqualify", league, entry=match.bots.first().entry)
    seen = preview_of(order).seen
    played(match)

    with pytest.raises(Stale, match="A match has finished since you looked"):
        services.rule(ruling=order, by=league.organizer, token=uuid4(), seen=seen)

    assert not Ruling.objects.exists()


def test_sent_twice_it_is_made_once():
    league = a_league()
    token, out = uuid4(), league.entries.first()
    seen = preview_of(an_order("disqualify", league, entry=out)).seen

    first, second = (
        services.rule(
            ruling=an_order("disqualify", league, entry=out), by=league.organizer, token=token, seen=seen
        )
        for _ in range(2)
    )

    assert first.pk == second.pk
    assert Ruling.objects.count() == 1
