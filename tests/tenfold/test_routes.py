"""Who may ask what, of every route; and that strangers cannot tell a private competition from none."""

import re
from copy import copy
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from tenfold.competitions.models import Entry
from tests.builders import an_entry
from tests.tenfold.pages.scenes import play
from tests.tenfold.routes import ADDRESSES, ROLES, Scene, a_scene, routes
from tests.tenfold.rulings.scenes import ruled

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

# Methods, a route, and who is answered what, in a public competition: a status, or `sign-in` for a redirect
# there. A role is answered by the first name that fits it. All other methods are refused by 405.
TABLE = """
GET      ''                                        all 200
GET      rules/                                    all 200
GET      rules/<slug:name>/                        all 200
GET      results/                                  all 200
GET      protocol/                                 all 200
POST     language/                                 all 302
GET      language/<slug:code>.js                   all 200
GET,POST sign-up/                                  anonymous 200, others 302
GET,POST sign-in/                                  anonymous 200, others 302
POST     sign-out/                                 all 302
GET      account/                                  anonymous sign-in, others 200
GET,POST account/password/                         anonymous sign-in, others 200
POST     account/tokens/revoke/                    anonymous sign-in, others 404
GET,POST account/delete/                           anonymous sign-in, others 200
GET      healthz                                   all 200
POST     account/feed/                             anonymous sign-in, others 302
GET      feeds/<str:token>/                        all 200
GET      authors/<str:owner>/                      all 200
GET      bots/                                     anonymous sign-in, others 200
GET,POST bots/new/                                 anonymous sign-in, others 200
GET      bots/<str:owner>/<slug:slug>/             all 200
GET      bots/<str:owner>/<slug:slug>/versions/<int:number>/ all 200
POST     bots/<str:owner>/<slug:slug>/versions/<int:number>/activate/ owner 302, anonymous sign-in, others 403
GET      bots/<str:owner>/<slug:slug>/versions/<int:number>/source/ owner 200, others 404
GET      bots/<str:owner>/<slug:slug>/versions/<int:number>/read/ owner 200, others 404
GET      bots/<str:owner>/<slug:slug>/diff/        owner 200, others 404
POST     bots/<str:owner>/<slug:slug>/open/        owner 302, anonymous sign-in, others 403
GET      faults/<int:pk>/asked.ndjson              all 404
GET,POST matches/                                  anonymous sign-in, others 200
GET      matches/mine/                             anonymous sign-in, others 200
GET      write/                                    all 200
POST     write/play/                               all 422
POST     write/upload/                             all 422
GET      write/<uuid:key>/                         owner 200, others 404
GET      write/<uuid:key>/replay.json              owner 200, others 404
GET      watch/                                    all 200
POST     watch/open/                               all 400
GET,POST play/                                     all 200
GET      play/<uuid:key>/                          owner 200, others 404
GET      play/<uuid:key>/state.json                owner 200, others 404
POST     play/<uuid:key>/move/                     owner 400, others 404
POST     play/<uuid:key>/try/                      owner 400, others 404
POST     play/<uuid:key>/leave/                    owner 302, others 404
GET      play/<uuid:key>/verify/                   owner 200, others 404
GET      play/<uuid:key>/replay.json               owner 200, others 404
GET      play/<uuid:key>/transcript.t10            owner 200, others 404
GET      competitions/                             all 200
GET,POST competitions/new/                         anonymous sign-in, others 200
GET      c/<slug:slug>/                            all 200
GET      c/<slug:slug>/dashboard/                  organizers+staff 200, anonymous sign-in, others 403
GET      c/<slug:slug>/reveal/                     organizers 200, anonymous sign-in, others 403
GET,POST c/<slug:slug>/reveal/publish/             organizers 200, anonymous sign-in, others 403
GET,POST c/<slug:slug>/settings/                   organizers 200, anonymous sign-in, others 403
GET      c/<slug:slug>/people/                     organizers 200, anonymous sign-in, others 403
POST     c/<slug:slug>/people/add/                 organizer 200, anonymous sign-in, others 403
POST     c/<slug:slug>/people/remove/              organizer 302, anonymous sign-in, others 403
POST     c/<slug:slug>/people/hand-over/           organizer 200, anonymous sign-in, others 403
POST     c/<slug:slug>/people/code/                organizers 200, anonymous sign-in, others 403
POST     c/<slug:slug>/people/answer/              organizers 200, anonymous sign-in, others 403
POST     c/<slug:slug>/people/roster/              organizers 200, anonymous sign-in, others 403
GET      c/<slug:slug>/rules/                      all 200
GET      c/<slug:slug>/enter/                      anonymous sign-in, others 200
POST     c/<slug:slug>/enter/                      owner 302, anonymous sign-in, others 404
POST     c/<slug:slug>/withdraw/                   owner+organizers 302, anonymous sign-in, others 403
GET      c/<slug:slug>/matches/                    all 200
GET      c/<slug:slug>/pairs/                      all 200
GET      c/<slug:slug>/pairs/<int:one>/<int:other>/ all 200
GET      c/<slug:slug>/export/                     all 200
GET      c/<slug:slug>/certificates/               organizers+staff 200, anonymous sign-in, others 403
GET      c/<slug:slug>/certificates.csv            organizers+staff 200, anonymous sign-in, others 403
GET      c/<slug:slug>/badge/<int:pk>.svg          all 200
GET      c/<slug:slug>/replays/<int:number>/<int:first>.zip anonymous sign-in, others 200
GET      c/<slug:slug>/standing.csv                all 200
GET      c/<slug:slug>/matches.ndjson              all 200
GET      c/<slug:slug>/feed/                       all 200
GET      c/<slug:slug>/alike/                      organizers+staff 200, anonymous sign-in, others 403
GET      c/<slug:slug>/announcements/              all 200
POST     c/<slug:slug>/announcements/announce/     organizers+staff 200, anonymous sign-in, others 403
POST     c/<slug:slug>/announcements/ask/          authors 200, anonymous sign-in, others 403
POST     c/<slug:slug>/announcements/answer/       organizers+staff 404, anonymous sign-in, others 403
GET,POST c/<slug:slug>/announcements/<int:pk>/     organizers+staff 200, anonymous sign-in, others 403
GET      c/<slug:slug>/rulings/                    all 200
GET      c/<slug:slug>/rulings/new/                organizers+staff 200, anonymous sign-in, others 403
GET,POST c/<slug:slug>/rulings/preview/            organizers+staff 302, anonymous sign-in, others 403
GET,POST c/<slug:slug>/rulings/<int:number>/undo/  organizers+staff 200, anonymous sign-in, others 403
POST     c/<slug:slug>/pause/                      organizers+staff 302, anonymous sign-in, others 403
POST     c/<slug:slug>/resume/                     organizers+staff 302, anonymous sign-in, others 403
POST     c/<slug:slug>/stop/                       organizers+staff 302, anonymous sign-in, others 403
POST     c/<slug:slug>/rounds/start/               organizers+staff 302, anonymous sign-in, others 403
GET      m/<int:pk>/                               all 200
GET      m/<int:pk>/games/<int:block>/<int:rotation>/ all 200
GET      m/<int:pk>/games/<int:block>/<int:rotation>/replay.json all 200
GET      m/<int:pk>/games/<int:block>/<int:rotation>/stderr/ entrant 200, others 404
GET      m/<int:pk>/games/<int:block>/<int:rotation>/verify/ all 200
GET      m/<int:pk>/games/<int:block>/<int:rotation>/embed/ all 200
GET      api/v1/tokens                             anonymous 401, others 200
POST     api/v1/tokens                             all 400
DELETE   api/v1/tokens/<str:key>                   anonymous 401, others 404
GET      api/v1/bots                               all 200
POST     api/v1/bots                               anonymous 401, others 400
GET      api/v1/bots/<int:pk>                      all 200
GET      api/v1/bots/<int:pk>/versions             all 200
POST     api/v1/bots/<int:pk>/versions             owner 400, anonymous 401, others 403
GET      api/v1/bots/<int:pk>/versions/<int:number> all 200
GET      api/v1/bots/<int:pk>/versions/<int:number>/source owner 200, others 404
POST     api/v1/bots/<int:pk>/versions/<int:number>/activate owner 200, anonymous 401, others 403
GET      api/v1/competitions                       all 200
POST     api/v1/competitions                       anonymous 401, others 400
GET      api/v1/competitions/<slug:slug>           all 200
PATCH    api/v1/competitions/<slug:slug>           organizers 200, anonymous 401, others 403
GET      api/v1/competitions/<slug:slug>/entries   all 200
POST     api/v1/competitions/<slug:slug>/entries   anonymous 401, others 400
GET      api/v1/competitions/<slug:slug>/entries/<int:pk> all 200
DELETE   api/v1/competitions/<slug:slug>/entries/<int:pk> owner+organizers 204, anonymous 401, others 403
POST     api/v1/competitions/<slug:slug>/entries/<int:pk>/answer organizers 400, anonymous 401, others 403
PUT      api/v1/competitions/<slug:slug>/co-organizers/<str:username> organizer 204, anonymous 401, others 403
DELETE   api/v1/competitions/<slug:slug>/co-organizers/<str:username> organizer 204, anonymous 401, others 403
GET      api/v1/competitions/<slug:slug>/roster    organizers 200, anonymous 401, others 403
PUT      api/v1/competitions/<slug:slug>/roster    organizers 400, anonymous 401, others 403
POST     api/v1/competitions/<slug:slug>/pause     organizers+staff 200, anonymous 401, others 403
POST     api/v1/competitions/<slug:slug>/resume    organizers+staff 200, anonymous 401, others 403
POST     api/v1/competitions/<slug:slug>/stop      organizers+staff 409, anonymous 401, others 403
GET      api/v1/competitions/<slug:slug>/rounds    all 200
POST     api/v1/competitions/<slug:slug>/rounds    organizers+staff 409, anonymous 401, others 403
GET      api/v1/competitions/<slug:slug>/rounds/<int:number>/bracket all 404
GET      api/v1/competitions/<slug:slug>/standings all 200
GET      api/v1/competitions/<slug:slug>/rulings   all 200
GET      api/v1/competitions/<slug:slug>/reveal    organizers 200, anonymous 401, others 403
GET      api/v1/competitions/<slug:slug>/exports   all 200
GET      api/v1/competitions/<slug:slug>/standing.csv all 200
GET      api/v1/competitions/<slug:slug>/matches.ndjson all 200
GET      api/v1/competitions/<slug:slug>/certificates.csv organizers+staff 200, anonymous 401, others 403
GET      api/v1/competitions/<slug:slug>/replays/<int:number>/<int:first>.zip anonymous 401, others 200
GET      api/v1/competitions/<slug:slug>/announcements all 200
POST     api/v1/competitions/<slug:slug>/announcements organizers+staff 400, anonymous 401, others 403
PATCH api/v1/competitions/<slug:slug>/announcements/<int:pk> organizers+staff 400, anonymous 401, others 403
GET      api/v1/competitions/<slug:slug>/questions anonymous 401, others 200
POST     api/v1/competitions/<slug:slug>/questions authors 400, anonymous 401, others 403
POST api/v1/competitions/<slug:slug>/questions/<int:pk>/answer organizers+staff 404, anonymous 401, others 403
GET      api/v1/matches                            all 200
GET      api/v1/matches/<int:pk>                   all 200
GET      api/v1/matches/<int:pk>/games             all 200
GET      api/v1/matches/<int:pk>/games/<int:block>/<int:rotation>/replay all 200
GET      api/v1/matches/<int:pk>/games/<int:block>/<int:rotation>/transcript all 200
GET      api/v1/schema                             all 200
GET      api/v1/docs                               all 200
GET,POST,PUT,PATCH,DELETE api/<path:rest>          all 404
"""
NAMES = {
    **{role: (role,) for role in ROLES},
    "authors": ("owner", "entrant", "teammate"),
    "organizers": ("co_organizer", "organizer"),
    "all": ROLES,
    "others": ROLES,
}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
OF_A_COMPETITION = ("c/", "m/", "api/v1/competitions/", "api/v1/matches/")
OUTSIDERS = ("anonymous", "stranger")
# What is kept elsewhere tells everybody the same: nothing, where the competition is private.
OF_PUBLIC_ONES = ("c/<slug:slug>/badge/<int:pk>.svg",)
_CHANGING = re.compile(rb'name="(csrfmiddlewaretoken|token|seen)" value="[^"]*"|"instance":"[^"]*"')


@pytest.fixture(params=["public", "private"])
def scene(request: pytest.FixtureRequest) -> Scene:
    """A match of it is played and annulled by a ruling; a second bot of the owner's asks to be let in."""
    scene = a_scene(private=request.param == "private")
    play(scene.matches[0])
    ruled("annul", scene.competition, match=scene.matches[0])
    asking = an_entry(competition=scene.competition, owner=scene.bot.owner)
    Entry.objects.filter(pk=asking.pk).update(state=Entry.State.REQUESTED)
    return scene


def rows() -> dict[tuple[str, str], dict[str, str]]:
    """What each role is answered, by method and route."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for line in TABLE.strip().splitlines():
        methods, route, answers = line.split(maxsplit=2)
        by_role: dict[str, str] = {}
        for names, answer in (each.split() for each in answers.split(",")):
            roles = [role for name in names.split("+") for role in NAMES[name]]
            by_role = dict.fromkeys(roles, answer) | by_role
        found |= {(method, route.strip("'")): by_role for method in methods.split(",")}
    return found


def things_of(scene: Scene) -> dict[str, Any]:
    """What the forms of the site name by number: what they are sent, if nothing else."""
    entry = scene.competition.entries.last()
    assert entry is not None
    return {"entry": entry.pk, "bot": entry.bot_id, "user": scene.competition.co_organizers.get().pk}


def asked(scene: Scene, role: str, method: str, address: str) -> Any:
    """The answer to a request; what it does is undone."""
    cache.clear()
    client = scene.browser(role)
    cookies = copy(client.cookies)
    more: dict[str, Any] = {}
    if address.startswith("/api/") and method != "GET":
        more = {"data": {}, "content_type": "application/json"}
    elif method == "POST":
        more = {"data": things_of(scene)}
    with transaction.atomic():
        answer = getattr(client, method.lower())(address, **more)
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer


def told(scene: Scene, role: str, method: str, route: str) -> str:
    """The answer as the table has it."""
    answer = asked(scene, role, method, ADDRESSES[route](scene)[0])
    to_sign_in = answer.status_code == 302 and answer["Location"].startswith("/sign-in/?next=")
    return "sign-in" if to_sign_in else str(answer.status_code)


def hidden(answer: str) -> str:
    """The answer to an outsider where the competition is private: before it is looked for, or 404."""
    return answer if answer in ("sign-in", "401") else "404"


def test_the_table_has_every_route():
    assert {route for _, route in rows()} == set(routes())


def test_those_are_answered_who_may_ask(scene):
    private = scene.competition.visibility == "private"
    wrong = []
    for (method, route), answers in rows().items():
        if private and not route.startswith(OF_A_COMPETITION):
            continue
        for role, answer in answers.items():
            outside = role in OUTSIDERS or route in OF_PUBLIC_ONES
            expected = hidden(answer) if private and outside else answer
            if (got := told(scene, role, method, route)) != expected:
                wrong.append(f"{method} {route}: {got} to {role}, not {expected}")
    assert wrong == []


def test_no_route_takes_a_method_that_the_table_lacks():
    scene = a_scene()
    others = [(method, route) for route in routes() for method in METHODS if (method, route) not in rows()]
    assert [each for each in others if told(scene, "organizer", *each) != "405"] == []


@pytest.mark.parametrize("scene", ["private"], indirect=True)
def test_a_private_competition_is_like_one_that_does_not_exist(scene):
    slug, match = scene.competition.slug, str(scene.matches[0].pk)
    for route in sorted(routes()):
        if not route.startswith(OF_A_COMPETITION):
            continue
        address = ADDRESSES[route](scene)[0].partition("?")[0]
        nowhere = re.sub(rf"/(c|competitions)/{slug}\b", r"/\1/gone", address)
        nowhere = re.sub(rf"/(m|matches)/{match}\b", r"/\1/9999", nowhere)
        assert nowhere != address
        for method in ("GET", "POST"):
            real, none = (asked(scene, "stranger", method, each) for each in (address, nowhere))
            said = real.content.replace(address.encode(), nowhere.encode())
            assert real.status_code == none.status_code, (method, address)
            assert _CHANGING.sub(b"", said) == _CHANGING.sub(b"", none.content), (method, address)


FIELDS = (
    "against", "approve", "blocks", "bot", "entry", "invitation", "key", "kind", "match", "name", "names",
    "new_password1", "next", "old_password", "password", "question", "reason", "round", "rules", "seen",
    "source", "text", "token", "typed", "user", "username", "version",
)  # fmt: skip


@pytest.mark.parametrize("sent", ["\0", "-1"], ids=ascii)
def test_no_form_runs_into_what_no_browser_sends(sent):
    scene = a_scene()
    asks = scene.competition.entries.first()
    asks.state = "requested"
    asks.save()
    odd = dict.fromkeys(FIELDS, sent)
    for route in sorted(routes()):
        if route.startswith("api/"):
            continue
        address = ADDRESSES[route](scene)[0]
        declined = {key: value for key, value in odd.items() if key != "approve"} | {"entry": asks.pk}
        for form in (odd, declined):
            with transaction.atomic():
                client = scene.browser("organizer")
                client.raise_request_exception = False
                assert client.post(address, form).status_code < 500, address
                transaction.set_rollback(True)
