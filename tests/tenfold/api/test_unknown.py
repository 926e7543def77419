"""Addresses below `/api/` that do not exist."""

import pytest
from rest_framework.test import APIClient

from tests.builders import a_bot

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("method", ["get", "post", "delete"])
@pytest.mark.parametrize("address", ["/api/v1/botz", "/api/v1/bots/", "/api/v2/bots", "/api/v1/bots/first"])
def test_are_answered_with_a_problem_document(address, method):
    a_bot()

    answer = getattr(APIClient(), method)(address)

    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["title"] == "Not found"
    assert answer.json()["detail"].startswith(f"The API has nothing at {address}.")


def test_are_no_part_of_the_description():
    described = APIClient().get("/api/v1/schema", headers={"accept": "application/json"}).json()

    assert not [path for path in described["paths"] if "{rest}" in path]
