"""The nodes that make one worker, and what it does for its machine."""

import time
from dataclasses import dataclass

import pytest
from django.conf import settings

from tenfold.matches import machine
from tenfold.matches.management.commands import work
from tenfold.matches.management.commands.work import NODES, Node, Running


def test_every_queue_has_one_node():
    served = [queue for node in NODES for queue in node.queues.split(",")]
    used = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}

    assert sorted(served) == sorted(used | {settings.CELERY_TASK_DEFAULT_QUEUE})


def test_nothing_waits_for_what_is_of_another_kind():
    assert [node.queues for node in NODES if "," in node.queues] == []


def test_only_the_node_of_the_matches_binds_its_processes_to_cores():
    assert {node.name: node.environment.get("PIN_CORES", "true") for node in NODES} == {
        "matches": "true",
        "trials": "false",
        "drafts": "false",
        "requested": "false",
        "tables": "false",
        "housekeeping": "false",
    }


@dataclass(frozen=True, slots=True)
class EndsAtOnce(Node):
    def command(self) -> list[str]:
        return ["sh", "-c", "exit 3"]


@pytest.fixture
def short_pauses(monkeypatch):
    monkeypatch.setattr(work, "FIRST_PAUSE_S", 0.05)


def restarted(node: Running) -> int:
    """Tend it until it has been started anew; the process id that it has then."""
    before, give_up = node.process.pid, time.monotonic() + 20
    while node.process.pid == before:
        assert time.monotonic() < give_up
        node.tend()
    return node.process.pid


def test_a_node_that_ends_by_itself_is_started_anew(short_pauses, caplog):
    node = Running(EndsAtOnce("matches", "matches"))

    first, second = node.process.pid, restarted(node)

    assert first != second
    assert "node ended by itself" in caplog.text
    node.process.wait()


def test_a_node_that_does_not_stay_is_started_ever_more_seldom(short_pauses):
    node = Running(EndsAtOnce("matches", "matches"))
    begun = time.monotonic()

    for _ in range(4):
        restarted(node)

    assert time.monotonic() - begun > 0.1 + 0.2 + 0.4
    node.process.wait()


class Enough(Exception):
    """Ends what goes on for ever."""


def test_a_machine_is_looked_after_again_whatever_went_wrong(monkeypatch):
    looks = []

    def look_after() -> None:
        looks.append(1)
        raise RuntimeError("whatever")

    def sleep(_seconds: float) -> None:
        if len(looks) == 2:
            raise Enough

    monkeypatch.setattr(machine, "look_after", look_after)
    monkeypatch.setattr(time, "sleep", sleep)

    with pytest.raises(Enough):
        machine.keep()
