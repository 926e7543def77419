import pytest
from knox.models import AuthToken
from rest_framework.test import APIClient

from tests.builders import PASSWORD, a_bot, a_competition, a_user
from tests.tenfold.routes import ADDRESSES, a_scene, routes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def a_token(user, **more: str) -> str:
    answer = APIClient().post("/api/v1/tokens", {"username": user.username, "password": PASSWORD, **more})
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


def test_a_token_to_read_changes_nothing():
    bot = a_bot()
    client = with_token(a_token(bot.owner, scope="read"))

    refused = client.post(f"/api/v1/bots/{bot.pk}/versions", {"code": "print()"}, format="json")

    assert (refused.status_code, bot.versions.count()) == (403, 0)
    assert "has the scope “read”" in refused.json()["detail"]
    assert client.get("/api/v1/tokens").status_code == 200


def test_a_token_to_hand_in_bots_does_that_and_no_more():
    bot = a_bot()
    client = with_token(a_token(bot.owner, scope="bots"))

    handed_in = client.post(f"/api/v1/bots/{bot.pk}/versions", {"code": "print()"}, format="json")
    opened = client.post("/api/v1/competitions", {"name": "cup"}, format="json")

    assert (handed_in.status_code, opened.status_code) == (201, 403)


def test_a_token_is_good_for_everything_unless_asked_otherwise():
    client = with_token(a_token(a_user()))

    assert client.get("/api/v1/tokens").json()["results"][0]["scope"] == "all"
    assert client.post("/api/v1/competitions", {"name": "cup"}, format="json").status_code == 201


def test_a_token_from_before_there_were_scopes_is_good_for_everything_still():
    made, token = AuthToken.objects.create(a_user())
    client = with_token(token)

    assert client.get("/api/v1/tokens").json()["results"][0]["scope"] == "all"
    assert client.delete(f"/api/v1/tokens/{made.token_key}").status_code == 204


def test_a_scope_that_there_is_not_gives_no_token():
    user = a_user()
    sent = {"username": user.username, "password": PASSWORD, "scope": "root"}

    assert APIClient().post("/api/v1/tokens", sent).status_code == 400
    assert not AuthToken.objects.exists()


def test_the_choice_of_a_scope_says_that_a_token_to_read_reads_all_that_its_owner_may():
    schema = APIClient().get("/api/v1/schema", headers={"accept": "application/json"}).json()

    scope = schema["components"]["schemas"]["Credentials"]["properties"]["scope"]
    assert "reads all that you may: the sources and dossiers of your bots" in scope["description"]


def test_a_token_to_read_reads_the_invitation_code_of_its_owners_competition():
    competition = a_competition()

    found = with_token(a_token(competition.organizer, scope="read")).get(
        f"/api/v1/competitions/{competition.slug}"
    )

    assert found.json()["invitation"] == competition.invitation


def test_no_route_takes_a_change_from_a_token_to_read():
    scene = a_scene()
    client = with_token(a_token(scene.people["organizer"], scope="read"))
    refused = {
        (route, method): client.generic(method.upper(), ADDRESSES[route](scene)[0]).status_code
        for route in routes()
        if route.startswith("api/v1/")
        for method in ("post", "put", "patch", "delete")
    }
    assert set(refused.values()) <= {403, 405}
