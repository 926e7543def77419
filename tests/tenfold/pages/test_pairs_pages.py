"""Who beats whom, and where: the heat map of a competition and the matches of one pair."""

import pytest

from arena.meetings import Meeting
from tenfold.competitions.models import Competition, Entry
from tenfold.competitions.pairs import rows_of, shade_of
from tenfold.competitions.standings import refresh_standing
from tests.builders import a_bot, a_competition, a_match, a_round, a_version, an_entry, crashing, ten_lines
from tests.tenfold.pages.scenes import a_played_competition, play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def rows(competition: Competition):
    return rows_of(competition, list(competition.standings.select_related("entry__bot__owner")))


def leads(competition: Competition) -> dict[tuple[int, int], Meeting | None]:
    """By the two entries."""
    return {
        (row.standing.entry_id, cell.other.entry_id): cell.meeting
        for row in rows(competition)
        for cell in row.cells
    }


def test_the_lead_of_one_is_the_others_with_the_sign_changed():
    met = leads(a_played_competition(entries=3))
    for (one, other), meeting in met.items():
        if one != other:
            assert meeting is not None
            assert meeting.lead == -met[other, one].lead


def test_nobody_meets_itself():
    met = leads(a_played_competition(entries=3))
    assert {one == other for (one, other), meeting in met.items() if meeting is None} == {True}


def test_a_lead_is_the_difference_of_the_margins_over_all_matches_of_both():
    competition = a_played_competition(entries=2, blocks=2)
    for match in a_round(competition=competition).matches.all():
        play(match)
    refresh_standing(competition_id=competition.pk, even_if_fresh=True)
    first = competition.standings.first().entry
    margins = [
        match.bots.get(entry=first).margin - match.bots.exclude(entry=first).get().margin
        for match in competition.matches.all()
    ]
    meeting = rows(competition)[0].cells[1].meeting
    assert (meeting.matches, meeting.games) == (2, 8)
    assert meeting.lead == pytest.approx(sum(margins) / 2)


def test_at_larger_tables_every_two_have_met():
    competition = a_competition(players=3)
    for match in a_round(competition=competition, entries=3).matches.all():
        play(match, bots=(crashing, ten_lines, ten_lines))
    refresh_standing(competition_id=competition.pk, even_if_fresh=True)
    assert sum(meeting is not None for meeting in leads(competition).values()) == 6


def test_who_has_not_met_has_no_lead():
    competition = a_competition()
    for _ in range(3):
        an_entry(competition=competition)
    play(a_match(round_=a_round(competition=competition)))
    refresh_standing(competition_id=competition.pk, even_if_fresh=True)
    assert [len(row.cells) for row in rows(competition)] == [2, 2]


@pytest.mark.parametrize(
    ("lead", "shade"), [(0.0, "even"), (0.24, "even"), (-0.25, "n1"), (1.0, "p2"), (3.9, "p3"), (-40.0, "n4")]
)
def test_a_shade_grows_with_the_lead_and_never_without_its_sign(lead, shade):
    assert shade_of(lead) == shade


def test_every_cell_leads_to_the_matches_of_the_two():
    competition = a_played_competition(entries=2)
    one, other = (standing.entry_id for standing in competition.standings.all())
    address = f"{competition.get_absolute_url()}pairs/{one}/{other}/"
    assert f'href="{address}"' in reader().get(f"{competition.get_absolute_url()}pairs/").content.decode()
    match = competition.matches.get()
    assert f'href="{match.get_absolute_url()}"' in reader().get(address).content.decode()


def test_the_page_of_a_competition_leads_to_its_pairs():
    competition = a_played_competition()
    page = reader().get(competition.get_absolute_url()).content.decode()
    assert f'href="{competition.get_absolute_url()}pairs/"' in page


def test_before_the_first_match_the_page_says_so():
    competition = a_competition()
    assert "No match has been played yet" in reader().get(f"/c/{competition.slug}/pairs/").content.decode()


def test_the_pair_of_another_competition_or_of_one_alone_is_not_found():
    competition = a_played_competition()
    one = competition.entries.first()
    stranger = an_entry(bot=a_version(bot=a_bot()).bot)
    for other in (stranger.pk, one.pk, 0):
        assert reader().get(f"/c/{competition.slug}/pairs/{one.pk}/{other}/").status_code == 404


@pytest.mark.parametrize("page", ["pairs/", "pairs/1/2/"])
def test_the_pairs_of_a_private_competition_are_not_there_for_strangers(page):
    competition = a_competition(private=True)
    assert reader().get(f"/c/{competition.slug}/{page}").status_code == 404


def test_further_ranks_have_a_square_of_their_own(monkeypatch):
    monkeypatch.setattr("tenfold.competitions.views._PAIRED", 2)
    competition = a_played_competition(entries=3)
    first = reader().get(f"/c/{competition.slug}/pairs/")
    rest = reader().get(f"/c/{competition.slug}/pairs/?after={first.context['standing'].following}")
    assert [len(first.context["rows"]), len(rest.context["rows"])] == [2, 1]


def test_a_pair_with_one_who_only_asks_is_there_for_the_organizer_alone():
    competition = a_played_competition()
    asking = an_entry(competition=competition)
    Entry.objects.filter(pk=asking.pk).update(state=Entry.State.REQUESTED)
    address = f"/c/{competition.slug}/pairs/{asking.pk}/{competition.entries.first().pk}/"

    assert reader().get(address).status_code == 404
    assert reader(competition.organizer).get(address).status_code == 200
