"""Requests that no honest program sends are turned away with a problem document, never run into."""

from base64 import b64encode

import pytest
from rest_framework.test import APIClient
from rest_framework.throttling import SimpleRateThrottle

from tests.builders import a_bot, a_user

pytestmark = pytest.mark.django_db

LISTS = ["bots", "competitions", "matches", "tokens"]
POSITIONS = ["abc", "1e5", "\0", "1.5", "9" * 5000, "-", "2024-01-01", "2024-99-99T00:00:00+00:00"]


def somebody() -> APIClient:
    client = APIClient(raise_request_exception=False)
    client.force_authenticate(a_user())
    return client


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: ascii(position[:12]))
@pytest.mark.parametrize("listed", LISTS)
def test_a_cursor_changed_by_hand_is_not_found(listed, position):
    cursor = b64encode(f"p={position}".encode()).decode()

    answer = somebody().get(f"/api/v1/{listed}", {"cursor": cursor})

    assert answer.status_code == 404
    assert answer.json()["detail"] == "Invalid cursor"


def test_a_cursor_that_was_given_out_leads_on():
    client = somebody()
    older, newer = a_bot(), a_bot()

    first = client.get("/api/v1/bots", {"page_size": 1}).json()
    second = client.get(first["next"]).json()

    assert [page["results"][0]["id"] for page in (first, second)] == [newer.pk, older.pk]


@pytest.mark.parametrize("levels", [21, 900, 100_000])
@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ('{"a":', "}")])
def test_json_nested_without_end_is_refused(levels, opens, closes):
    body = '{"name": "Deep", "rule_set": ' + opens * levels + "1" + closes * levels + "}"

    answer = somebody().post("/api/v1/competitions", body, content_type="application/json")

    assert answer.status_code == 400
    assert "nested deeper than 20 levels" in answer.json()["detail"]


def test_json_cut_off_in_its_depth_is_refused():
    answer = somebody().post("/api/v1/bots", "[" * 100_000, content_type="application/json")

    assert answer.status_code == 400


def test_who_asks_too_often_is_told_when_to_come_again(monkeypatch):
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "1/min", "user": "1/min"})
    client = APIClient()
    client.get("/api/v1/bots")

    answer = client.get("/api/v1/bots")

    assert (answer.status_code, answer["Content-Type"]) == (429, "application/problem+json")
    assert 0 < int(answer["Retry-After"]) <= 60
