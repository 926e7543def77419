"""The match page and the replay page of games that were truly played."""

import json
from uuid import uuid4

import pytest

from tenfold.matches.models import Match
from tenfold.pages.templatetags import league
from tests.builders import DOCKER, a_round, a_user, crashing, ten_lines
from tests.tenfold.pages.scenes import a_played_match, play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def test_every_game_of_a_match_is_one_press_away():
    match = a_played_match(blocks=2)
    page = reader().get(match.get_absolute_url()).content.decode()
    for block in range(2):
        for rotation in range(2):
            assert f'href="/m/{match.pk}/games/{block}/{rotation}/"' in page


def test_why_a_bot_crashed_is_public_and_its_dossier_its_owners():
    author = a_user()
    match = a_played_match(owners=(author, None), bots=(crashing, ten_lines))
    public = reader().get(match.get_absolute_url()).content.decode()
    owners = reader(author).get(match.get_absolute_url()).content.decode()
    fault = match.games.first().faults.first()
    assert '<h2 id="faults">Faults</h2>' in public
    assert fault.message.partition("'")[0] in public
    assert "Dossier, for you alone" not in public
    assert "Dossier, for you alone" in owners


@pytest.mark.parametrize(
    ("ran_in", "told"),
    [
        (
            DOCKER.described(),
            "Docker 28.1 (runc) with Python 3.13.1 and",
        ),
        ({"sandbox": "process", "python": "3.11.2"}, "as plain processes, with Python 3.11.2"),
    ],
)
def test_what_its_bots_ran_in_stands_under_a_match(ran_in, told):
    match = a_played_match()
    Match.objects.filter(pk=match.pk).update(ran_in=ran_in)

    assert told in reader().get(match.get_absolute_url()).content.decode()


def test_a_match_that_waits_says_so_and_asks_again():
    match = a_round().matches.get()
    page = reader().get(match.get_absolute_url()).content.decode()
    assert "No worker has been heard of lately" in page
    assert "hx-trigger" in page


@pytest.mark.parametrize("state", Match.State)
def test_what_a_match_s_page_asks_for_again_has_the_state_in_it(state):
    match = a_round().matches.get()
    needed: dict[str, dict[str, object]] = {
        Match.State.RUNNING: {"lease_until": match.created, "attempt_token": uuid4()},
        Match.State.FINISHED: {"finished": match.created},
    }
    Match.objects.filter(pk=match.pk).update(state=state, **needed.get(state, {}))
    part = reader().get(match.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()
    assert league.state_chip(state) in part
    assert "<html" not in part


def test_without_scripts_the_page_of_a_match_that_waits_is_loaded_again():
    waiting, over = a_round().matches.get(), a_played_match()
    again = '<noscript><meta http-equiv="refresh"'
    assert again in reader().get(waiting.get_absolute_url()).content.decode()
    assert again not in reader().get(over.get_absolute_url()).content.decode()


def test_a_finished_match_tells_htmx_to_ask_no_more():
    match = a_played_match()
    assert reader().get(match.get_absolute_url(), headers={"HX-Request": "true"}).status_code == 286


def test_a_match_of_many_blocks_is_shown_by_pages():
    match = a_played_match(blocks=51)
    first = reader().get(match.get_absolute_url()).content.decode()
    assert f"/m/{match.pk}/games/49/0/" in first
    assert f"/m/{match.pk}/games/50/0/" not in first
    assert (
        f"/m/{match.pk}/games/50/0/" in reader().get(f"{match.get_absolute_url()}?from=50").content.decode()
    )


def test_the_replay_page_names_the_seats_in_their_order():
    match = a_played_match()
    game = match.games.get(rotation=1)
    page = reader().get(game.get_absolute_url()).content.decode()
    names = [match.bots.get(index=index).version.bot.name for index in game.seats]
    places = [page.index(f"<li data-seat-name>{name}</li>") for name in names]
    assert places == sorted(places)


def test_the_replay_document_is_the_games_own():
    game = a_played_match().games.first()
    document = json.loads(reader().get(f"{game.get_absolute_url()}replay.json").content)
    assert document["players"] == 2
    assert [rank["place"] for rank in document["ranking"]] == [seat["place"] for seat in game.outcome]


def test_a_replay_that_the_browser_has_is_not_sent_again():
    address = f"{a_played_match().games.first().get_absolute_url()}replay.json"
    etag = reader().get(address)["ETag"]
    assert reader().get(address, headers={"If-None-Match": etag}).status_code == 304


def test_the_replay_page_hands_out_the_stored_game():
    game = a_played_match().games.first()
    path = f"/api/v1/matches/{game.match_id}/games/{game.block}/{game.rotation}/transcript"
    assert f'href="{path}"' in reader().get(game.get_absolute_url()).content.decode()
    assert reader().get(path).content == bytes(game.transcript)


def test_a_game_that_was_not_played_is_not_found():
    match = a_played_match()
    assert reader().get(f"/m/{match.pk}/games/9/0/").status_code == 404


def test_a_match_between_four_has_a_cell_for_each_rotation():
    from tests.builders import a_competition

    match = play(a_round(competition=a_competition(players=4), entries=4).matches.get())
    page = reader().get(match.get_absolute_url()).content.decode()
    assert page.count('class="grid-cell"') == 4
