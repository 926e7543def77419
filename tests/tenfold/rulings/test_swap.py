"""Another version of a bot in the matches to come of the round that runs."""

import pytest

from tenfold.bots.models import VersionState
from tenfold.refusal import Refused
from tenfold.rulings.preview import preview_of, undo_preview_of
from tests.builders import a_version, played
from tests.tenfold.rulings.scenes import a_league, an_order, rows, ruled, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def versions_of(entry) -> list[int]:
    """The number of its version in each match, first match first."""
    return list(entry.match_bots.order_by("match__number").values_list("version__number", flat=True))


@pytest.fixture
def league():
    """Of an entry's three matches one is played."""
    return a_league(left=4)


@pytest.fixture
def entry(league):
    return next(one for one in league.entries.all() if one.match_bots.filter(games=0).count() == 2)


def test_matches_to_come_are_played_by_it_and_no_others(league, entry):
    made = ruled("swap", league, entry=entry, version=a_version(bot=entry.bot))

    assert sorted(versions_of(entry)) == [1, 2, 2]
    assert entry.match_bots.get(version__number=1).match.state == "finished"
    assert made.preview["counts"]["seats"] == 2


def test_it_moves_nobody(league, entry):
    before = rows(league)

    ruled("swap", league, entry=entry, version=a_version(bot=entry.bot))

    assert rows(league) == before


def test_undone_the_pinned_version_plays(league, entry):
    before = versions_of(entry)

    undone(ruled("swap", league, entry=entry, version=a_version(bot=entry.bot)))

    assert versions_of(entry) == before


def test_what_was_played_by_it_stays_so(league, entry):
    made = ruled("swap", league, entry=entry, version=a_version(bot=entry.bot))
    match = entry.match_bots.filter(version__number=2).first().match
    played(match)

    said = undo_preview_of(made)
    undone(made)

    assert (said.counts.seats, said.counts.kept) == (1, 1)
    assert sorted(versions_of(entry)) == [1, 1, 2]


def test_of_two_swaps_the_newest_that_stands_is_played(league, entry):
    first = ruled("swap", league, entry=entry, version=a_version(bot=entry.bot))
    second = ruled("swap", league, entry=entry, version=a_version(bot=entry.bot))

    undone(first)
    assert sorted(versions_of(entry)) == [1, 3, 3]

    undone(second)
    assert versions_of(entry) == [1, 1, 1]


@pytest.mark.parametrize("state", [VersionState.REFUSED, VersionState.TRIAL])
def test_a_version_that_is_not_ready_is_refused(league, entry, state):
    with pytest.raises(Refused, match="needs a ready version of its own"):
        preview_of(an_order("swap", league, entry=entry, version=a_version(bot=entry.bot, state=state)))


def test_a_version_of_another_bot_is_refused(league, entry):
    with pytest.raises(Refused, match="of its own"):
        preview_of(an_order("swap", league, entry=entry, version=a_version()))


def test_a_version_that_imports_what_the_image_has_not_is_refused(league, entry):
    with pytest.raises(Refused, match="imports numpy, which the image of"):
        preview_of(an_order("swap", league, entry=entry, version=a_version(bot=entry.bot, needs="numpy")))


def test_without_a_match_to_come_there_is_nothing_to_change():
    league = a_league()
    entry = league.entries.first()

    with pytest.raises(Refused, match="no match to come"):
        preview_of(an_order("swap", league, entry=entry, version=a_version(bot=entry.bot)))
