"""Benched bots and the private feed of what went wrong with an author's own."""

import json
from xml.etree import ElementTree as ET

import pytest
from django.utils import timezone

from tenfold.accounts.leaving import delete_account
from tenfold.accounts.models import User
from tenfold.bots.models import VersionState
from tenfold.competitions.models import Competition, Entry
from tenfold.competitions.services import bench
from tenfold.logs import without_keys
from tenfold.matches.models import FaultLog
from tests.builders import (
    a_bot,
    a_competition,
    a_round,
    a_trial,
    a_user,
    a_version,
    an_entry,
    crashing,
    ten_lines,
)
from tests.tenfold.pages.scenes import a_played_match, play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

ATOM = "{http://www.w3.org/2005/Atom}"
WHY = "It forfeited every game of 3 matches in a row."


def feed_address(user: User) -> str:
    """Made by the press of the button."""
    reader(user).post("/account/feed/", {"do": "new", "instead_of": user.feed_token or ""})
    user.refresh_from_db()
    return f"/feeds/{user.feed_token}/"


def titles(address: str) -> list[str]:
    answer = reader().get(address)
    assert answer.status_code == 200
    feed = ET.fromstring(answer.content)
    return [item.findtext(f"{ATOM}title") or "" for item in feed.iter(f"{ATOM}entry")]


def a_benched_entry() -> Entry:
    entry = an_entry()
    bench(entry=entry, reason=WHY)
    return entry


# --- the feed


def test_it_tells_of_refusals_benchings_and_faults_newest_first():
    owner = a_user()
    play(
        a_trial(version=a_version(bot=a_bot(owner=owner, name="Raw"), state=VersionState.TRIAL)),
        bots=(crashing, ten_lines),
    )
    match = a_played_match(owners=(owner, None), bots=(crashing, ten_lines))
    entry = match.bots.get(version__bot__owner=owner).entry
    assert entry is not None
    bench(entry=entry, reason=WHY)
    assert titles(feed_address(owner)) == [
        f"{entry.bot} is benched in {entry.competition.name}",
        f"{entry.bot} v1: crashed",
        "Raw v1 was refused",
    ]


def test_many_faults_of_a_kind_in_a_match_are_told_once():
    owner = a_user()
    match = a_played_match(owners=(owner, None), bots=(crashing, ten_lines), blocks=3)
    assert FaultLog.objects.filter(game__match=match).count() > 1
    assert len(titles(feed_address(owner))) == 1


def test_it_holds_nothing_of_stderr_of_source_or_of_others():
    owner = a_user()
    match = a_played_match(owners=(owner, None), bots=(crashing, crashing))
    FaultLog.objects.update(dossier={"stderr": "my secret", "request": "my secret"})
    other = match.bots.exclude(version__bot__owner=owner).get().version.bot
    content = reader().get(feed_address(owner)).content.decode()
    assert "my secret" not in content
    assert other.name not in content


def test_a_message_that_xml_cannot_hold_is_told_without_that():
    owner = a_user()
    a_played_match(owners=(owner, None), bots=(crashing, ten_lines))
    FaultLog.objects.update(message="it wrote \x1b[2J <b>this</b>")
    assert len(titles(feed_address(owner))) == 1


def test_a_fault_in_a_match_that_a_freeze_hides_altogether_is_not_told_yet():
    owner = a_user()
    competition = a_competition()
    an_entry(competition=competition, owner=owner)
    an_entry(competition=competition)
    Competition.objects.filter(pk=competition.pk).update(frozen_from=timezone.now())
    play(a_round(competition=competition).matches.get(), bots=(crashing, crashing))
    address = feed_address(owner)
    assert titles(address) == []
    Competition.objects.filter(pk=competition.pk).update(frozen_from=None)
    assert len(titles(address)) == 1


def test_it_is_kept_by_nobody_on_the_way():
    answer = reader().get(feed_address(a_user()))
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["X-Robots-Tag"] == "noindex"


# --- its address


def test_another_address_makes_the_old_one_good_for_nothing():
    owner = a_user()
    old, new = feed_address(owner), feed_address(owner)
    assert (reader().get(old).status_code, reader().get(new).status_code) == (404, 200)


def test_a_revoked_address_leads_nowhere():
    owner = a_user()
    address = feed_address(owner)
    assert address in reader(owner).get("/account/").content.decode()
    assert address in reader(owner).get("/bots/").content.decode()
    reader(owner).post("/account/feed/", {"do": "revoke"})
    assert reader().get(address).status_code == 404
    assert address not in reader(owner).get("/account/").content.decode()


def test_who_leaves_takes_the_feed_along():
    owner = a_user()
    address = feed_address(owner)
    delete_account(user=owner)
    assert reader().get(address).status_code == 404


@pytest.mark.parametrize("token", ["None", "", "%00", "x" * 5000])
def test_no_address_is_guessed(token):
    a_user()
    assert reader().get(f"/feeds/{token}/").status_code == 404


def test_the_log_does_not_hold_the_address():
    event = without_keys(None, "info", {"event": "request_started", "request": "GET /feeds/s3cret/ HTTP"})
    assert "s3cret" not in json.dumps(event)


# --- benched bots


@pytest.mark.parametrize("where", ["mine", "bot"])
def test_the_owner_reads_why_a_bot_is_benched_and_since_when(where):
    entry = a_benched_entry()
    address = "/bots/" if where == "mine" else entry.bot.get_absolute_url()
    page = reader(entry.bot.owner).get(address).content.decode()
    assert WHY in page
    assert entry.competition.name in page
    assert f"{Entry.objects.get().state_since:%Y-%m-%d %H:%M}" in page
    assert WHY not in reader(a_user()).get(entry.bot.get_absolute_url()).content.decode()


def test_one_press_lets_it_play_again():
    entry = a_benched_entry()
    reader(entry.bot.owner).post(f"/c/{entry.competition.slug}/enter/", {"bot": entry.bot_id})
    entry.refresh_from_db()
    assert entry.state == Entry.State.ACTIVE
    assert "Benched" not in reader(entry.bot.owner).get("/bots/").content.decode()
