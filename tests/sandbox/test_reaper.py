"""What is taken and what is left, without an engine; on a real one in test_docker."""

import os
import time

import pytest
from docker.errors import APIError
from requests import Response

from sandbox import reaper, slots
from sandbox.docker import LABEL_DEADLINE, LABEL_FOLDER, LABEL_OWNER
from sandbox.owner import Owner
from sandbox.verdict import SandboxError

NOW = 1_000_000.0


class Engine:
    """Knows some containers by their labels, and which were removed."""

    def __init__(self, *labels, fails_with=None):
        self.labels, self.removed, self.fails_with = labels, [], fails_with

    def containers(self, **_):
        return [{"Id": str(number), "Labels": labels} for number, labels in enumerate(self.labels)]

    def remove_container(self, identity, **_):
        self.removed.append(identity)
        if self.fails_with:
            response = Response()
            response.status_code = self.fails_with
            raise APIError("no", response=response)

    def close(self):
        pass


@pytest.fixture
def reap(tmp_path, monkeypatch):
    def run(engine, **how):
        monkeypatch.setattr(reaper, "connect", lambda: engine)
        return reaper.reap(root=tmp_path / "slots", **how)

    return run


def gone_owner():
    return Owner(Owner.me().place, Owner.me().pid, started=1)


def labels(*, owner=None, left_s=60, folder=""):
    return {
        LABEL_OWNER: str(owner or Owner.me()),
        LABEL_DEADLINE: str(NOW + left_s),
        LABEL_FOLDER: str(folder),
    }


def test_what_its_owner_could_not_remove_goes_at_once_with_its_pipes(reap, tmp_path):
    slot = slots.claim(tmp_path / "slots")
    engine = Engine(labels(folder=slot.folder))
    assert reap(engine, now=NOW) == 0

    slot.abandon()

    assert reap(engine, now=NOW) == 1
    assert not slot.folder.exists()


def test_a_container_is_left_until_its_deadline_while_its_owner_lives(reap):
    engine = Engine(labels(), labels(left_s=-1))

    assert reap(engine, now=NOW) == 1
    assert engine.removed == ["1"]


def test_a_container_of_a_dead_owner_is_taken_before_its_deadline(reap):
    assert reap(Engine(labels(owner=gone_owner())), now=NOW) == 1


def test_a_container_of_a_worker_elsewhere_has_until_its_deadline(reap):
    elsewhere = Owner("elsewhere|pid:[1]", 1, 1)

    assert reap(Engine(labels(owner=elsewhere), labels(owner=elsewhere, left_s=-1)), now=NOW) == 1


@pytest.mark.parametrize("broken", [{}, {LABEL_DEADLINE: "soon", LABEL_OWNER: "x"}])
def test_labels_that_cannot_be_read_protect_nothing(reap, broken):
    assert reap(Engine(broken), now=NOW) == 1


@pytest.mark.parametrize("status", [404, 409])
def test_what_another_removes_meanwhile_counts_as_removed(reap, status):
    assert reap(Engine(labels(left_s=-1), fails_with=status), now=NOW) == 1


def test_an_engine_that_fails_is_told_as_our_failure(reap):
    with pytest.raises(SandboxError, match="Docker did not let its containers"):
        reap(Engine(labels(left_s=-1), fails_with=500), now=NOW)


def test_pipes_of_a_dead_owner_go_unless_a_container_still_holds_them(reap, tmp_path):
    held, free = slots.claim(tmp_path / "slots"), slots.claim(tmp_path / "slots")
    for slot in (held, free):
        (slot.folder / "owner").write_text(str(gone_owner()))

    reap(Engine(labels(folder=held.folder)), now=NOW)

    assert held.folder.exists()
    assert not free.folder.exists()


def test_a_slot_that_is_just_being_claimed_is_left(reap, tmp_path):
    slot = slots.claim(tmp_path / "slots")
    (slot.folder / "owner").unlink()

    reap(Engine())
    assert slot.folder.exists()

    os.utime(slot.folder, (0, time.time() - 61))
    reap(Engine())
    assert not slot.folder.exists()
