"""`tenfold submit` against the site itself, over HTTP."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from knox.models import AuthToken

from tenfold.accounts.models import TokenScope
from tenfold.bots.api import VersionSerializer
from tenfold.bots.models import MOST_UPLOAD_BYTES, Bot, BotVersion, VersionState
from tenfold.cli import submit
from tests.builders import TEN_LINES, a_bot, a_user, a_version
from tests.cli.stand_in import VERSION, Said, a_site
from tests.cli.terminal import Ended, flat, tenfold

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("nudges", "nothing_remembered"),
]


@pytest.fixture
def ada() -> Any:
    return a_user("ada")


@pytest.fixture
def handed_in(ada, live_server, monkeypatch, tmp_path) -> Callable[..., Ended]:
    """What comes of handing in the ten lines as shark.py, with a token of Ada's that is good for no more."""
    made, token = AuthToken.objects.create(ada)
    TokenScope.objects.create(token=made, scope=TokenScope.Scope.BOTS)
    monkeypatch.setenv("TENFOLD_TOKEN", token)
    monkeypatch.setenv("TENFOLD_SITE", live_server.url)
    file = tmp_path / "shark.py"
    file.write_bytes(TEN_LINES)
    return lambda *more: tenfold("submit", file, *more)


@pytest.fixture
def worker(monkeypatch) -> Callable[..., None]:
    """While the command waits, the version comes to these states."""

    def comes_to(*states: dict[str, Any]) -> None:
        left = iter(states)
        monkeypatch.setattr(submit, "sleep", lambda _: BotVersion.objects.update(**next(left)))

    return comes_to


def test_a_new_bot_is_made_and_followed_until_it_is_ready(handed_in, worker, ada, live_server):
    worker({"state": "checking"}, {"state": "trial"}, {"state": "ready"})

    ended = handed_in()

    version = BotVersion.objects.get()
    assert (ended.code, version.bot.name, version.bot.owner) == (0, "shark", ada)
    assert bytes(version.source) == TEN_LINES
    assert f"{live_server.url}{version.get_absolute_url()}" in ended.out.replace("\n", "")
    assert "ready: it may enter competitions" in ended.out


def test_a_bot_of_that_name_in_any_case_gets_its_next_version(handed_in, ada):
    a_version(bot=a_bot(owner=ada, name="Shark"))
    a_version(bot=a_bot(name="shark"))  # somebody else's

    assert handed_in("--no-wait").code == 0

    assert Bot.objects.filter(owner=ada).get().versions.count() == 2


def test_ones_own_bot_is_found_beyond_the_first_page(handed_in, ada, settings):
    mine = a_bot(owner=ada, name="shark")
    for number in range(50):
        a_bot(owner=ada, name=f"other {number}")

    assert handed_in("--no-wait").code == 0

    assert mine.versions.count() == 1


def test_a_refusal_is_told_with_what_it_was_asked_and_wrote(handed_in, worker):
    dossier = {"request": '{"type":"play"}', "reply": "", "stderr": "Traceback\nKeyError: 'gone'"}
    worker({"state": "refused", "reason": "It exited in turn 3.", "dossier": dossier})

    ended = handed_in()

    assert ended.code == 1
    for told in ("refused: It exited in turn 3.", '{"type":"play"}', "KeyError: 'gone'"):
        assert told in ended.out
    assert "it answered" not in ended.out


def test_a_zip_goes_the_same_way(handed_in, tmp_path):
    file = tmp_path / "whale.zip"
    file.write_bytes(b"PK, as far as the door looks")

    assert tenfold("submit", file, "--no-wait").code == 0

    version = BotVersion.objects.get()
    assert (version.filename, version.bot.name, version.state) == (
        "whale.zip",
        "whale",
        VersionState.RECEIVED,
    )


def test_a_file_that_is_called_as_everybodys_gives_the_bot_its_folders_name(handed_in, tmp_path):
    file = tmp_path / "tuna" / "bot.py"
    file.parent.mkdir()
    file.write_bytes(TEN_LINES)

    tenfold("submit", file, "--no-wait")

    assert Bot.objects.get().name == "tuna"


def test_json_is_the_version_as_the_api_has_it(handed_in):
    ended = handed_in("--no-wait", "--json")

    assert (ended.json["number"], ended.json["state"]) == (1, "received")


def test_what_the_site_refuses_is_said_in_its_words(handed_in):
    ended = handed_in("--name", "x" * 41)

    assert ended.code == 2
    assert "name:" in flat(ended.err)
    assert not Bot.objects.exists()


@pytest.mark.parametrize("size", [0, submit.MOST_BYTES + 1])
def test_what_the_door_would_not_take_makes_no_bot(handed_in, tmp_path, size):
    file = tmp_path / "large.py"
    file.write_bytes(b"#" * size)

    assert tenfold("submit", file).code == 2

    assert not Bot.objects.exists()


def test_a_token_that_nobody_has_is_said_to_be_none(handed_in, monkeypatch):
    monkeypatch.setenv("TENFOLD_TOKEN", "of nobody")

    ended = handed_in()

    assert ended.code == 2
    assert "does not know the token in TENFOLD_TOKEN" in flat(ended.err)


def test_a_token_is_taken_to_no_other_address(handed_in, live_server):
    moved = Said(status=302, headers={"Location": f"{live_server.url}/api/v1/bots"})
    with a_site(bots=[moved]) as address:
        ended = handed_in("--site", address)

    assert ended.code == 2
    assert f"leads elsewhere, to {live_server.url}/api/v1/bots" in flat(ended.err)
    assert not Bot.objects.exists()


def test_the_most_that_it_sends_is_what_the_site_takes():
    assert submit.MOST_BYTES == MOST_UPLOAD_BYTES


def test_json_has_all_that_the_api_has_of_a_version():
    assert submit.Version.__struct_fields__ == VersionSerializer.Meta.fields


@pytest.mark.parametrize("state", VersionState.values)
def test_it_knows_every_state_of_a_version(state):
    assert msgspec.convert({**VERSION, "state": state}, submit.Version).state == state
