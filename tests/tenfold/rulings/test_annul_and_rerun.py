"""A match that does not count, and matches played again: the old result is kept, and comes back undone."""

from hashlib import sha256

import pytest

from tenfold.competitions.models import Round
from tenfold.competitions.rounds import start_round
from tenfold.competitions.standings import counted_blocks, refresh_standing
from tenfold.matches.models import MOST_FAILURES, Match
from tenfold.matches.services import claim, fail_attempt
from tenfold.refusal import Refused
from tenfold.rulings.preview import preview_of, undo_preview_of
from tests.builders import planned, played
from tests.tenfold.pages.scenes import reader
from tests.tenfold.rulings.scenes import a_league, an_order, rows, ruled, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def counting(league) -> set[int]:
    return {block.match for block in counted_blocks(league)}


def play_what_waits(league) -> None:
    for match in league.matches.filter(state=Match.State.SCHEDULED):
        played(match)
    refresh_standing(competition_id=league.pk)


def test_an_annulled_match_does_not_count_and_its_games_are_kept():
    league = a_league()
    match = league.matches.first()

    ruled("annul", league, match=match)

    assert match.pk not in counting(league)
    assert match.games.count() == 2


def test_an_annulled_match_to_come_is_not_played():
    league = a_league(left=1)
    match = league.matches.latest("pk")

    ruled("annul", league, match=match)

    assert claim(match_id=match.pk, worker="w") is None


def test_undoing_an_annulment_restores_the_standing_to_the_bit():
    league = a_league()
    before = rows(league)

    undone(ruled("annul", league, match=league.matches.first()))

    assert rows(league) == before


def test_annulled_and_disqualified_it_counts_when_both_are_undone():
    league = a_league()
    match = league.matches.first()
    annulled = ruled("annul", league, match=match)
    out = ruled("disqualify", league, entry=match.bots.first().entry)

    undone(annulled)
    assert match.pk not in counting(league)

    undone(out)
    assert match.pk in counting(league)


def test_what_does_not_count_is_neither_annulled_nor_played_again():
    league = a_league()
    match = league.matches.first()
    ruled("annul", league, match=match)

    with pytest.raises(Refused, match=r"Match 1\.1 does not count already"):
        preview_of(an_order("annul", league, match=match))
    with pytest.raises(Refused, match=r"nothing to play again of match 1\.1"):
        preview_of(an_order("rerun", league, match=match))


def test_faults_of_an_annulled_match_are_not_counted():
    from tests.builders import crashing, ten_lines

    league = a_league(entries=3, left=1)
    match = played(league.matches.latest("pk"), bots=[crashing, ten_lines])
    refresh_standing(competition_id=league.pk)
    crashed = match.bots.get(index=0).entry
    assert crashed.standing.faults

    ruled("annul", league, match=match)

    crashed.standing.refresh_from_db()
    assert crashed.standing.faults == {}


def test_a_match_played_again_counts_instead_of_the_old_one():
    league = a_league()
    old = league.matches.first()

    made = ruled("rerun", league, match=old)
    new = made.set_aside.get().replacement
    assert old.pk not in counting(league)
    play_what_waits(league)

    assert counting(league) == {*league.matches.values_list("pk", flat=True)} - {old.pk}
    assert new.games.count() == old.games.count() == 2


def test_it_is_played_by_the_same_versions_on_other_decks():
    league = a_league()
    old = league.matches.first()

    new = ruled("rerun", league, match=old).set_aside.get().replacement

    seats = [list(match.bots.values_list("index", "version", "entry")) for match in (old, new)]
    assert seats[0] == seats[1]
    assert new.key != old.key


def test_after_its_round_it_is_played_in_a_round_of_its_own_whose_secret_is_new():
    league = a_league()
    first = league.rounds.get()

    new = ruled("rerun", league, match=league.matches.first()).set_aside.get().replacement

    assert (new.round.number, new.round.state) == (2, Round.State.RUNNING)
    assert first.revealed
    assert new.round.revealed is None
    assert sha256(bytes(new.round.secret)).hexdigest() == new.round.commitment != first.commitment


def test_while_a_round_runs_it_is_played_in_that_one():
    league = a_league()
    running = planned(start_round(competition=league, by=league.organizer))

    new = ruled("rerun", league, match=league.matches.first()).set_aside.get().replacement

    assert (new.round, new.number) == (running, 7)


def test_a_round_played_again_leaves_no_match_behind():
    league = a_league()

    made = ruled("rerun", league, round=league.rounds.get())
    assert league.standings.count() == 0
    play_what_waits(league)

    assert made.preview["counts"]["planned"] == 6
    assert {row.blocks for row in league.standings.all()} == {3}


def test_an_entry_s_matches_are_played_again():
    league = a_league()
    entry = league.entries.first()

    made = ruled("rerun", league, entry=entry)

    assert {row.match.bots.filter(entry=entry).count() for row in made.set_aside.all()} == {1}
    assert made.set_aside.count() == 3


def test_undone_the_old_result_counts_and_the_new_one_does_not():
    league = a_league()
    before, old = rows(league), league.matches.first()
    made = ruled("rerun", league, match=old)
    play_what_waits(league)

    said = undo_preview_of(made)
    undone(made)

    assert rows(league) == before
    assert (said.counts.out, said.counts.back) == (1, 1)
    assert made.set_aside.get().replacement.games.exists()


def test_undone_before_it_is_played_it_is_cancelled_and_its_round_is_over():
    league = a_league()
    made = ruled("rerun", league, match=league.matches.first())

    undone(made)

    new = made.set_aside.get().replacement
    assert new.state == Match.State.CANCELLED
    assert new.round.state == Round.State.FINISHED


def test_a_re_run_of_a_re_run_is_undone_first():
    league = a_league()
    first = ruled("rerun", league, match=league.matches.first())
    play_what_waits(league)
    second = ruled("rerun", league, match=first.set_aside.get().replacement)

    with pytest.raises(Refused, match="Undo ruling 2 first"):
        undone(first)

    undone(second)
    undone(first)
    assert counting(league) == set(league.rounds.get(number=1).matches.values_list("pk", flat=True))


def test_a_match_that_could_not_be_played_is_played_again():
    league = a_league(left=1)
    match = league.matches.latest("pk")
    for _ in range(MOST_FAILURES):
        mine = claim(match_id=match.pk, worker="w")
        assert mine
        fail_attempt(claim=mine, why="no engine")

    made = ruled("rerun", league)
    play_what_waits(league)

    assert made.about == "matches without a result"
    assert len(counting(league)) == 6


def test_what_was_cancelled_for_one_let_in_again_too_late_is_played_by_a_re_run():
    league = a_league(left=1)
    undone(ruled("disqualify", league, entry=league.matches.latest("pk").bots.first().entry))

    ruled("rerun", league)
    play_what_waits(league)

    assert {row.blocks for row in league.standings.all()} == {3}


def test_a_disqualified_entry_s_matches_are_not_played_again():
    league = a_league()
    ruled("disqualify", league, entry=league.entries.first())

    made = ruled("rerun", league, round=league.rounds.get())

    assert made.set_aside.count() == 3


def test_pairs_and_the_worked_example_know_of_no_other_matches():
    from tenfold.competitions.pairs import rows_of
    from tenfold.pages.worked import worked_example

    league = a_league(entries=2)
    assert worked_example()

    made = ruled("annul", league, match=league.matches.get())
    assert worked_example() is None
    undone(made)

    again = ruled("rerun", league, match=league.matches.get())
    play_what_waits(league)
    assert worked_example().match == again.set_aside.get().replacement
    (first, _) = rows_of(league, list(league.standings.select_related("entry")))
    assert [cell.meeting.matches for cell in first.cells if cell.meeting] == [1]


def test_the_results_taken_along_say_which_count():
    import json

    from django.contrib.auth.models import AnonymousUser

    from tenfold.competitions.exports import matches_ndjson

    league = a_league(entries=3)
    match = league.matches.first()
    ruled("annul", league, match=match)

    lines = [json.loads(line) for line in matches_ndjson(league, AnonymousUser())]

    assert {line["match"]: line["counts"] for line in lines} == {
        one.pk: one != match for one in league.matches.all()
    }


def test_among_the_matches_of_a_pair_it_is_marked_as_not_counting():
    league = a_league(entries=2)
    match = league.matches.get()
    one, other = match.bots.values_list("entry", flat=True)
    address = f"/c/{league.slug}/pairs/{one}/{other}/"
    assert b"does not count" not in reader().get(address).content

    ruled("annul", league, match=match)

    assert b"does not count" in reader().get(address).content
