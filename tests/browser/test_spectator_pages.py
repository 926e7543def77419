"""What a spectator looks at, in a real browser."""

import pytest

from tenfold.competitions.standings import refresh_standing
from tests.browser.test_pages import assert_accessible
from tests.builders import a_round, a_version, crashing, ten_lines
from tests.tenfold.pages.scenes import a_played_competition, play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_page_of_a_bot_is_accessible_and_no_wider_than_its_window(open_page):
    competition = a_played_competition(entries=3)
    entry = competition.entries.all()[0]
    a_version(bot=entry.bot)
    for match in a_round(competition=competition).matches.all():
        play(match, bots=(crashing, ten_lines))
    refresh_standing(competition_id=competition.pk)
    for scheme in ("light", "dark"):
        page = open_page(entry.bot.get_absolute_url(), scheme=scheme)
        assert page.locator(".way circle").count() == 2
        page.get_by_text("The same as a table").click()
        assert_accessible(page)
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_what_a_wide_table_says_of_itself_is_read_without_scrolling(open_page):
    competition = a_played_competition(entries=3)
    match = competition.rounds.get().matches.all()[0]
    for address in (competition.get_absolute_url(), match.get_absolute_url()):
        page = open_page(address, width=390)
        edges = page.eval_on_selector_all(
            "caption", "all => all.map(one => one.getBoundingClientRect().right)"
        )
        assert edges
        assert max(edges) <= 390
