"""The sandbox of a worker process: one for its life, lent to match after match."""

from dataclasses import replace

import pytest

from sandbox.limits import Limits
from tenfold.competitions.choices import Image
from tenfold.matches import cores, kept, sandboxes, worker
from tests.builders import DOCKER
from tests.sandbox.bots import ECHO


class Session:
    closed = False

    def close(self):
        self.closed = True


class Fake:
    name = "docker"

    def __init__(self, **how):
        self.how, self.closed, self.image = how, False, how["image"]

    def open(self, *_, **__):
        return Session()

    def close(self):
        self.closed = True


@pytest.fixture
def made(monkeypatch):
    """The sandboxes that were made."""
    every = []

    def make(**how):
        every.append(Fake(**how))
        return every[-1]

    monkeypatch.setattr(kept, "DockerSandbox", make)
    yield every
    kept.give_up()


def test_matches_of_a_process_share_a_sandbox_that_outlives_them(made):
    for _ in range(2):
        kept.borrow(DOCKER).close()

    assert [sandbox.closed for sandbox in made] == [False]


def test_an_image_that_was_built_anew_gets_a_sandbox_of_its_own(made):
    for image in ("sha256:1", "sha256:2", "sha256:2"):
        kept.borrow(replace(DOCKER, image=image)).close()

    assert [(sandbox.image, sandbox.closed) for sandbox in made] == [("sha256:1", True), ("sha256:2", False)]


def test_matches_of_two_images_take_turns_and_find_their_containers_waiting(made):
    for image in (Image.PLAIN, Image.NUMPY) * 3:
        kept.borrow(replace(DOCKER, image=f"sha256:{image}"), image).close()

    assert [(sandbox.image, sandbox.closed) for sandbox in made] == [
        ("sha256:plain", False),
        ("sha256:numpy", False),
    ]


def test_an_image_that_was_built_anew_leaves_the_other_ones_containers_waiting(made):
    kept.borrow(DOCKER, Image.NUMPY)
    for image in ("sha256:1", "sha256:2"):
        kept.borrow(replace(DOCKER, image=image), Image.PLAIN)

    assert [sandbox.closed for sandbox in made] == [False, True, False]


def test_containers_of_an_image_that_no_match_asks_for_do_not_wait_for_ever(made, monkeypatch):
    kept.borrow(DOCKER, Image.NUMPY)
    monkeypatch.setattr(kept, "UNUSED_S", -1.0)  # as long after

    kept.borrow(DOCKER, Image.PLAIN)

    numpy, plain = made
    assert (numpy.closed, plain.closed) == (True, False)


def test_a_match_closes_what_it_opened_and_nothing_else(made):
    first, second = kept.borrow(DOCKER), kept.borrow(DOCKER)
    its, other = (each.open(ECHO, limits=Limits()) for each in (first, second))

    first.close()

    assert (its.closed, other.closed) == (True, False)


def test_its_containers_wait_on_the_core_of_the_process(made, monkeypatch, settings):
    settings.WARM_POOL = 3
    monkeypatch.setattr(cores, "pinned", lambda: 1)

    kept.borrow(DOCKER)

    warm = made[0].how["warm"]
    assert (warm.size, warm.cpu, warm.limits.memory_bytes) == (3, 1, DOCKER.memory_bytes)


def test_without_a_pool_each_match_has_a_sandbox_of_its_own(made, settings):
    settings.WARM_POOL = 0

    for _ in range(2):
        kept.borrow(DOCKER).close()

    assert [(sandbox.how["warm"], sandbox.closed) for sandbox in made] == [(None, True), (None, True)]


@pytest.mark.parametrize("end", [worker.take_waiting_containers_along, sandboxes.doubt])
def test_the_end_of_the_process_and_trouble_close_all(made, end):
    for image in Image:
        kept.borrow(DOCKER, image)

    end()

    assert all(sandbox.closed for sandbox in made)
    assert kept.borrow(DOCKER).name == "docker"
    assert len(made) == 3
