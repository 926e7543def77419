import json
from dataclasses import replace

import pytest

from arena.transcript import dump, load, verify
from tenfold.competitions.models import Competition
from tenfold.matches.adjusting import adjust
from tenfold.matches.models import Match
from tests.builders import (
    DOCKER,
    a_competition,
    a_match,
    a_round,
    a_trial,
    a_user,
    a_version,
    crashing,
    played,
    ten_lines,
)
from tests.tenfold.api.test_bots import as_

pytestmark = pytest.mark.django_db


def a_played_match(*, private: bool = False, **more) -> Match:
    return played(a_match(round_=a_round(competition=a_competition(private=private))), **more)


def test_matches_of_a_competition_are_listed_with_who_played():
    match = a_played_match()

    (listed,) = as_().get(f"/api/v1/matches?competition__slug={match.competition.slug}").json()["results"]

    assert (listed["id"], listed["state"], listed["round"]) == (match.pk, "finished", 1)
    assert [bot["index"] for bot in listed["bots"]] == [0, 1]


def test_a_match_tells_what_its_bots_ran_in():
    match = a_played_match()
    Match.objects.filter(pk=match.pk).update(ran_in=DOCKER.described())

    told = as_().get(f"/api/v1/matches/{match.pk}").json()["ran_in"]

    assert (told["image"], told["python"]) == (DOCKER.image, DOCKER.python)
    assert len(told["seccomp"]) == 64


def test_matches_of_private_competitions_are_hidden():
    match = a_played_match(private=True)

    assert as_().get("/api/v1/matches").json()["results"] == []
    assert as_(a_user()).get(f"/api/v1/matches/{match.pk}").status_code == 404
    assert as_(a_user()).get(f"/api/v1/matches/{match.pk}/games/0/0/replay").status_code == 404


def test_a_hidden_competition_lists_as_one_that_does_not_exist():
    version = a_trial().trial_of
    hidden = a_played_match(private=True).competition

    for slug in (hidden.slug, "none-of-this-name"):
        answer = as_(version.bot.owner).get(f"/api/v1/matches?competition__slug={slug}")
        assert answer.json()["results"] == []


def test_a_trial_is_shown_to_its_author_alone():
    version = a_version()
    path = f"/api/v1/matches/{a_trial(version=version).pk}"

    assert as_(version.bot.owner).get(path).status_code == 200
    assert as_(a_user()).get(path).status_code == 404


def test_faults_are_public_and_their_dossiers_are_not():
    match = a_played_match(bots=[crashing, ten_lines])
    path = f"/api/v1/matches/{match.pk}/games"
    owner = match.bots.get(index=0).version.bot.owner

    own, others = (as_(user).get(path).json()["results"][0]["faults"][0] for user in (owner, a_user()))

    assert own["kind"] == others["kind"] == "crashed"
    assert "hello" in own["dossier"]["request"]
    assert others["dossier"] is None


def test_a_replay_shows_the_whole_game():
    match = a_played_match()

    replay = json.loads(as_().get(f"/api/v1/matches/{match.pk}/games/0/0/replay").content)

    assert (replay["format"], replay["players"]) == (1, 2)
    assert replay["deals"][0]["steps"]


def test_a_game_of_another_engine_is_refused_in_words():
    match = a_played_match()
    game = match.games.get(rotation=0)
    other = replace(load(bytes(game.transcript)), engine=9)
    match.games.update(transcript=dump(other))

    answer = as_().get(f"/api/v1/matches/{match.pk}/games/0/0/replay")
    page = as_().get(f"{game.get_absolute_url()}replay.json")

    assert answer.status_code == page.status_code == 409
    assert "engine 9 made this transcript" in answer.json()["detail"]
    assert page.content.decode() == answer.json()["detail"]


def test_a_stored_game_can_be_fetched_and_verified():
    match = a_played_match()

    stored = as_().get(f"/api/v1/matches/{match.pk}/games/0/0/transcript").content

    assert verify(load(stored)).over


def test_a_stored_game_of_a_private_match_is_hidden():
    path = f"/api/v1/matches/{a_played_match(private=True).pk}/games/0/0/transcript"

    assert as_(a_user()).get(path).status_code == 404


@pytest.mark.parametrize("weakened", ["", "W/"])
def test_a_replay_that_one_has_is_not_sent_again(weakened):
    path = f"/api/v1/matches/{a_played_match().pk}/games/0/0/replay"
    first = as_().get(path)

    again = as_().get(path, headers={"If-None-Match": weakened + first["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == "no-cache, public"


def test_a_stored_game_that_one_has_is_not_sent_again():
    path = f"/api/v1/matches/{a_played_match().pk}/games/0/0/transcript"
    first = as_().get(path)

    again = as_().get(path, headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == "no-cache, public"


def test_luck_is_told_of_each_bot_and_seat_once_it_is_known():
    match = a_played_match()
    path = f"/api/v1/matches/{match.pk}"
    before = as_().get(path).json()["bots"][0]
    adjust(match=match)

    bot = as_().get(path).json()["bots"][0]
    game = as_().get(f"{path}/games").json()["results"][0]

    assert (before["luck"], before["wilds"], before["less_luck"]) == (None, None, None)
    assert bot["less_luck"] == pytest.approx(bot["margin"] - bot["luck"])
    assert [len(of_seat) for of_seat in game["luck"]] == [2, 2]


def a_frozen_match() -> Match:
    match = a_played_match()
    Competition.objects.filter(matches=match).update(frozen_from=match.finished)
    return match


@pytest.mark.parametrize("of_few", [lambda: a_played_match(private=True), a_frozen_match])
@pytest.mark.parametrize("kept", ["replay", "transcript"])
def test_what_not_everybody_may_see_is_kept_out_of_shared_caches(of_few, kept):
    match = of_few()

    answer = as_(match.competition.organizer).get(f"/api/v1/matches/{match.pk}/games/0/0/{kept}")

    assert answer.status_code == 200
    assert "private" in answer["Cache-Control"]
    assert "public" not in answer["Cache-Control"]


def test_a_game_that_is_not_there_is_a_problem_in_words():
    answer = as_().get(f"/api/v1/matches/{a_played_match().pk}/games/9/9/replay")

    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["title"] == "Not found"
