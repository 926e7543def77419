"""A preview tells the figure that ranks."""

import pytest
from django.template.loader import render_to_string

from tenfold.competitions.choices import Measure
from tenfold.rulings.preview import preview_of
from tests.tenfold.pages.scenes import reader
from tests.tenfold.rulings.scenes import a_league, an_order, ruled

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


@pytest.mark.parametrize("measure", Measure)
def test_the_preview_moves_by_the_figure_that_ranks(measure):
    competition = a_league(measure=measure)
    before = {row.entry_id: row for row in competition.standings.all()}
    name = {"margin": "margin", "adjusted": "adjusted", "wins": "win_share", "places": "mean_place"}[measure]

    out = competition.entries.first()
    said = preview_of(an_order("disqualify", competition, entry=out))

    assert said.measure == measure
    moved = {move.entry: move for move in said.moves}
    assert (moved[out.pk].new_rank, moved[out.pk].new_figure) == (None, None)
    for move in said.moves:
        assert move.figure == pytest.approx(getattr(before[move.entry], name))


@pytest.mark.parametrize(
    ("measure", "heading", "told"), [(Measure.WINS, "Wins", "%"), (Measure.PLACES, "Mean place", ".")]
)
def test_the_page_and_the_log_show_it_as_the_leaderboard_does(measure, heading, told):
    competition = a_league(measure=measure)
    out = competition.entries.first()
    client = reader(competition.organizer)
    address = f"{competition.get_absolute_url()}rulings/"
    preview = client.get(f"{address}preview/?kind=disqualify&entry={out.pk}").content.decode()
    ruled("disqualify", competition, entry=out)

    for page in (preview, client.get(address).content.decode()):
        assert f'<th scope="col" class="num">{heading}</th>' in page
        figures = page.split("<tbody>")[1].split("</tbody>")[0]
        assert told in figures
        assert "+" not in figures


def test_a_ruling_of_long_ago_shows_its_margins():
    move = {"entry": 1, "name": "old", "rank": 1, "new_rank": 2, "margin": 0.5, "new_margin": -0.25}
    page = render_to_string("rulings/_moved.html", {"moved": {"moves": [move], "more": 0, "still": 0}})

    assert '<th scope="col" class="num">Margin</th>' in page
    assert '<td class="num">+0.50</td>' in page
    assert "<b>−0.25</b>" in page
