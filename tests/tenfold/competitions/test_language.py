"""A competition in the language of its reader, and what of it is kept in one language for all."""

import pytest
from django.utils import translation

from tenfold.competitions.leaderboard import board_of
from tenfold.competitions.models import Competition, Standing
from tenfold.competitions.services import enter, return_benched
from tenfold.refusal import Refused
from tests.builders import a_bot, a_competition, a_user, a_version, an_entry
from tests.tenfold.pages.scenes import a_played_competition, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]
NORWEGIAN = {"Accept-Language": "nb"}


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("", ["Runde 1", "Hvem slår hvem", "1 av 1 kamp er over", "±0,00"]),
        ("matches/", ["Nyeste først", "ferdig"]),
        ("pairs/", ["Hver bots ledelse over hver av de andre"]),
        ("rules/", ["Et parti er over etter 1 giv."]),
    ],
)
def test_its_pages_are_norwegian_to_whoever_asks_for_that(page, said):
    competition = a_played_competition()
    shown = reader().get(f"{competition.get_absolute_url()}{page}", headers=NORWEGIAN).text
    assert [words for words in said if words not in shown] == []


def test_figures_of_a_standing_have_a_comma_and_its_drawing_has_none():
    row = Standing(rank=1, rank_low=1, rank_high=1, win_share=0.75, wins_low=0.6, wins_high=0.9, form=[0.5])
    with translation.override("nb"):
        (drawn,) = board_of([row], Competition(measure="wins", players=2)).rows
    assert (drawn.told, drawn.half_told) == ("75,0\N{NO-BREAK SPACE}%", "15,0\N{NO-BREAK SPACE}%")
    assert drawn.sticks == "M3 10V1"


def test_who_is_not_let_in_is_told_so_in_their_language():
    competition = a_competition(admission="code")
    bot = a_version(bot=a_bot(owner=a_user())).bot
    answer = reader(bot.owner).post(
        f"{competition.get_absolute_url()}enter/", {"bot": bot.pk}, headers=NORWEGIAN, follow=True
    )
    assert "I denne konkurransen melder en på med invitasjonskoden" in answer.text


def test_why_no_round_began_is_quoted_where_it_is_not_known_any_more():
    competition = a_competition(not_started="Two bots are needed.")
    shown = reader().get(competition.get_absolute_url(), headers=NORWEGIAN).text
    assert '<p><span lang="en">Two bots are needed.</span></p>' in shown


def test_why_a_bot_is_benched_is_kept_in_english_whoever_caused_it():
    version = a_version()
    version.needs = "numpy"
    entry = an_entry(bot=version.bot)
    with translation.override("nb"):
        return_benched(bot=version.bot, version=version)
        with pytest.raises(Refused, match="importerer numpy, som avbildningen til"):
            enter(competition=a_competition(), bot=version.bot, by=version.bot.owner)
    entry.refresh_from_db()
    assert "imports numpy, which the image of" in entry.reason
