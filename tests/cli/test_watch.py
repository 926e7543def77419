"""The site's viewer on games of one's own."""

import http.client
import json
import re
import threading

import pytest

from tenfold.cli.pages import VIEWER
from tenfold.cli.saved import open_all
from tenfold.cli.viewer import Gallery, address_of, server_for
from tests.cli.terminal import CRASHING, a_bot, a_saved_match, tenfold
from tests.golden.remake import FOLDER


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Two games in which a bot called <b>mine</b> crashes, having written to stderr."""
    folder = tmp_path_factory.mktemp("watch")
    return a_saved_match(folder, [a_bot(folder, "<b>mine<b>.py", CRASHING), "greedy"])


@pytest.fixture
def serving():
    """Serve games from a thread, as the command does; gives their address."""
    servers = []

    def serving(path) -> str:
        server = server_for(Gallery("games", open_all(path)), 0)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return address_of(server)

    yield serving
    for server in servers:
        server.shutdown()
        server.server_close()


def fetched(address: str, path: str) -> tuple[int, str, str]:
    """Status, type and text of what is at a path, sent exactly as given."""
    host = address.removeprefix("http://").rstrip("/")
    connection = http.client.HTTPConnection(host, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, answer.headers["Content-Type"], text


def test_a_folder_is_a_list_of_its_games(saved, serving):
    status, _, page = fetched(serving(saved), "/")
    assert status == 200
    assert 'href="/games/0/">block 0, rotation 0' in page
    assert 'href="/games/1/">block 0, rotation 1' in page


def test_a_single_game_is_shown_at_once_in_the_site_s_viewer(serving):
    _, _, page = fetched(serving(FOLDER / "standard-4.t10"), "/")
    assert 'data-replay="/games/0/replay.json"' in page
    assert page.count("<li data-seat-name>seat ") == 4
    assert VIEWER.read_text("utf-8").splitlines()[-1] in page


def test_the_viewer_speaks_english_and_shows_nothing_of_its_template(serving):
    _, _, page = fetched(serving(FOLDER / "standard-4.t10"), "/")
    assert '<button type="button" data-do="play">Play</button>' in page
    assert 'aria-label="Previous step"' in page
    assert not re.search(r"{[{%#]|[%}#]}", page)


def test_the_viewer_gets_its_document(serving):
    status, kind, text = fetched(serving(FOLDER / "standard-4.t10"), "/games/0/replay.json")
    assert (status, kind) == (200, "application/json")
    assert json.loads(text)["players"] == 4


def test_faults_and_stderr_stand_on_the_page_and_lead_to_their_turn(saved, serving):
    _, _, page = fetched(serving(saved), "/games/0/")
    assert "<h2>Faults</h2>" in page
    assert '<a href="?turn=5">turn 5</a>' in page
    assert "last words" in page


def test_what_a_bot_is_called_or_writes_is_text(saved, serving):
    _, _, page = fetched(serving(saved), "/games/0/")
    assert "&lt;b&gt;mine&lt;b&gt;" in page
    assert "<b>mine" not in page


@pytest.mark.parametrize("name", ["site.css", "replay/main.js", "cards.js", "figtree.woff2", "mark.svg"])
def test_the_site_s_own_files_are_served(saved, name):
    page = Gallery("games", open_all(saved)).page(f"/static/tenfold/{name}")
    assert page.status == 200
    assert page.body


@pytest.mark.parametrize(
    "path", ["/static/../settings.py", "/static/tenfold/%2e%2e/settings.py", "/games/2/", "/games/x/", "/etc"]
)
def test_nothing_else_is_served(saved, serving, path):
    assert fetched(serving(saved), path)[0] == 404


def test_pages_may_load_nothing_from_outside(saved, serving):
    host = serving(saved).removeprefix("http://").rstrip("/")
    assert host.startswith("127.0.0.1:")
    connection = http.client.HTTPConnection(host, timeout=10)
    connection.request("GET", "/")
    assert connection.getresponse().headers["Content-Security-Policy"].startswith("default-src 'self'")
    connection.close()


def test_the_command_opens_the_browser_unless_told_not_to(saved, monkeypatch):
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("http.server.ThreadingHTTPServer.serve_forever", lambda _: None)
    assert tenfold("watch", saved, "--no-open").code == 0
    assert opened == []
    ended = tenfold("watch", saved)
    assert ended.out.split()[0] == opened[0]


def test_a_port_that_is_taken_is_a_wrong_command_line(saved, serving):
    port = serving(saved).rstrip("/").rpartition(":")[2]
    ended = tenfold("watch", saved, "--no-open", "--port", port)
    assert ended.code == 2
    assert "choose another with --port" in " ".join(ended.err.split())


@pytest.mark.browser
def test_the_viewer_steps_through_a_saved_game_in_a_browser(saved, serving):
    from playwright.sync_api import expect

    from tests.browser.chromium import launched

    wrong: list[str] = []
    with launched() as browser:
        page = browser.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(f"{serving(saved)}games/0/")
        expect(page.locator(".seat.near .hand .card")).to_have_count(10)
        expect(page.locator(".seat.near header b")).to_have_text("<b>mine<b>")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".seat .hand .card")).to_have_count(21)
        # Asked from outside: the page's policy forbids what Playwright would ask within it again and again.
        expect(page).to_have_url(re.compile(r"\?deal=1&turn=1$"))
        expect(page.locator("[data-hands] option").last).to_have_text("as greedy saw it")
    assert wrong == []
