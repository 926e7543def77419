"""The page of the editor, without a script: playing, uploading, signing up on the way, and who sees what."""

import re

import pytest
from django.core.cache import cache

from tenfold.bots.models import BotVersion, VersionState
from tenfold.drafts import services
from tenfold.drafts.models import Draft, DraftState
from tests.builders import PASSWORD, TEN_LINES, a_bot, a_user, a_version
from tests.tenfold.drafts.scenes import a_house_bot, a_played_draft
from tests.tenfold.pages.scenes import reader
from tests.tenfold.pages.test_query_counts import queries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges", "nobody_asked_before")]

TEXT = TEN_LINES.decode()
HTMX = {"HX-Request": "true"}
NORWEGIAN = {"Accept-Language": "nb"}
EVIL = "<script>alert(1)</script>\u202e"


@pytest.fixture
def nobody_asked_before():
    cache.clear()


@pytest.fixture(autouse=True)
def house():
    return a_house_bot("Greedy")


def page(answer) -> str:
    return answer.content.decode()


def token_of(client) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page(client.get("/write/")))
    assert found
    return found[1]


def test_the_ten_lines_are_in_the_editor_already():
    shown = page(reader().get("/write/"))
    assert "for line in sys.stdin:" in shown
    assert "Play a test game" in shown


def test_playing_leads_to_the_draft_and_back_to_its_text(house):
    client = reader(a_user())
    answer = client.post("/write/play/", {"source": TEXT, "opponent": house.pk})
    draft = Draft.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, draft.get_absolute_url())
    assert bytes(draft.source) == TEN_LINES
    shown = page(client.get(draft.get_absolute_url()))
    assert "waiting" in shown
    assert '<meta http-equiv="refresh"' in shown  # for who has no script


def test_the_newlines_of_forms_are_those_of_files():
    reader(a_user()).post("/write/play/", {"source": "a = 1\r\nb = 2\r\n"})
    assert bytes(Draft.objects.get().source) == b"a = 1\nb = 2\n"


def test_a_visitor_plays_and_nobody_else_sees_it():
    visitor = reader()
    visitor.post("/write/play/", {"source": TEXT})
    address = Draft.objects.get().get_absolute_url()
    assert visitor.get(address).status_code == 200
    assert {reader().get(address).status_code, reader(a_user()).get(address).status_code} == {404}


def test_looking_at_the_editor_makes_no_session():
    client = reader()
    client.get("/write/")
    assert "sessionid" not in client.cookies


def test_what_a_visitor_wrote_is_there_after_signing_up_and_gone_after_signing_out():
    client = reader()
    answer = client.post("/write/upload/", {"source": TEXT})
    draft = Draft.objects.get(state=DraftState.KEPT)
    assert answer["Location"] == f"/sign-up/?next={draft.get_absolute_url()}"
    sign_up = {"username": "ada", "password": PASSWORD, "password1": PASSWORD, "password2": PASSWORD}
    led = client.post("/sign-up/", sign_up | {"next": draft.get_absolute_url()})
    assert led["Location"] == draft.get_absolute_url()
    assert "for line in sys.stdin:" in page(client.get(draft.get_absolute_url()))
    client.post("/sign-out/")
    assert client.get(draft.get_absolute_url()).status_code == 404


def test_where_visitors_may_not_play_their_text_is_kept_and_they_are_led_to_sign_up(settings):
    settings.VISITOR_TEST_GAMES = 0
    client = reader()
    assert "Sign up to play a test game" in page(client.get("/write/"))
    plain = client.post("/write/play/", {"source": TEXT})
    scripted = client.post("/write/play/", {"source": TEXT}, headers=HTMX)
    assert plain["Location"].startswith("/sign-up/?next=/write/")
    assert scripted["HX-Redirect"].startswith("/sign-up/?next=/write/")
    assert {draft.state for draft in Draft.objects.all()} == {DraftState.KEPT}


def test_too_many_games_are_refused_with_a_sentence_and_the_text(monkeypatch):
    monkeypatch.setattr(services, "GAMES_AN_HOUR", 0)
    client = reader(a_user())
    answer = client.post("/write/play/", {"source": "mine = 1"})
    assert answer.status_code == 429
    assert "within an hour" in page(answer)
    assert "mine = 1" in page(answer)
    fragment = client.post("/write/play/", {"source": "mine = 1"}, headers=HTMX)
    assert fragment["HX-Retarget"] == "#wrong"
    assert "within an hour" in page(fragment)
    assert "<html" not in page(fragment)


@pytest.mark.parametrize("sent", ["", "  \n", "nul \0"])
def test_what_is_no_text_is_refused_with_a_sentence(sent):
    answer = reader(a_user()).post("/write/play/", {"source": sent})
    assert answer.status_code == 422
    assert 'role="alert"' in page(answer)


def test_a_text_that_is_none_takes_the_game_of_an_older_one_away_but_a_refusal_does_not(monkeypatch):
    client = reader(a_user())
    taken_away = '<section id="game" hx-swap-oob="innerHTML">'
    assert taken_away in page(client.post("/write/play/", {"source": ""}, headers=HTMX))
    monkeypatch.setattr(services, "GAMES_AN_HOUR", 0)
    assert taken_away not in page(client.post("/write/play/", {"source": TEXT}, headers=HTMX))


def test_an_opponent_that_is_no_house_bots_is_not_played(house):
    mine = a_played_draft().opponent
    assert mine is not None
    answer = reader(a_user()).post("/write/play/", {"source": TEXT, "opponent": "999999"})
    assert answer.status_code == 422


def test_uploading_makes_a_bot_and_its_first_version_as_any_upload():
    author = a_user()
    client = reader(author)
    answer = client.post("/write/upload/", {"source": TEXT, "name": "sprout", "token": token_of(client)})
    version = BotVersion.objects.get(bot__owner=author)
    assert answer["Location"] == version.get_absolute_url()
    assert (version.bot.name, version.state, version.filename) == ("sprout", "received", "main.py")


def test_the_same_upload_sent_twice_is_one_version_and_another_text_is_another():
    client = reader(a_user())
    sent = {"source": TEXT, "name": "sprout", "token": token_of(client)}
    first, second = (client.post("/write/upload/", sent)["Location"] for _ in range(2))
    third = client.post("/write/upload/", sent | {"source": TEXT + "# more\n"})["Location"]
    assert first == second != third


@pytest.mark.parametrize("name", ["", "x" * 41, "\u202eevil"])
def test_a_name_that_is_none_is_refused_with_a_sentence_and_the_text(name):
    answer = reader(a_user()).post("/write/upload/", {"source": "mine = 1", "name": name})
    assert answer.status_code == 422
    assert "mine = 1" in page(answer)
    assert 'role="alert"' in page(answer)


def test_all_that_a_bot_says_is_escaped():
    owner = a_user()
    stderr = f'{EVIL}\n  File "/tmp/p/main.py", line 1, in f\n'
    draft = a_played_draft(EVIL.encode(), owner=owner, crashes=True, stderr=stderr)
    for headers in ({}, HTMX):
        assert "<script>alert" not in page(reader(owner).get(draft.get_absolute_url(), headers=headers))


def test_the_dossier_stands_beside_the_editor_with_the_line():
    owner = a_user()
    stderr = '  File "/tmp/p/main.py", line 2, in answer\nZeroDivisionError: division by zero\n'
    draft = a_played_draft(b"one\ntwo / 0\n", owner=owner, crashes=True, stderr=stderr)
    shown = page(reader(owner).get(draft.get_absolute_url()))
    assert "<mark>2  two / 0</mark>" in shown
    assert "ZeroDivisionError: division by zero" in shown
    assert "The line it was sent" in shown


def test_the_result_is_told_by_place_and_the_replay_s_names_by_seat():
    author = a_user()
    draft = a_played_draft(owner=author, crashes=True)
    page = reader(author).get(draft.get_absolute_url()).content.decode()

    names = re.findall(r"<li data-seat-name>([^<]*)</li>", page)
    rows = re.findall(r'<td class="rank"><b>(\d)</b></td><th scope="row" class="name">([^<]*)</th>', page)

    assert names == ["main.py", str(draft.opponent)]
    assert rows == [("1", str(draft.opponent)), ("2", "main.py")]


def test_a_game_that_is_over_is_asked_for_no_more():
    owner = a_user()
    draft = a_played_draft(owner=owner)
    assert reader(owner).get(draft.get_absolute_url(), headers=HTMX).status_code == 286


def test_nothing_of_a_draft_is_kept_by_a_browser_or_a_proxy():
    owner = a_user()
    draft = a_played_draft(owner=owner)
    for part in ("", "replay.json"):
        assert "no-store" in reader(owner).get(f"{draft.get_absolute_url()}{part}")["Cache-Control"]


def test_the_replay_is_the_drafts_game_and_its_faults():
    owner = a_user()
    draft = a_played_draft(owner=owner, crashes=True)
    shown = reader(owner).get(f"{draft.get_absolute_url()}replay.json").json()
    assert shown["players"] == 2
    assert "forfeit" in str(shown)


def test_drafts_are_in_no_list_of_bots_or_matches():
    owner = a_user()
    a_played_draft(owner=owner)
    client = reader(owner)
    assert client.get("/api/v1/matches").json()["results"] == []
    assert {bot["name"] for bot in client.get("/api/v1/bots").json()["results"]} == {"greedy", "Greedy"}


def test_an_author_opens_a_version_of_theirs_in_the_editor():
    author = a_user()
    version = a_version(
        bot=a_bot(owner=author, name="sprout"), source=b"mine = \xff", state=VersionState.REFUSED
    )
    address = f"/write/?version={version.pk}"
    assert address in page(reader(author).get(version.get_absolute_url()))
    shown = page(reader(author).get(address))
    assert "mine = " in shown
    assert 'value="sprout"' in shown
    assert 'data-draft="version-' in shown  # so that what was typed elsewhere does not take its place


def test_nobody_opens_a_source_that_they_may_not_read_or_that_is_many_files(house):
    author = a_user()
    secret = a_version(bot=a_bot(owner=author), source=b"secret = 1")
    packed = a_version(bot=a_bot(owner=author), filename="bot.zip")
    assert reader(author).get(f"/write/?version={packed.pk}").status_code == 404
    for asker in (None, a_user(), a_user(is_staff=True)):
        for asked in (secret.pk, "0", "x", "9" * 30):
            assert reader(asker).get(f"/write/?version={asked}").status_code == 404
    assert reader().get(f"/write/?version={house.pk}").status_code == 200  # house bots are there to be read


def test_the_editor_asks_the_database_as_often_whatever_there_is():
    owner = a_user()
    client = reader(owner)
    few = queries("/write/", client)
    for name in ("expectimax", "random"):
        a_house_bot(name)
    draft = a_played_draft(owner=owner, crashes=True)
    assert queries("/write/", client) == few <= 3
    assert queries(draft.get_absolute_url(), client) <= 5


def test_the_editor_and_what_it_refuses_are_in_the_readers_language():
    client = reader()
    assert "Begynn på nytt med de ti linjene" in client.get("/write/", headers=NORWEGIAN).text
    answer = client.post("/write/play/", {"source": " "}, headers=NORWEGIAN)
    assert "Det står ingenting her: Skriv en bot" in answer.text


def test_what_came_of_a_game_is_told_in_the_readers_language(house):
    author = a_user()
    over = a_played_draft(owner=author, opponent=house, crashes=True)
    assert "Boten din tapte partiet mot Greedy på feil." in (
        reader(author).get(over.get_absolute_url(), headers=NORWEGIAN).text
    )


def test_a_reason_is_kept_in_english_and_told_in_the_readers_language(house):
    author = a_user()
    failed = a_played_draft(owner=author, opponent=house)
    Draft.objects.update(state=DraftState.FAILED, reason=services.FAILED)
    shown = reader(author).get(failed.get_absolute_url(), headers=NORWEGIAN).text
    assert "Partiet kunne ikke spilles hos oss" in shown
    assert Draft.objects.get().reason.startswith("The game could not be played on our side")
