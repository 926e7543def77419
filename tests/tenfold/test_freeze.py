"""What a frozen competition shows, and to whom: every route of the site is walked."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tenfold.accounts.models import User
from tenfold.competitions import ladders
from tenfold.competitions.choices import Format
from tenfold.competitions.editing import edit_competition
from tenfold.competitions.models import Competition
from tenfold.competitions.services import bench
from tenfold.competitions.standings import refresh_standing
from tenfold.matches.models import Match
from tests.builders import a_round, crashing, ten_lines
from tests.tenfold.pages.scenes import play, reader
from tests.tenfold.routes import ADDRESSES, Scene, a_scene, routes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges", "nobody_asked_before")]

IGNORANT = ("anonymous", "entrant", "owner")
KNOWING = ("co_organizer", "organizer", "staff")
# Different at each asking: the tokens of forms, and the name of a request.
_CHANGING = re.compile(
    rb'name="(csrfmiddlewaretoken|token|seen)" value="[^"]*"|"instance":"[^"]*"|"[A-Za-z0-9]{64}"'
    rb'|nonce="[^"]*"'
)
_NONCE = re.compile(r"'nonce-[^']*'")


_OF_THE_MOMENT = ("ETag", "Content-Length", "Expires", "Last-Modified", "X-Request-ID")


@pytest.fixture
def nobody_asked_before():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def frozen() -> Scene:
    """One match is over, then the standing freezes; two are still to come."""
    scene = a_scene()
    play(scene.matches[0])
    refresh_standing(competition_id=scene.competition.pk)
    freeze(scene)
    return scene


def freeze(scene: Scene) -> None:
    since = timezone.now()
    Competition.objects.filter(pk=scene.competition.pk).update(frozen_from=since)
    scene.competition.refresh_from_db()


def play_on(scene: Scene) -> None:
    """The rest of the round, in which the unlucky one's bot fails and is benched; then another begins."""
    for match in scene.matches[1:]:
        owners = [bot.version.bot.owner.username for bot in match.bots.order_by("index")]
        play(match, bots=[crashing if who == "unlucky" else ten_lines for who in owners])
    entry = scene.competition.entries.get(bot__owner__username="unlucky")
    bench(entry=entry, reason="It forfeited every game of 3 matches in a row.")
    if scene.competition.ladder_runs:
        ladders.extend(competition_id=scene.competition.pk)
    else:
        a_round(competition=scene.competition)
    refresh_standing(competition_id=scene.competition.pk, even_if_fresh=True)
    cache.clear()


def seen_by(scene: Scene, role: str) -> dict[str, Any]:
    """All that a role can look at, by address: the whole page, and the part that htmx asks for."""
    client = scene.browser(role)
    seen: dict[str, Any] = {}
    for address in (address for of_route in ADDRESSES.values() for address in of_route(scene)):
        seen[address] = _looked(client, address)
        if address == "/" or address.startswith(("/c/", "/m/")):
            seen[f"{address} (its live part)"] = _looked(client, address, {"HX-Request": "true"})
    return seen


def _looked(client: Client, address: str, headers: dict[str, str] | None = None) -> tuple[Any, ...]:
    answer = client.get(address, headers=headers)
    told = {name: _NONCE.sub("", value) for name, value in answer.items() if name not in _OF_THE_MOMENT}
    return (answer.status_code, told, _CHANGING.sub(b"", answer.getvalue()))


def test_every_route_is_walked():
    assert set(routes()) == set(ADDRESSES)


@pytest.mark.slow
@pytest.mark.parametrize("role", IGNORANT)
def test_nothing_differs_by_what_came_in_during_the_freeze(role, frozen):
    before = seen_by(frozen, role)
    play_on(frozen)
    after = seen_by(frozen, role)

    assert [address for address in before if before[address] != after[address]] == []


@pytest.mark.parametrize("timetable", [{"timetable": "at_once"}, {"timetable": "hours", "every_hours": 1}])
def test_a_timetable_tells_neither_when_hidden_rounds_were_nor_why_none_begins(timetable, frozen):
    cup, browser = Competition.objects.filter(pk=frozen.competition.pk), frozen.browser("entrant")
    cup.update(**timetable)
    addresses = ("/c/cup/", "/api/v1/competitions/cup", "/api/v1/competitions")
    before = [_looked(browser, address) for address in addresses]
    play_on(frozen)
    cup.update(not_started="The bracket is decided: mine has won.")

    assert [_looked(browser, address) for address in addresses] == before
    assert b"mine has won" in frozen.browser("organizer").get("/c/cup/").content


@pytest.mark.parametrize("role", IGNORANT)
def test_a_frozen_ladder_shows_nobody_who_meets_whom_by_later_results(role):
    scene = a_scene(format_=Format.LADDER)
    play(scene.matches[0])
    refresh_standing(competition_id=scene.competition.pk)
    freeze(scene)
    before = seen_by(scene, role)

    play_on(scene)

    assert scene.competition.matches.count() > len(scene.matches)
    after = seen_by(scene, role)
    assert [address for address in before if before[address] != after[address]] == []


@pytest.mark.parametrize("role", IGNORANT)
def test_how_soon_a_match_was_decided_is_hidden_as_well(role, frozen):
    match = frozen.matches[1]
    match.most_blocks = match.blocks = 25
    match.save()
    addresses = (f"/m/{match.pk}/", f"/api/v1/matches/{match.pk}")
    before = [_looked(frozen.browser(role), address) for address in addresses]
    play(match)
    Match.objects.filter(pk=match.pk).update(blocks=10)

    assert [_looked(frozen.browser(role), address) for address in addresses] == before


@pytest.mark.parametrize("role", KNOWING)
def test_those_who_organize_see_what_came_in(role, frozen):
    page = f"{frozen.competition.get_absolute_url()}?round=1"
    before = frozen.browser(role).get(page).content
    play_on(frozen)
    after = frozen.browser(role).get(page).content

    assert b"1 of 3 matches over" in before
    assert b"3 of 3 matches over" in after
    assert b"You see everything" in after


def test_an_author_reads_of_the_faults_of_their_own_bot_and_of_no_result(frozen):
    play_on(frozen)
    unlucky = reader(User.objects.get(username="unlucky"))
    match = next(
        each for each in frozen.matches[1:] if each.bots.filter(version__bot__owner__username="unlucky")
    )

    page = unlucky.get(match.get_absolute_url()).content.decode()

    assert "RuntimeError" in page
    assert "Dossier, for you alone" in page
    assert "/games/" not in page
    assert unlucky.get(match.games.first().get_absolute_url()).status_code == 404


def test_once_the_freeze_is_lifted_all_is_shown_at_once(frozen):
    play_on(frozen)
    edit_competition(
        competition=frozen.competition, by=frozen.people["organizer"], changes={"frozen_from": None}
    )

    page = (
        frozen.browser("anonymous").get(f"{frozen.competition.get_absolute_url()}?round=1").content.decode()
    )

    assert "3 of 3 matches over" in page
    assert "provisional" not in page
    assert (
        frozen.browser("anonymous").get(frozen.matches[2].games.first().get_absolute_url()).status_code == 200
    )


def test_the_frozen_standing_counts_what_had_finished_and_says_since_when(frozen):
    counted = {row.entry_id: row.margin for row in frozen.competition.standings.all()}
    play_on(frozen)
    browser, slug = frozen.browser("anonymous"), frozen.competition.slug

    rows = browser.get(f"/api/v1/competitions/{slug}/standings").json()["results"]

    assert {row["entry"]: row["margin"] for row in rows} == counted
    assert "Frozen since" in browser.get(f"/c/{slug}/").content.decode()
    assert "provisional" in browser.get("/").content.decode()


def test_the_frozen_standing_has_the_form_of_then(frozen):
    form = {row.entry_id: row.form for row in frozen.competition.standings.all()}
    assert any(form.values())
    play_on(frozen)
    assert form != {row.entry_id: row.form for row in frozen.competition.standings.all()}

    page = frozen.browser("anonymous").get(f"/c/{frozen.competition.slug}/")

    assert {row.standing.entry_id: row.standing.form for row in page.context["board"].rows} == form


def test_pages_of_a_frozen_standing_follow_one_another(frozen):
    address = f"/api/v1/competitions/{frozen.competition.slug}/standings?page_size=1"
    first = frozen.browser("anonymous").get(address).json()
    second = frozen.browser("anonymous").get(first["next"]).json()

    entries = {page["results"][0]["entry"] for page in (first, second)}
    assert (len(entries), second["next"]) == (2, None)


def test_a_freeze_that_is_yet_to_come_hides_nothing_and_is_announced():
    scene = a_scene()
    play(scene.matches[0])
    Competition.objects.update(frozen_from=timezone.now() + timedelta(hours=1))

    page = scene.browser("anonymous").get(scene.competition.get_absolute_url()).content.decode()

    assert "The standing freezes at" in page
    assert "1 of 3 matches over" in page
