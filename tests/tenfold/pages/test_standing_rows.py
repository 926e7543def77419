"""What a row of the standing shows beside its figures, and how one comes to it."""

import pytest
from django.utils import timezone

from tenfold.accounts.models import User
from tenfold.competitions.finding import PAGE
from tenfold.competitions.leaderboard import board_of
from tenfold.competitions.models import Competition, Entry, Standing
from tenfold.competitions.standings import refresh_standing
from tests.builders import a_bot, a_competition, a_round, a_user, a_version, an_entry, crashing, ten_lines
from tests.tenfold.pages.scenes import a_played_competition, play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def a_row(rank: int, *, low: int, high: int, form: tuple[float, ...] = ()) -> Standing:
    return Standing(
        margin=0, low=-1, high=1, rank=rank, rank_low=low, rank_high=high, wins=0, games=2, blocks=1,
        mean_place=1.5, form=list(form),
    )  # fmt: skip


def a_long_standing(owner: User, *, rows: int) -> Competition:
    """One bot stands on each rank; the owner has the last but one."""
    competition = a_competition()
    other = a_user()
    for rank in range(1, rows + 1):
        entry = Entry.objects.create(
            competition=competition,
            bot=a_bot(owner=owner if rank == rows - 1 else other, name=f"bot on rank {rank}"),
            state_since=timezone.now(),
        )
        row = a_row(rank, low=rank, high=rank)
        row.competition, row.entry, row.updated = competition, entry, timezone.now()
        row.save()
    return competition


def test_the_bar_of_a_rank_reaches_over_all_that_it_may_be():
    rows = board_of([a_row(1, low=1, high=2), a_row(2, low=1, high=2), a_row(3, low=3, high=4)], None).rows
    assert [(row.rank_left, row.rank_width) for row in rows] == [(0, 50), (0, 50), (50, 50)]


def test_the_form_has_a_stick_for_each_match_up_or_down_on_one_scale():
    rows = board_of([a_row(1, low=1, high=1, form=(2.0, -1.0)), a_row(2, low=2, high=2, form=(0.0,))], None)
    assert [row.sticks for row in rows.rows] == ["M3 10V1M8 10V14", "M3 11V9"]


def test_a_standing_without_form_or_rows_is_drawn():
    assert board_of([], None).rows == []
    assert board_of([a_row(1, low=1, high=1)], None).rows[0].sticks == ""


def test_the_form_is_that_of_the_newest_matches():
    competition = a_competition()
    match = play(a_round(competition=competition).matches.get(), bots=(crashing, ten_lines))
    refresh_standing(competition_id=competition.pk)
    # Half of a hundredth goes up in PostgreSQL, and to the even one here.
    margins = {bot.entry_id: [pytest.approx(bot.margin, abs=0.0051)] for bot in match.bots.all()}
    assert {row.entry_id: row.form for row in competition.standings.all()} == margins


def test_the_way_to_ones_own_row_leads_to_its_page_and_line():
    owner = a_user()
    competition = a_long_standing(owner, rows=PAGE + 20)
    entry = competition.entries.get(bot__owner=owner)
    answer = reader(owner).get(f"/c/{competition.slug}/?row=mine", follow=True)

    assert answer.redirect_chain[-1][0].endswith(f"#entry-{entry.pk}")
    assert f'id="entry-{entry.pk}" class="mine"' in answer.content.decode()
    assert [row.standing.rank for row in answer.context["board"].rows][:2] == [PAGE + 14, PAGE + 15]


def test_a_row_of_the_first_page_is_shown_there():
    owner = a_user()
    competition = a_long_standing(owner, rows=10)
    entry = competition.entries.get(bot__owner=owner)
    answer = reader().get(f"/c/{competition.slug}/?row={entry.pk}")
    assert answer["Location"] == f"/c/{competition.slug}/#entry-{entry.pk}"


@pytest.mark.parametrize("asked", ["mine", "", "0", "-1", "9" * 30, "%00", "<b>"])
def test_the_way_to_a_row_that_is_not_there_leads_to_the_top(asked):
    competition = a_played_competition()
    answer = reader().get(f"/c/{competition.slug}/?row={asked}")
    assert answer["Location"] == f"/c/{competition.slug}/"


def test_in_a_frozen_standing_the_way_leads_to_where_the_row_stood():
    competition = a_played_competition()
    Competition.objects.update(frozen_from=timezone.now())
    entry = competition.standings.order_by("rank")[0].entry
    answer = reader(entry.bot.owner).get(f"/c/{competition.slug}/?row=mine")
    assert answer["Location"] == f"/c/{competition.slug}/#entry-{entry.pk}"
    late = an_entry(competition=competition, bot=a_version().bot)
    assert "#" not in reader().get(f"/c/{competition.slug}/?row={late.pk}")["Location"]


def test_only_who_has_a_bot_there_is_shown_the_way_to_it():
    competition = a_played_competition()
    owner = competition.entries.all()[0].bot.owner
    pages = [reader(who).get(f"/c/{competition.slug}/").content.decode() for who in (owner, None)]
    assert ["Show my row" in page for page in pages] == [True, False]
