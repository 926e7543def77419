"""Around a replay: what proves it, what other sites show of it, and the viewer in their frames."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tenfold.competitions.models import Competition
from tenfold.matches.models import Game
from tests.builders import a_bot, a_round, a_trial, a_user, a_version
from tests.tenfold.pages.scenes import a_played_match, play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def page_of(game, part: str = "", **asked):
    return reader().get(f"{game.get_absolute_url()}{part}", **asked).content.decode()


def chips(page):
    return re.findall(r'<span class="chip \w+">([a-z ]+)</span>', page)


def test_a_game_is_verified_to_its_decks_and_the_promise_of_its_round():
    game = a_played_match().games.first()
    page = page_of(game, "verify/")
    assert chips(page) == ["holds"] * 5
    assert game.match.round.commitment in page
    assert bytes(game.match.round.secret).hex() in page


def test_while_the_round_goes_on_its_secret_stays_closed():
    match = play(a_round(entries=3).matches.get(number=1))
    page = page_of(match.games.first(), "verify/")
    assert chips(page) == ["holds", "holds", "holds", "not yet"]
    assert match.round.commitment in page
    assert bytes(match.round.secret).hex() not in page


def test_the_secret_of_a_round_that_ended_after_a_freeze_stays_closed():
    one, *others = a_round(entries=3).matches.all()
    play(one)
    Competition.objects.update(frozen_from=timezone.now())
    for other in others:
        play(other)
    page = page_of(one.games.first(), "verify/")
    assert chips(page)[-1] == "not yet"
    assert bytes(one.round.secret).hex() not in page


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"hash": "0" * 64}, ["does not hold", "holds", "holds", "holds", "holds"]),
        ({"transcript": b"T10?"}, ["does not hold", "does not hold"]),
    ],
)
def test_a_game_that_was_tampered_with_does_not_hold(change, found):
    game = a_played_match().games.first()
    Game.objects.filter(pk=game.pk).update(**change)
    assert chips(page_of(game, "verify/")) == found


def test_a_result_that_its_moves_do_not_come_to_does_not_hold():
    game = a_played_match().games.first()
    game.outcome[0]["points"] += 1
    game.save()
    assert chips(page_of(game, "verify/"))[2] == "does not hold"


def test_another_secret_than_that_of_its_round_does_not_hold():
    game = a_played_match().games.first()
    round_ = game.match.round
    round_.secret = b"x" * 32
    round_.save()
    assert chips(page_of(game, "verify/"))[3:] == ["does not hold", "does not hold"]


def test_a_trial_is_verified_by_its_own_secret():
    author = a_user()
    game = play(a_trial(version=a_version(bot=a_bot(owner=author)))).games.first()
    page = reader(author).get(f"{game.get_absolute_url()}verify/").content.decode()
    assert chips(page) == ["holds"] * 4


def test_the_steps_alone_come_to_the_page_that_has_the_rest():
    game = a_played_match().games.first()
    part = page_of(game, "verify/", headers={"X-Part": "checks"})
    assert chips(part) == ["holds"] * 5
    assert "<html" not in part


@pytest.mark.parametrize("asked", [{}, {"X-Part": "checks"}])
def test_no_cache_gives_the_steps_alone_for_the_page_or_to_anybody_else(asked):
    address = f"{a_played_match().games.first().get_absolute_url()}verify/"

    answer = reader().get(address, headers=asked)

    assert {"X-Part", "Cookie"} <= set(answer["Vary"].split(", "))
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-cache"}


def test_a_replay_shows_its_seed_and_the_promise_to_copy():
    game = a_played_match().games.first()
    page = page_of(game)
    assert f'<code id="commitment">{game.match.round.commitment}</code>' in page
    assert f'<code id="stored">{game.hash}</code>' in page
    assert re.search(r'<code id="seed">[0-9a-f]{64}</code>', page)


def test_a_link_to_a_replay_tells_who_plays_and_not_who_won():
    game = a_played_match().games.first()
    head = page_of(game).partition("</head>")[0]
    names = [bot.version.bot.name for bot in game.match.bots.all()]
    assert 'property="og:image" content="http://testserver/static/tenfold/preview.png"' in head
    assert all(name in re.search(r'og:title" content="([^"]*)', head)[1] for name in names)
    assert "(block 1, game 1 of 2)" in re.search(r'og:description" content="([^"]*)', head)[1]
    assert not re.search(r"\b(won|wins|winner|beat|place)\b", head)


def test_a_link_to_a_match_tells_who_meets_and_not_who_won():
    match = a_played_match()
    names = [bot.version.bot.name for bot in match.bots.all()]
    head = reader().get(match.get_absolute_url()).content.decode().partition("</head>")[0]
    assert all(name in re.search(r'og:title" content="([^"]*)', head)[1] for name in names)
    assert f"Match 1.{match.number} of" in re.search(r'og:description" content="([^"]*)', head)[1]
    assert f'og:url" content="http://testserver{match.get_absolute_url()}"' in head
    assert not re.search(r"\b(won|wins|winner|beat|place)\b", head)


def test_of_a_match_that_not_everybody_may_see_no_card_is_made():
    match = a_played_match()
    Competition.objects.update(visibility="private")
    page = reader(match.competition.organizer).get(match.get_absolute_url()).content.decode()
    assert "og:title" not in page


def test_any_site_may_frame_a_public_game():
    answer = reader().get(f"{a_played_match().games.first().get_absolute_url()}embed/")
    assert "X-Frame-Options" not in answer.headers
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    assert not answer.cookies


def test_no_site_frames_a_game_that_not_everybody_may_see():
    match = a_played_match()
    competition = match.competition
    competition.visibility = Competition.Visibility.PRIVATE
    competition.save()
    owner = reader(competition.organizer)
    answer = owner.get(f"{match.games.first().get_absolute_url()}embed/")
    assert answer["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    page = owner.get(match.games.first().get_absolute_url()).content.decode()
    assert "iframe" not in page
    assert "og:" not in page


def test_no_site_frames_a_game_that_is_frozen():
    match = a_played_match()
    competition = match.competition
    Competition.objects.filter(pk=competition.pk).update(frozen_from=timezone.now() - timedelta(hours=1))
    answer = reader(competition.organizer).get(f"{match.games.first().get_absolute_url()}embed/")
    assert answer["X-Frame-Options"] == "DENY"


def test_no_other_page_is_framed():
    answer = reader().get(a_played_match().games.first().get_absolute_url())
    assert answer["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
