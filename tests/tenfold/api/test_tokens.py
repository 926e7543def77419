import pytest
from knox.models import AuthToken
from rest_framework.test import APIClient

from tests.builders import PASSWORD, a_bot, a_user

pytestmark = pytest.mark.django_db


def a_token(user) -> str:
    answer = APIClient().post("/api/v1/tokens", {"username": user.username, "password": PASSWORD})
    assert answer.status_code == 201
    return answer.json()["token"]


def with_token(token: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def test_a_token_submits_a_bot():
    bot = a_bot()

    answer = with_token(a_token(bot.owner)).post(
        f"/api/v1/bots/{bot.pk}/versions", {"code": "print()"}, format="json"
    )

    assert answer.status_code == 201


def test_a_token_is_kept_only_as_a_hash():
    token = a_token(a_user())

    assert not AuthToken.objects.filter(digest__contains=token).exists()


def test_a_wrong_password_gives_no_token():
    answer = APIClient().post("/api/v1/tokens", {"username": a_user().username, "password": "wrong"})

    assert answer.status_code == 401
    assert "do not belong together" in answer.json()["detail"]


def test_guessing_passwords_is_stopped(settings):
    settings.AXES_FAILURE_LIMIT = 2
    user = a_user()
    for _ in range(2):
        APIClient().post("/api/v1/tokens", {"username": user.username, "password": "wrong"})

    answer = APIClient().post("/api/v1/tokens", {"username": user.username, "password": PASSWORD})

    assert answer.status_code in {401, 403, 429}


def test_a_revoked_token_opens_nothing():
    client = with_token(a_token(a_user()))
    (listed,) = client.get("/api/v1/tokens").json()["results"]

    client.delete(f"/api/v1/tokens/{listed['key']}")

    assert client.get("/api/v1/tokens").status_code == 401


def test_nobody_revokes_another_persons_token():
    user = a_user()
    token = a_token(user)

    answer = with_token(a_token(a_user())).delete(f"/api/v1/tokens/{token[:15]}")

    assert answer.status_code == 404
    assert AuthToken.objects.filter(user=user).exists()
