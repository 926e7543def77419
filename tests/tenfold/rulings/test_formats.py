"""Rulings in a knockout and in a Swiss: who goes on, and what is a round of the format."""

import pytest

from tenfold.competitions.brackets import bracket_with
from tenfold.competitions.models import Competition, Round
from tenfold.competitions.pairing import resters
from tenfold.competitions.rounds import start_round
from tenfold.matches.models import Match
from tests.builders import a_competition, an_entry, crashing, planned, played, ten_lines
from tests.tenfold.rulings.scenes import ruled, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def next_round(competition: Competition) -> Round:
    return planned(start_round(competition=competition, by=competition.organizer))


def a_field(entries: int, **settings):
    competition = a_competition(**settings)
    return competition, [an_entry(competition=competition) for _ in range(entries)]


def win(match: Match, entry) -> None:
    seats = match.bots.order_by("index").values_list("entry", flat=True)
    played(match, bots=[ten_lines if seat == entry.pk else crashing for seat in seats])


def tie_of(round_: Round, entry) -> Match:
    return round_.matches.get(bots__entry=entry)


def new_match(ruling) -> Match:
    replacement: Match = ruling.set_aside.get().replacement
    return replacement


def winners(round_: Round) -> set[int]:
    bracket = bracket_with(round_)
    return {bracket.seeds[slot].pk for slot in bracket.slots if slot is not None}


@pytest.fixture
def semifinals():
    """One beats four, and two beats three."""
    competition, entries = a_field(4, format="knockout")
    round_ = next_round(competition)
    for match in round_.matches.all():
        win(match, next(one for one in entries[:2] if match.bots.filter(entry=one).exists()))
    return competition, entries, round_


def test_a_tie_played_again_is_won_by_who_wins_then(semifinals):
    competition, (one, two, _three, four), round_ = semifinals
    old = tie_of(round_, one)

    made = ruled("rerun", competition, match=old)
    win(new_match(made), four)
    assert winners(round_) == {four.pk, two.pk}

    undone(made)
    assert winners(round_) == {one.pk, two.pk}


def test_a_round_of_ties_played_again_is_no_leg(semifinals):
    competition, (one, two, *_), round_ = semifinals
    made = ruled("rerun", competition, match=tie_of(round_, one))
    win(new_match(made), one)

    final = next_round(competition)

    assert set(final.matches.get().bots.values_list("entry", flat=True)) == {one.pk, two.pk}
    assert len(bracket_with(final).legs) == 2


def test_who_lost_to_a_disqualified_entry_goes_on(semifinals):
    competition, (one, two, _three, four), round_ = semifinals

    made = ruled("disqualify", competition, entry=one)
    assert winners(round_) == {four.pk, two.pk}

    undone(made)
    assert winners(round_) == {one.pk, two.pk}


def test_rounds_of_matches_played_again_are_no_rounds_of_a_swiss():
    competition, _ = a_field(4, format="swiss", swiss_rounds=2)
    first = next_round(competition)
    for match in first.matches.all():
        played(match)
    made = ruled("rerun", competition, match=first.matches.first())
    played(new_match(made))

    second = next_round(competition)

    pairs = [
        {frozenset(match.bots.values_list("entry", flat=True)) for match in round_.matches.all()}
        for round_ in (first, second)
    ]
    assert not pairs[0] & pairs[1]


def test_who_rests_in_a_swiss_rests_though_an_older_match_is_played_again_meanwhile():
    competition, _ = a_field(3, format="swiss")
    first = next_round(competition)
    played(first.matches.get())
    second = next_round(competition)
    (resting,) = resters(second)

    ruled("rerun", competition, match=first.matches.get(bots__entry=resting.entry))

    assert second.matches.filter(bots__entry=resting.entry).exists()
    assert list(resters(second)) == [resting]
