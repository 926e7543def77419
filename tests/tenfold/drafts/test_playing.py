"""A draft's game, between real processes."""

import pytest

from arena.transcript import load, verify
from sandbox.process import ProcessSandbox
from sandbox.verdict import SandboxError
from tenfold.drafts import playing
from tenfold.drafts.models import Draft, DraftState
from tenfold.matches import sandboxes, stopping
from tests.builders import CRASHING, NO_DOCKER, TEN_LINES
from tests.tenfold.drafts.scenes import a_draft, a_house_bot, played

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges", "short_games")]


@pytest.fixture(autouse=True)
def any_bot_may_run(settings):
    settings.SANDBOX = "process"
    yield
    stopping.forget()


def transcript(draft: Draft) -> bytes:
    assert draft.transcript is not None
    return bytes(draft.transcript)


def test_a_draft_plays_one_game_that_can_be_played_again():
    draft = played(a_draft(TEN_LINES))

    assert (draft.state, draft.reason, draft.faults) == (DraftState.OVER, "", [])
    assert [seat["bot"] for seat in draft.outcome] == [0, 1]
    verify(load(transcript(draft)))


def test_a_draft_that_crashes_keeps_its_dossier():
    draft = played(a_draft(CRASHING))

    (fault,) = draft.faults
    assert draft.state == DraftState.OVER
    assert draft.outcome[0]["forfeited"]
    assert "RuntimeError: on purpose" in fault["stderr"]
    assert fault["request"].startswith('{"type":"hello"')


def test_only_what_the_draft_itself_wrote_to_stderr_is_kept():
    loud = b"import sys\nprint('mine', file=sys.stderr)\n" + TEN_LINES
    house = a_house_bot(source=loud.replace(b"mine", b"theirs"))

    draft = played(a_draft(loud, opponent=house))

    assert {note["text"].strip() for note in draft.notes} == {"mine"}


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (b"def f(:\n    pass\n", "main.py, line 1: invalid syntax"),
        (b"import numpy\n", "numpy is not in this competition's image"),
        (b"x = '\0'\n", "NUL"),
        (b"\xff\n", "not UTF-8"),
        (b"(" * 5000, "main.py"),
    ],
    ids=["syntax", "import", "nul", "utf-8", "depth"],
)
def test_what_an_upload_is_refused_for_a_draft_is_refused_for(source, said):
    draft = played(a_draft(source))

    assert draft.state == DraftState.REFUSED
    assert said in draft.reason
    assert draft.transcript is None


def test_nul_and_half_a_surrogate_on_stderr_can_be_stored():
    draft = played(
        a_draft(b"import sys\nsys.stdin.readline()\nsys.stderr.buffer.write(b'\\0\\xed\\xa0\\x80')\n")
    )

    assert draft.state == DraftState.OVER
    assert draft.faults


def test_a_draft_is_played_once_however_often_it_is_announced():
    draft = played(a_draft(TEN_LINES))
    first = transcript(draft)

    assert transcript(played(draft)) == first


def test_trouble_on_our_side_blames_no_bot(monkeypatch):
    def broken(*_args, **_more):
        raise SandboxError("the engine at 10.0.0.1 is gone")

    monkeypatch.setattr(ProcessSandbox, "open", broken)
    draft = played(a_draft(TEN_LINES))

    assert draft.state == DraftState.FAILED
    assert "on our side" in draft.reason
    assert "10.0.0.1" not in draft.reason


def test_a_worker_that_is_told_to_stop_leaves_the_draft_to_another():
    draft = a_draft(TEN_LINES)
    stopping.ask()
    assert played(draft).state == DraftState.WAITING
    stopping.forget()
    assert played(draft).state == DraftState.OVER


def test_without_a_sandbox_no_draft_is_run(settings, monkeypatch):
    settings.SANDBOX = "auto"
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: NO_DOCKER)
    monkeypatch.setattr(playing, "_played", lambda *_: pytest.fail("a stranger's bot ran as a plain process"))
    draft = played(a_draft(TEN_LINES))

    assert draft.state == DraftState.REFUSED
    assert "other uploads are refused" in draft.reason


def test_a_draft_waits_where_no_bot_can_run(settings, monkeypatch):
    settings.SANDBOX = "docker"
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: NO_DOCKER)

    assert played(a_draft(TEN_LINES)).state == DraftState.WAITING


def test_a_result_that_comes_after_the_draft_was_given_up_is_not_stored(monkeypatch):
    draft = a_draft(TEN_LINES)
    store = playing._kept

    def given_up_meanwhile(game):
        type(draft).objects.filter(pk=draft.pk).update(state=DraftState.FAILED)
        return store(game)

    monkeypatch.setattr(playing, "_kept", given_up_meanwhile)

    assert played(draft).state == DraftState.FAILED
    assert draft.transcript is None
