"""What a check of a finished game against bots finds."""

import pytest

from arena.phase10.results import ENGINE
from tenfold.tables.models import Table
from tests.builders import a_table, a_user, played_out
from tests.tenfold.pages.scenes import reader
from tests.tenfold.pages.test_replay_pages import chips

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def verified(*, headers: dict[str, str] | None = None, **change: object) -> str:
    """The page of the check of a game that is over, after its row was changed."""
    table = played_out(a_table(by=a_user("ada")))
    Table.objects.filter(pk=table.pk).update(**change)
    answer = reader(table.owner).get(f"{table.get_absolute_url()}verify/", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_game_is_verified_to_the_rules_and_to_what_was_told_of_its_decks():
    page = verified()

    table = Table.objects.get()
    assert chips(page) == ["holds", "holds"]
    assert table.commitment in page
    assert bytes(table.seed).hex() in page


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"commitment": "0" * 64}, ["holds", "does not hold"]),
        ({"log": b"no log"}, ["does not hold", "holds"]),
        ({"engine": ENGINE - 1}, ["does not hold", "holds"]),
    ],
)
def test_a_game_that_was_tampered_with_or_is_another_engines_does_not_hold(change, found):
    assert chips(verified(**change)) == found


def test_the_steps_alone_come_to_the_page_of_the_table():
    part = verified(headers={"X-Part": "checks"})

    assert chips(part) == ["holds", "holds"]
    assert "<html" not in part
