"""Tests that run beside each other share neither broker nor cache."""

import os

from django.conf import settings


def test_each_worker_of_a_test_run_has_a_broker_and_a_cache_of_its_own():
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    broker = os.environ["BROKER_URL"]

    assert worker is None or broker.endswith(f"/{int(worker.removeprefix('gw')) + 1}")
    assert settings.BROKER_URL == settings.CELERY_BROKER_URL == broker
    assert settings.CACHES["default"]["LOCATION"].rpartition("/")[2] == broker.rpartition("/")[2]
