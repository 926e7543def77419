"""The final standing, revealed step by step from its end, and published after it."""

from typing import Any

import pytest
from django.utils import timezone

from tenfold.competitions.choices import Measure
from tenfold.competitions.models import Competition, Standing
from tenfold.competitions.reveal import halts, step
from tests.builders import a_bot, a_competition, a_user, a_version, an_entry
from tests.tenfold.pages.scenes import reader

pytestmark = pytest.mark.django_db


def a_standing(entries: int, **more: Any) -> Competition:
    """Of bots named by their places: "place 1" is the best."""
    competition = a_competition(**more)
    version = a_version()
    bots = [a_bot(owner=version.bot.owner, name=f"place {place}") for place in range(1, entries + 1)]
    # Stored from the last to the first, so that no order but the ranks' gives the places.
    for place, bot in reversed(list(enumerate(bots, 1))):
        Standing.objects.create(
            entry=an_entry(competition=competition, bot=bot), competition=competition, margin=-place,
            low=-place - 1, high=1 - place, rank=place, rank_low=place, rank_high=place, wins=1, games=4,
            blocks=2, win_share=0.25, mean_place=1.5, updated=timezone.now(),
        )  # fmt: skip
    return competition


def names(competition: Competition, hidden: int | None) -> list[str]:
    return [place.standing.entry.bot.name for place in step(competition, hidden).places]


def address(competition: Competition, hidden: object = None) -> str:
    at = f"?hidden={hidden}" if hidden is not None else ""
    return f"{competition.get_absolute_url()}reveal/{at}"


@pytest.mark.parametrize(
    ("entries", "hidden"),
    [
        (0, [0]),
        (1, [1, 0]),
        (2, [2, 1, 0]),
        (10, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
        (12, [12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
        (130, [130, 100, 50, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
    ],
)
def test_groups_come_first_and_the_last_ten_one_by_one(entries, hidden):
    assert halts(entries) == hidden


def test_ten_thousand_are_revealed_in_nineteen_steps():
    assert len(halts(10_000)) - 1 == 19
    assert halts(10_000)[:4] == [10_000, 5_000, 2_000, 1_000]


def test_nothing_is_revealed_at_first():
    competition = a_standing(3)
    assert names(competition, None) == []
    assert b"place 3" not in reader(competition.organizer).get(address(competition)).content


def test_each_step_shows_the_next_place_above_those_before():
    competition = a_standing(3)
    assert [names(competition, hidden) for hidden in (2, 1, 0)] == [
        ["place 3"],
        ["place 2", "place 3"],
        ["place 1", "place 2", "place 3"],
    ]


def test_no_step_holds_a_place_that_is_yet_to_come():
    competition = a_standing(12)
    client = reader(competition.organizer)
    for hidden in halts(12):
        page = client.get(address(competition, hidden)).content.decode()
        shown = {place for place in range(1, 13) if f">place {place}<" in page}
        assert shown == set(range(hidden + 1, 13)), hidden


@pytest.mark.parametrize("hidden", ["-1", "x", "", "99999999999999999999"])
def test_an_odd_address_reveals_nothing(hidden):
    competition = a_standing(3)
    page = reader(competition.organizer).get(address(competition, hidden)).content
    assert b"place " not in page.split(b"<main")[1].replace(b"place to the first", b"")


def test_an_address_between_two_steps_reveals_no_more_than_the_one_before():
    assert step(a_standing(12), 11).hidden == 12


def test_of_a_large_group_the_best_are_seen_and_the_others_counted():
    shown = step(a_standing(60), 10)
    assert shown.places[0].standing.rank == 11
    assert len(shown.places) + shown.more == 50
    assert [place.new for place in shown.places] == [True] * 10 + [False] * (len(shown.places) - 10)


def test_the_figure_is_the_one_that_ranks():
    competition = a_standing(2, measure=Measure.WINS)
    assert [place.told for place in step(competition, 0).places] == ["25.0%", "25.0%"]


def test_a_step_costs_the_same_however_many_there_are(django_assert_num_queries):
    for entries in (3, 40):
        competition = a_standing(entries)
        with django_assert_num_queries(2):
            step(competition, 1)


def test_the_public_stays_frozen_until_it_is_published():
    competition = a_standing(3)
    Competition.objects.update(frozen_from=timezone.now())
    organizer, public = reader(competition.organizer), reader(a_user())
    for hidden in (2, 1, 0):
        organizer.get(address(competition, hidden))
    assert b"place 1" not in public.get(competition.get_absolute_url()).content
    assert public.get(address(competition, 0)).status_code == 403

    organizer.post(f"{address(competition)}publish/", {"typed": competition.slug})

    competition.refresh_from_db()
    assert competition.frozen_from is None
    assert b"place 1" in public.get(competition.get_absolute_url()).content


def test_publishing_asks_for_the_word():
    competition = a_standing(2)
    Competition.objects.update(frozen_from=timezone.now())
    client = reader(competition.organizer)

    page = client.post(f"{address(competition)}publish/", {"typed": "yes"}).content.decode()

    assert "Type exactly “" in page
    competition.refresh_from_db()
    assert competition.is_frozen


def test_a_standing_that_is_not_frozen_is_not_to_be_published():
    competition = a_standing(2)
    page = reader(competition.organizer).get(address(competition, 0)).content.decode()
    assert "Publish" not in page
    assert "Not frozen" in reader(competition.organizer).get(address(competition)).content.decode()
