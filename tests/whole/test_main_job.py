"""The main job, from sign-up to replay: real web, worker, beat, PostgreSQL, Valkey, Docker and Chromium."""

import re
import subprocess

import pytest
from playwright.sync_api import expect

from sandbox.owner import Owner
from tests.browser.chromium import launched
from tests.whole.league import ROOT, League, Visitor, running_league, wait_until
from tests.whole.recount import recounted

pytestmark = [pytest.mark.docker, pytest.mark.browser, pytest.mark.slow, pytest.mark.alone]

BLOCKS = 3
GREEDY = (ROOT / "arena/bots/greedy.py").read_bytes()
RANDOM = (ROOT / "arena/bots/random_legal.py").read_bytes()
TEN_LINES = (ROOT / "arena/bots/tenline.py").read_text()
# Both behave in their trial, which is one game in each process.
CRASHING = TEN_LINES.replace(
    "def answer(ask):\n",
    "def answer(ask):\n    if ask.get('game') == 2:\n        raise LookupError('no such card')\n",
)
NONSENSE = TEN_LINES.replace(
    "    return reply", "    return 'my hand is strong' if ask.get('game', 0) > 0 else reply"
)
BOTS = {
    "ada": {"Steady": GREEDY, "Dicey": RANDOM},
    "bert": {"Fragile": CRASHING.encode()},
    "cleo": {"Babbler": NONSENSE.encode()},
}


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory):
    home = tmp_path_factory.mktemp("league")
    with running_league(home, sandbox="docker") as running:
        yield running
    assert containers_left() == []


@pytest.fixture(scope="module")
def authors(league: League) -> dict[str, Visitor]:
    """Three people, whose four bots have passed their trial."""
    people = {name: Visitor(league).sign_up(name) for name in BOTS}
    for name, bots in BOTS.items():
        for bot, source in bots.items():
            people[name].upload(bot, source)
    wait_until(lambda: all_ready(people["ada"]), "four versions are ready", league=league)
    return people


@pytest.fixture(scope="module")
def competition(league: League, authors: dict[str, Visitor]) -> str:
    """The slug of a competition whose one round has been played to its end."""
    organizer = Visitor(league).sign_up("olga")
    path = organizer.fill_in(
        "/competitions/new/",
        name="Autumn cup",
        rules="standard",
        format="round_robin",
        timetable="by_hand",
        time_zone="UTC",
        measure="margin",
        players=2,
        blocks=BLOCKS,
        visibility="public",
    )
    for name, author in authors.items():
        for bot in author.read(f"bots?owner__username={name}"):
            author.fill_in(path, to=f"{path}enter/", bot=bot["id"])
    organizer.fill_in(path, to=f"{path}rounds/start/")
    slug = path.split("/")[2]
    wait_until(lambda: finished(organizer, slug), "the round is over", league=league, seconds=300)
    return slug


def all_ready(visitor: Visitor) -> bool:
    return [bot["active_version"] for bot in visitor.read("bots")] == [1] * 4


def finished(visitor: Visitor, slug: str) -> bool:
    (round_,) = visitor.read(f"competitions/{slug}/rounds")
    standings = visitor.read(f"competitions/{slug}/standings")
    played = {match["id"] for match in visitor.read(f"matches?competition__slug={slug}&state=finished")}
    games = sum(row["games"] for row in standings)
    return round_["state"] == "finished" and games == len(played) * BLOCKS * 2 * 2


def containers_left() -> list[str]:
    """Owners of containers that outlived them; another site on this machine has containers of its own."""
    found = subprocess.run(
        [
            "docker",
            "ps",
            "--all",
            "--filter",
            "label=tenfold.owner",
            "--format",
            '{{.Label "tenfold.owner"}}',
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    return [owner for owner in found.stdout.splitlines() if Owner.parse(owner).gone()]


def matches_of(visitor: Visitor, slug: str, bot: str) -> list[dict]:
    matches = visitor.read(f"matches?competition__slug={slug}")
    return [match for match in matches if bot in [each["name"] for each in match["bots"]]]


def faults_of(visitor: Visitor, slug: str, bot: str) -> list[dict]:
    """All faults of a bot, each with the game it happened in."""
    found = []
    for match in matches_of(visitor, slug, bot):
        index = next(each["index"] for each in match["bots"] if each["name"] == bot)
        for game in visitor.read(f"matches/{match['id']}/games"):
            found += [{**fault, "game": game} for fault in game["faults"] if fault["bot"] == index]
    return found


def test_every_pair_of_different_owners_met_once(competition: str, authors: dict[str, Visitor]):
    matches = authors["ada"].read(f"matches?competition__slug={competition}")

    pairs = sorted(tuple(sorted(bot["name"] for bot in match["bots"])) for match in matches)

    # The two bots of one author sit at no rated table together.
    assert pairs == [
        ("Babbler", "Dicey"),
        ("Babbler", "Fragile"),
        ("Babbler", "Steady"),
        ("Dicey", "Fragile"),
        ("Fragile", "Steady"),
    ]


def test_the_leaderboard_equals_a_recount_from_the_transcripts(competition: str, authors: dict[str, Visitor]):
    shown = authors["ada"].read(f"competitions/{competition}/standings")

    counted = recounted(authors["bert"], competition)

    for row, again in zip(shown, counted, strict=True):
        exact = ("rank", "rank_low", "rank_high", "entry", "wins", "games", "blocks", "mean_place")
        assert [row[name] for name in exact] == [getattr(again, name) for name in exact]
        for name in ("margin", "low", "high"):
            assert row[name] == pytest.approx(getattr(again, name), abs=1e-9)


def test_the_page_shows_the_leaderboard_s_figures(competition: str, league: League):
    anonymous = Visitor(league)
    page = anonymous.page(f"/c/{competition}/")
    rows = anonymous.read(f"competitions/{competition}/standings")

    places = [page.index(f">{row['name']}<") for row in rows]

    assert places == sorted(places)
    for row in rows:
        assert f"{abs(row['margin']):.2f}" in page


def test_the_bot_that_crashed_in_its_third_game_lost_just_that_game(
    competition: str, authors: dict[str, Visitor]
):
    faults = faults_of(authors["bert"], competition, "Fragile")

    # Two lanes in each of three matches, and block 2 is the third game of a lane.
    assert [(fault["kind"], fault["game"]["block"]) for fault in faults] == [("exited", 2)] * 6


def test_the_match_page_says_why_the_bot_crashed(
    competition: str, league: League, authors: dict[str, Visitor]
):
    (match, *_) = matches_of(authors["bert"], competition, "Fragile")

    for reader in (authors["bert"], Visitor(league)):
        assert "exit code 1" in reader.page(match["url"])
    assert "LookupError" in authors["bert"].page(match["url"])
    assert "LookupError" not in Visitor(league).page(match["url"])


def test_the_dossier_shows_its_owner_alone_what_was_asked(competition: str, authors: dict[str, Visitor]):
    mine = faults_of(authors["bert"], competition, "Fragile")[0]["dossier"]
    others = faults_of(authors["cleo"], competition, "Fragile")[0]["dossier"]

    assert '"game":2' in mine["request"]
    assert "LookupError: no such card" in mine["stderr"]
    assert others is None


def test_the_bot_that_answered_nonsense_is_quoted_and_loses_on_strikes(
    competition: str, authors: dict[str, Visitor]
):
    faults = faults_of(authors["cleo"], competition, "Babbler")

    assert {fault["kind"] for fault in faults} == {"bad_reply"}
    assert {fault["game"]["block"] for fault in faults} == {1, 2}
    assert all("my hand is strong" in fault["message"] for fault in faults)


def test_bots_of_honest_authors_have_no_fault(competition: str, authors: dict[str, Visitor]):
    assert faults_of(authors["ada"], competition, "Steady") == []
    assert faults_of(authors["ada"], competition, "Dicey") == []


def test_a_replay_steps_through_a_game_in_a_browser(competition: str, league: League):
    (match, *_) = matches_of(Visitor(league), competition, "Steady")

    with launched() as browser:
        page = browser.new_page()
        page.goto(f"{league.address}{match['url']}games/0/0/")
        expect(page.locator("[data-replay]")).to_be_visible()
        caption = page.locator("[data-caption]")
        before = caption.inner_text()
        page.keyboard.press("ArrowRight")
        expect(caption).not_to_have_text(before)
        expect(page).to_have_url(re.compile(r"deal=1&turn=\d+"))
        page.keyboard.press("End")
        expect(page.locator("[data-place]")).not_to_have_text("Deal 1")
