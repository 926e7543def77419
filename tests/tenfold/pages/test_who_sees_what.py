"""Every page's status for everybody who may come by."""

import pytest

from tenfold.bots.models import VersionState
from tests.builders import a_bot, a_competition, a_trial, a_user, a_version, an_entry
from tests.tenfold.pages.scenes import a_played_match, reader

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address", ["/", "/sign-in/", "/sign-up/", "/competitions/", "/rules/", "/rules/even/", "/protocol/"]
)
def test_a_stranger_reads_the_public_pages(address):
    assert reader().get(address).status_code == 200


@pytest.mark.parametrize("address", ["/bots/", "/bots/new/", "/competitions/new/"])
def test_a_stranger_is_led_to_sign_in_and_back(address):
    response = reader().get(address)
    assert response.status_code == 302
    assert response["Location"] == f"/sign-in/?next={address}"


@pytest.mark.parametrize(
    "address", ["/", "/bots/", "/bots/new/", "/competitions/", "/competitions/new/", "/rules/"]
)
def test_whoever_is_signed_in_reads_the_pages_for_authors(address):
    assert reader(a_user()).get(address).status_code == 200


def test_whoever_is_signed_in_needs_no_sign_up():
    assert reader(a_user()).get("/sign-up/")["Location"] == "/bots/"


def test_a_private_competition_does_not_exist_for_strangers():
    competition = a_competition(private=True)
    assert reader().get(competition.get_absolute_url()).status_code == 404
    assert reader(a_user()).get(competition.get_absolute_url()).status_code == 404


def test_a_private_competition_is_seen_by_its_organizer_and_its_entrants():
    competition = a_competition(private=True)
    entrant = an_entry(competition=competition).bot.owner
    for user in (competition.organizer, entrant):
        assert reader(user).get(competition.get_absolute_url()).status_code == 200


def test_a_private_competition_is_listed_for_its_people_alone():
    competition = a_competition(private=True, name="hidden valley")
    assert b"hidden valley" not in reader(a_user()).get("/competitions/").content
    assert b"hidden valley" in reader(competition.organizer).get("/competitions/").content


def test_a_trial_match_is_its_authors():
    trial = a_trial()
    assert trial.trial_of is not None
    assert reader(a_user()).get(trial.get_absolute_url()).status_code == 404
    assert reader(trial.trial_of.bot.owner).get(trial.get_absolute_url()).status_code == 200


def test_a_played_match_and_its_replays_are_public():
    game = a_played_match().games.first()
    for address in (
        game.match.get_absolute_url(),
        game.get_absolute_url(),
        f"{game.get_absolute_url()}replay.json",
    ):
        assert reader().get(address).status_code == 200


def test_why_a_version_was_refused_is_for_its_owner():
    version = a_version(state=VersionState.REFUSED, reason="It never answered.")
    assert b"It never answered." in reader(version.bot.owner).get(version.get_absolute_url()).content
    assert b"It never answered." not in reader(a_user()).get(version.get_absolute_url()).content


def test_a_source_is_downloaded_by_its_owner_and_nobody_else():
    version = a_version(source=b"print('secret')")
    address = f"{version.get_absolute_url()}source/"
    response = reader(version.bot.owner).get(address)
    assert response.content == b"print('secret')"
    assert response["Content-Disposition"].startswith("attachment")
    assert reader(a_user()).get(address).status_code == 404


def test_a_house_bots_source_is_open_to_all():
    version = a_version(bot=a_bot(house=True))
    assert reader().get(f"{version.get_absolute_url()}source/").status_code == 200


@pytest.mark.parametrize("address", ["/m/999999/", "/c/nowhere/", "/bots/nobody/nothing/", "/no-such-page/"])
def test_what_is_not_there_gets_the_sites_own_page(address):
    response = reader().get(address)
    assert response.status_code == 404
    assert b"No such page" in response.content


def test_every_page_forbids_inline_script_and_style():
    policy = reader().get("/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe-inline" not in policy
