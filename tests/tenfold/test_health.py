"""The address that health checks ask."""

import pytest
from django.db import OperationalError, connection


@pytest.mark.django_db
def test_it_is_well_when_the_database_answers(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_it_is_not_when_the_database_fails(client):
    def fail(*_):
        raise OperationalError("gone")

    client.raise_request_exception = False
    with connection.execute_wrapper(fail):
        assert client.get("/healthz").status_code == 500


def test_nobody_may_post_to_it(client):
    assert client.post("/healthz").status_code == 405
