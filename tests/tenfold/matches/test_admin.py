"""What operators read of matches: the numbers that pages have."""

import re

import pytest
from django.urls import reverse

from tenfold.matches.models import BlockResult, FaultLog, Game, MatchBot, Note
from tests.builders import a_match, a_user, crashing, played, ten_lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client):
    client.force_login(a_user("operator", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def game():
    """Of block 3, game 1, with a fault and a note of turn 5 in it."""
    match = a_match()
    played(match, bots=[crashing, ten_lines])
    found, bot = match.games.all()[0], match.bots.all()[0]
    BlockResult.objects.filter(match=match).update(block=2)
    Game.objects.filter(pk=found.pk).update(block=2)
    FaultLog.objects.create(game=found, bot=bot, seat=1, turn=4, kind="exited", message="!")
    Note.objects.create(game=found, bot=bot, turn=4, text="!")
    return found


def columns(page):
    return dict(re.findall(r'<td class="field-(\w+?)(?:_from_one)?">([^<]*)</td>', page.split("<tbody>")[1]))


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (BlockResult, {"block": "3"}),
        (Game, {"block": "3", "rotation": "1"}),
        (Note, {"turn": "5"}),
    ],
)
def test_lists_of_the_admin_count_from_one(operator, game, model, expected):
    page = operator.get(reverse(f"admin:matches_{model._meta.model_name}_changelist")).content.decode()

    assert columns(page).items() >= expected.items()


def test_a_fault_is_shown_with_the_turn_and_the_seat_that_its_replay_has(operator, game):
    fault = FaultLog.objects.get(message="!")

    page = operator.get(reverse("admin:matches_faultlog_change", args=[fault.pk])).content.decode()

    shown = dict(re.findall(r"<label>([^<]*):</label>\s*<div class=\"readonly\">([^<]*)</div>", page))
    assert (shown["Seat"], shown["Turn"]) == ("2", "5")
    assert f"match {game.match_id}, block 3, game 1" in page


def test_a_number_that_no_page_has_says_that_it_counts_from_zero(operator, game):
    page = operator.get(reverse("admin:matches_matchbot_changelist")).content.decode()

    assert "Index (from 0)" in page
    assert '<td class="field-bare_index">0</td>' in page


@pytest.mark.parametrize("model", [BlockResult, FaultLog, Game, MatchBot, Note])
def test_no_page_of_a_row_shows_a_number_in_two_ways(operator, game, model):
    row = model.objects.first()

    answer = operator.get(reverse(f"admin:matches_{model._meta.model_name}_change", args=[row.pk]))

    shown = [field for _, options in answer.context["adminform"].fieldsets for field in options["fields"]]
    assert not {"block", "rotation", "seat", "turn", "index"}.intersection(
        field for field in shown if isinstance(field, str)
    )
