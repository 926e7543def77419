"""Whatever is ruled and undone in whatever order: what counts is what the rulings in force say."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena import rating
from tenfold.competitions.models import Competition
from tenfold.competitions.standings import counted_blocks
from tenfold.matches.models import Match
from tenfold.refusal import Refused
from tenfold.rulings.models import Ruling
from tests.builders import a_version, played
from tests.tenfold.rulings.scenes import a_league, a_result, rows, ruled, undone

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("nudges")]

KINDS = ("disqualify", "annul", "rerun", "rerun entry", "rerun all", "swap", "undo", "play")
# Small numbers that choose an entry, a match, a ruling to undo… among those there are.
STEPS = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.integers(0, 11),
    ),
    min_size=3,
    max_size=9,
)


def counting(league: Competition) -> set[int]:
    """What counts, said anew and plainly: nothing in force is against it, and what brought it stands."""
    matches = set()
    for match in league.matches.filter(state=Match.State.FINISHED):
        entries = set(match.bots.values_list("entry", flat=True))
        against = any(
            (ruling.kind == "disqualify" and ruling.entry_id in entries)
            or (ruling.kind == "annul" and ruling.match_id == match.pk)
            or (ruling.kind == "rerun" and ruling.set_aside.filter(match=match).exists())
            for ruling in league.rulings.filter(undone=None)
        )
        brought_back = league.rulings.filter(set_aside__replacement=match).exclude(undone=None).exists()
        if not against and not brought_back:
            matches.add(match.pk)
    return matches


def from_scratch(league: Competition) -> list[rating.Row]:
    which = counting(league)
    every = counted_blocks(league, without=())
    return rating.standing([block for block in every if block.match in which])


def one_step(league: Competition, what: str, which: int) -> None:
    entries, matches = list(league.entries.all()), list(league.matches.order_by("pk"))
    entry, match = entries[which % len(entries)], matches[which % len(matches)]
    standing_rulings = list(Ruling.objects.filter(competition=league, undone=None))
    if what == "play":
        for waiting in league.matches.filter(state=Match.State.SCHEDULED)[: 1 + which % 3]:
            played(waiting, a_result(2, 1, which % 4))
    elif what == "undo":
        if standing_rulings:
            undone(standing_rulings[which % len(standing_rulings)])
    elif what == "rerun entry":
        ruled("rerun", league, entry=entry)
    elif what == "rerun all":
        ruled("rerun", league, round=league.rounds.earliest("number"))
    elif what == "swap":
        ruled("swap", league, entry=entry, version=a_version(bot=entry.bot))
    else:
        about = {"entry": entry} if what == "disqualify" else {"match": match}
        ruled(what, league, **about)


def stored(league: Competition) -> list[rating.Row]:
    fields = rating.Row.__dataclass_fields__
    return [
        rating.Row(**{name: getattr(row, "entry_id" if name == "entry" else name) for name in fields})
        for row in league.standings.order_by("rank", "entry")
    ]


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_any_rulings_and_undoings_leave_what_those_that_stand_say(steps):
    league = a_league(entries=3, left=1)
    for what, which in steps:
        try:
            one_step(league, what, which)
        except Refused:
            continue
        if what != "play":  # after that a task makes the standing anew
            assert stored(league) == from_scratch(league)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS, st.randoms(use_true_random=False))
def test_all_undone_in_any_order_the_standing_is_the_first_one_to_the_bit(steps, random):
    league = a_league(entries=3)
    before, first = rows(league), set(league.matches.values_list("pk", flat=True))
    for what, which in steps:
        try:
            one_step(league, what, which)
        except Refused:
            continue
    while left := list(Ruling.objects.filter(competition=league, undone=None)):
        random.shuffle(left)
        for ruling in left:
            try:
                undone(ruling)
            except Refused:  # another one, which builds on it, has to be undone before it
                continue

    assert counting(league) == first
    assert rows(league) == before
    assert not league.matches.filter(state=Match.State.SCHEDULED, in_place_of__isnull=False).exists()
