"""The whole way with bots in containers."""

import os
import re

import pytest

from sandbox.image.recipe import NUM_IMAGE
from sandbox.warm import Pool
from tenfold.bots import checking
from tenfold.bots.models import Bot, VersionState
from tenfold.competitions.choices import Image
from tenfold.competitions.services import enter
from tenfold.matches import cores, kept, machine, playing, sandboxes, trials
from tenfold.matches.models import FaultLog, Match, Note
from tests.builders import CRASHING, SHORT, TEN_LINES, a_competition, a_match, a_round, a_version, an_entry

pytestmark = [pytest.mark.django_db, pytest.mark.docker, pytest.mark.usefixtures("in_containers")]


def test_strangers_bots_play_in_containers():
    match = a_match()

    playing.play(match_id=match.pk)
    match.refresh_from_db()

    assert match.state == Match.State.FINISHED
    assert all(seat["cpu_ms"] > 0 for game in match.games.all() for seat in game.outcome)


TELLS_ITS_CORES = b"import os, sys\nprint(os.sched_getaffinity(0), file=sys.stderr, flush=True)\n" + TEN_LINES


def test_engine_and_bots_of_a_match_share_one_core(monkeypatch):
    monkeypatch.setattr(cores, "_pinned", None)  # and again afterwards
    before = os.sched_getaffinity(0)
    competition = a_competition()
    for _ in range(2):
        an_entry(competition=competition, bot=a_version(source=TELLS_ITS_CORES).bot)
    try:
        core = cores.pin(len(before) - 1)
        playing.play(match_id=a_match(round_=a_round(competition=competition)).pk)
        assert os.sched_getaffinity(0) == {core}
    finally:
        os.sched_setaffinity(0, before)

    told = [note.text.strip() for note in Note.objects.all()]
    assert told == [f"{{{core}}}"] * 4  # two bots in two lanes


def test_a_match_keeps_what_its_bots_ran_in():
    match = a_match()

    playing.play(match_id=match.pk)
    match.refresh_from_db()

    assert match.ran_in == sandboxes.choose().ran_in
    assert re.fullmatch("sha256:[0-9a-f]{64}", match.ran_in["image"])
    assert re.fullmatch("[0-9a-f]{64}", match.ran_in["seccomp"])
    assert re.fullmatch(r"3\.\d+\.\d+", match.ran_in["python"])
    assert {"sandbox", "engine", "runtime"} <= set(match.ran_in)


def test_the_bots_of_a_match_get_the_containers_that_wait(monkeypatch):
    take, taken = Pool.take, []

    def noted(pool):
        taken.append(take(pool))
        return taken[-1]

    monkeypatch.setattr(Pool, "take", noted)
    sandboxes.make(sandboxes.choose())
    assert kept._kept[Image.PLAIN].sandbox.pool.wait_full(60)

    playing.play(match_id=a_match().pk)

    assert len(taken) >= 4  # two bots in two lanes
    assert all(taken[:2])


COMPUTES = b"import numpy as np\nassert int(np.arange(108).sum()) == 5778\n" + TEN_LINES


def test_a_competition_with_numpy_is_played_to_its_end_by_bots_that_import_it(settings, monkeypatch):
    monkeypatch.setattr(trials, "STANDARD", SHORT)
    settings.BOT_IMAGE_NUM = NUM_IMAGE
    choice = sandboxes.choose(Image.NUMPY)
    if choice.docker is None:
        missing = pytest.fail if "docker" in os.environ.get("TENFOLD_REQUIRE", "") else pytest.skip
        missing(choice.reason)
    uploads = [a_version(source=source, state=VersionState.RECEIVED) for source in (COMPUTES, TEN_LINES)]
    for upload in uploads:
        checking.check(version_id=upload.pk)
        playing.play(match_id=upload.trials.get().pk)
    competition = a_competition(image=Image.NUMPY)
    for bot in Bot.objects.all():
        enter(competition=competition, bot=bot, by=bot.owner)

    match = a_match(round_=a_round(competition=competition))
    playing.play(match_id=match.pk)
    match.refresh_from_db()

    assert match.state == Match.State.FINISHED
    assert not FaultLog.objects.exists()
    assert match.ran_in["image"] == choice.docker.image
    plain = sandboxes.choose().docker
    assert plain is not None
    assert [upload.trials.get().ran_in["image"] for upload in uploads] == [choice.docker.image, plain.image]


def test_an_upload_that_crashes_is_refused_with_its_traceback():
    version = a_version(source=CRASHING, state=VersionState.RECEIVED)

    checking.check(version_id=version.pk)
    playing.play(match_id=version.trials.get().pk)
    version.refresh_from_db()

    assert version.state == VersionState.REFUSED
    assert "RuntimeError: on purpose" in version.dossier["stderr"]


def test_a_machine_reaps_and_tells_the_web_of_docker():
    machine.look_after()

    assert sandboxes.published().runs == sandboxes.Runs.DOCKER
