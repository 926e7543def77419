"""The container engine is started anew in the middle of a match: it goes away, and all containers with it."""

import socket
import subprocess

import pytest
from docker.transport.unixconn import UnixHTTPConnection

from sandbox import slots
from sandbox.reaper import reap
from tenfold.matches import playing, sandboxes, stopping
from tenfold.matches.models import FaultLog, Match
from tests.builders import a_match
from tests.sandbox.containers import listed
from tests.sandbox.cut import REAL, Engine
from tests.tenfold.matches.test_lifecycle import outcomes

pytestmark = [pytest.mark.django_db, pytest.mark.docker]

MOVES = 7  # after which the engine is gone


def connect(connection):
    """The client's own, but that it closes what it opened in vain: else Python warns, some tests later."""
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.settimeout(connection.timeout)
    try:
        connection.sock.connect(connection.unix_socket)
    except OSError:
        connection.sock.close()
        raise


@pytest.fixture
def engine(tmp_path, settings, monkeypatch):
    monkeypatch.setattr(UnixHTTPConnection, "connect", connect)
    real = Engine(tmp_path)
    settings.SANDBOX = "docker"
    settings.WARM_POOL = 2
    settings.LEASE_SECONDS = 3600  # as in_containers has it, and for the same reason
    monkeypatch.setenv("DOCKER_HOST", real.address)
    monkeypatch.setattr(slots, "default_root", lambda: tmp_path / "slots")
    sandboxes.doubt()
    yield real
    sandboxes.doubt()
    real.cut()


@pytest.fixture
def a_match_cut_short(engine, monkeypatch, tmp_path):
    """Its containers are killed, and the engine cannot be asked about them, while bots are at their moves."""
    match, moves = a_match(), iter(range(MOVES))

    def asked():
        if next(moves, None) is None:
            engine.cut()
            kill_those_with_pipes_in(tmp_path)
        return False

    with monkeypatch.context() as patched:
        patched.setattr(stopping, "asked", asked)
        playing.play(match_id=match.pk)
    match.refresh_from_db()
    return match


def ours(folder):
    return [each["Id"] for each in listed() if each["Labels"]["tenfold.folder"].startswith(str(folder))]


def kill_those_with_pipes_in(folder):
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("DOCKER_HOST", REAL)
        # That it fails on one that was just being made, to wait for its program, is no matter.
        subprocess.run(["docker", "kill", *ours(folder)], check=False, capture_output=True)


def test_the_attempt_fails_as_ours_and_no_bot_is_blamed(a_match_cut_short):
    match = a_match_cut_short

    assert (match.state, outcomes(match)) == (Match.State.SCHEDULED, ["failed"])
    assert "SeatError" in match.attempts.get().why
    assert not FaultLog.objects.filter(game__match=match).exists()


def test_while_the_engine_is_away_the_match_waits_and_no_attempt_is_lost(a_match_cut_short):
    match = a_match_cut_short

    playing.play(match_id=match.pk)

    assert outcomes(match) == ["failed"]


def test_once_it_is_back_the_match_is_played_to_its_one_result(a_match_cut_short, engine):
    match = a_match_cut_short
    engine.restore()
    sandboxes.doubt()  # as after a quarter of a minute

    playing.play(match_id=match.pk)
    match.refresh_from_db()

    assert (match.state, outcomes(match)) == (Match.State.FINISHED, ["failed", "finished"])
    assert match.games.count() == 2
    assert not FaultLog.objects.filter(game__match=match).exists()


def test_once_it_is_back_one_reaping_leaves_nothing_of_the_attempt(a_match_cut_short, engine, tmp_path):
    assert a_match_cut_short
    engine.restore()

    reap(root=tmp_path / "slots")

    assert ours(tmp_path) == []
    assert list((tmp_path / "slots").iterdir()) == []
