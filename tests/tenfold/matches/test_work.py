"""The nodes that make one worker."""

from django.conf import settings

from tenfold.matches.management.commands.work import NODES


def test_every_queue_has_one_node():
    served = [queue for node in NODES for queue in node.queues.split(",")]
    used = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}

    assert sorted(served) == sorted(used | {settings.CELERY_TASK_DEFAULT_QUEUE})


def test_matches_have_a_node_to_themselves():
    assert [node.queues for node in NODES if "matches" in node.queues] == ["matches"]


def test_only_the_node_of_the_matches_binds_its_processes_to_cores():
    assert {node.name: node.environment.get("PIN_CORES", "true") for node in NODES} == {
        "matches": "true",
        "trials": "false",
    }
