"""A replay from one's own disk: read by the parser of `tenfold watch`; whatever else comes is answered."""

import json
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from arena.replay import replay_document
from arena.transcript import load
from tenfold.matches import local_views
from tests.tenfold.pages.scenes import reader

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_opened_before():
    cache.clear()


GOLDEN = Path(__file__).parents[2] / "golden" / "standard-4.t10"


def opened(data: bytes, name: str = "game.json") -> Any:
    return reader().post("/watch/open/", {"file": SimpleUploadedFile(name, data)})


def a_document(**changes: Any) -> bytes:
    import msgspec

    whole = msgspec.to_builtins(replay_document(load(GOLDEN.read_bytes())))
    return json.dumps(whole | changes).encode()


def test_a_stored_game_becomes_its_replay_document():
    answer = opened(GOLDEN.read_bytes(), "game.t10")
    assert answer.status_code == 200
    assert json.loads(answer.content) == json.loads(a_document())


def test_a_replay_that_a_site_gave_out_comes_back_as_it_is():
    assert json.loads(opened(a_document()).content) == json.loads(a_document())


def test_what_no_replay_says_beside_one_is_left_behind():
    assert b"script" not in opened(a_document(extra="<script>")).content


def inflated(size: int) -> bytes:
    """A stored game whose log is so long."""
    whole = GOLDEN.read_bytes()
    at = whole.index(b"standard") + len(b"standard")
    deflate = zlib.compressobj(9, wbits=-15)
    return whole[:at] + deflate.compress(b"\0" * size) + deflate.flush()


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "not a replay as a site gives it"),
        (b"\x89PNG\r\n", "not a replay as a site gives it"),
        (b"[" * 100_000, "not a replay as a site gives it"),
        (b'{"format": 1}', "missing required field"),
        (a_document(format=2), "a replay of format 2"),
        (a_document(players=10**9), "players"),
        (a_document(deals="x"), "deals"),
        (b"T10\x01", "not a transcript"),
        (GOLDEN.read_bytes()[:60], "breaks off"),
        (GOLDEN.read_bytes()[:-4], "breaks off"),
        (inflated(50_000), "a log of 50,000 bytes is longer"),
        (b" " * 1_000_001, "has 1,000,001 bytes, and a replay at most 1,000,000"),
    ],
)
def test_what_cannot_be_shown_is_answered_with_a_sentence(data, found):
    answer = opened(data)
    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("text/plain")
    assert found in answer.content.decode()
    assert "What opens here is a replay (.json)" in answer.content.decode()


def test_without_a_file_the_form_says_what_it_wants():
    assert b"No file came." in reader().post("/watch/open/").content


def test_one_network_opens_so_many_files_in_a_minute(monkeypatch):
    monkeypatch.setattr(local_views, "_A_MINUTE", 2)

    answers = [opened(GOLDEN.read_bytes()) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1]["Retry-After"] == "60"
    assert b"tenfold watch" in answers[-1].content
    elsewhere = reader().post("/watch/open/", REMOTE_ADDR="10.1.1.1")
    assert elsewhere.status_code == 400
