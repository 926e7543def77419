"""Every form of the site: on which page it stands, what one fills in, and what would be wrong there.

A route that takes forms and is not in FORMS fails the tests that send them all: whoever adds one says here
how it is filled in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from knox.models import AuthToken

from tenfold.accounts.models import User
from tenfold.announcements.services import ask
from tenfold.competitions.choices import Admission, Format
from tenfold.competitions.models import Entry, Round
from tests.builders import PASSWORD, TEN_LINES, a_bot, a_version, an_entry
from tests.tenfold.pages.scenes import play
from tests.tenfold.routes import ADDRESSES, Scene, a_scene
from tests.tenfold.rulings.scenes import ruled

SOURCE = TEN_LINES.decode()


def _nothing(_scene: Scene) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Filling:
    """How `role` fills in the form that leads to `route` and stands on `page`.

    `wrong` over what is `typed` makes it one that cannot be taken; a form in which nothing is typed or chosen
    has none.
    With `asks`, a page in between asks for a word. `first` is done before. What `reads` changes no row, and
    what a `script` sends comes back to no page.
    """

    route: str
    role: str
    page: Callable[[Scene], str]
    typed: Callable[[Scene], dict[str, Any]] = _nothing
    wrong: dict[str, Any] | None = None
    asks: bool = False
    first: Callable[[Scene], object] = _nothing
    reads: bool = False
    script: bool = False


@dataclass(frozen=True)
class Saying:
    """What a script says as JSON, to the owner's table at which it is their turn."""

    route: str
    says: dict[str, Any]
    typed: Callable[[Scene], dict[str, Any]] = _nothing
    role: str = "owner"
    reads: bool = False
    first: Callable[[Scene], object] = _nothing


def a_scene_of_forms() -> Scene:
    """One match is over and one annulled; a bot asks to be let in, an author asks, a version rests, three
    bots are in no competition."""
    scene = a_scene()
    play(scene.matches[0])
    ruled("annul", scene.competition, match=scene.matches[0])
    asking = an_entry(competition=scene.competition, owner=_person(scene, "stranger"))
    Entry.objects.filter(pk=asking.pk).update(state=Entry.State.REQUESTED)
    ask(competition=scene.competition, text="May a bot sleep?", by=_person(scene, "entrant"))
    a_version(bot=scene.bot)
    stranger = _person(scene, "stranger")
    for person, name in ((scene.bot.owner, "spare"), (stranger, "spare"), (stranger, "another")):
        a_version(bot=a_bot(owner=person, name=name))
    AuthToken.objects.create(user=scene.bot.owner)
    return scene


def _person(scene: Scene, name: str) -> User:
    person = scene.people[name]
    assert isinstance(person, User)
    return person


def _on(address: str) -> Callable[[Scene], str]:
    return lambda _: address


def _in_cup(part: str = "") -> Callable[[Scene], str]:
    return lambda scene: f"{scene.competition.get_absolute_url()}{part}"


def _of_bot(scene: Scene) -> str:
    return scene.bot.get_absolute_url()


def _at_table(scene: Scene) -> str:
    return ADDRESSES["play/<uuid:key>/leave/"](scene)[0].removesuffix("leave/")


def _typing(**typed: Any) -> Callable[[Scene], dict[str, Any]]:
    return lambda _: typed


def _setting(**values: Any) -> Callable[[Scene], object]:
    return lambda scene: type(scene.competition).objects.filter(pk=scene.competition.pk).update(**values)


def _a_house_bot(scene: Scene) -> dict[str, Any]:
    return {"against": [scene.trial.bots.get(index=1).version_id]}


def _a_replay(scene: Scene) -> dict[str, Any]:
    data = scene.browser("anonymous").get(f"/m/{scene.matches[0].pk}/games/0/0/replay.json").content
    return {"file": SimpleUploadedFile("game.json", data)}


def _drawn(scene: Scene) -> object:
    said = {"id": "0", "draw": "stock"}
    return scene.browser("owner").post(f"{_at_table(scene)}move/", said, content_type="application/json")


def _a_card(scene: Scene) -> dict[str, Any]:
    seen = scene.browser("owner").get(f"{_at_table(scene)}state.json").json()
    return {"discard": seen["game"]["view"]["hand"][0]}


def _over(scene: Scene) -> object:
    return Round.objects.filter(competition=scene.competition).update(
        state=Round.State.FINISHED, finished=timezone.now()
    )


def _cup(scene: Scene) -> str:
    return str(scene.competition.slug)


NAMED = {"name": "fresh", "source": SOURCE}
WORDS = {"text": "Round two begins at noon."}
REASONED = {"reason": "It was played by mistake."}

FORMS: tuple[Filling | Saying, ...] = (
    Filling("language/", "anonymous", _on("/rules/"), _typing(language="nb"), reads=True),
    Filling(
        "sign-up/",
        "anonymous",
        _on("/sign-up/"),
        _typing(username="newcomer", password1=PASSWORD, password2=PASSWORD),
        {"password2": "another"},
    ),
    Filling(
        "sign-in/",
        "anonymous",
        _on("/sign-in/"),
        _typing(username="stranger", password=PASSWORD),
        {"password": "another"},
    ),
    Filling("sign-out/", "stranger", _on("/account/"), reads=True),
    Filling(
        "account/password/",
        "stranger",
        _on("/account/password/"),
        _typing(old_password=PASSWORD, new_password1="quite another one", new_password2="quite another one"),
    ),
    Filling("account/tokens/revoke/", "owner", _on("/account/")),
    Filling("account/delete/", "stranger", _on("/account/delete/"), _typing(password=PASSWORD)),
    Filling("account/feed/", "stranger", _on("/account/")),
    Filling("account/feed/", "owner", _on("/account/")),
    Filling("account/feed/", "owner", _on("/account/"), _typing(do="revoke")),
    Filling("bots/new/", "owner", _on("/bots/new/"), _typing(**NAMED), {"name": "x" * 41}),
    Filling("bots/<str:owner>/<slug:slug>/versions/<int:number>/activate/", "owner", _of_bot),
    Filling("bots/<str:owner>/<slug:slug>/open/", "owner", _of_bot),
    Filling("matches/", "owner", _on("/matches/"), _a_house_bot, {"blocks": "0"}),
    Filling("write/play/", "owner", _on("/write/"), _typing(**NAMED), {"name": "x" * 41}),
    Filling("write/upload/", "owner", _on("/write/"), _typing(**NAMED), {"name": "\u202e"}),
    Filling("write/upload/", "anonymous", _on("/write/"), _typing(source=SOURCE), {"source": " \n"}),
    Filling("watch/open/", "anonymous", _on("/watch/"), _a_replay, reads=True, script=True),
    Filling("play/", "owner", _on("/play/"), _a_house_bot, {"against": []}),
    Saying("play/<uuid:key>/move/", {"id": "0", "draw": "stock"}),
    Saying("play/<uuid:key>/try/", {"id": "1"}, _a_card, first=_drawn, reads=True),
    Filling("play/<uuid:key>/leave/", "owner", _at_table),
    Filling(
        "competitions/new/",
        "organizer",
        _on("/competitions/new/"),
        _typing(name="League"),
        {"time_zone": "Nowhere"},
    ),
    Filling(
        "c/<slug:slug>/reveal/publish/",
        "organizer",
        _in_cup("reveal/publish/"),
        lambda scene: {"typed": _cup(scene)},
        {"typed": "cap"},
        first=_setting(frozen_from=timezone.now()),
    ),
    Filling(
        "c/<slug:slug>/settings/",
        "organizer",
        _in_cup("settings/"),
        _typing(description="New words."),
        {"time_zone": "Nowhere"},
    ),
    Filling(
        "c/<slug:slug>/people/add/",
        "organizer",
        _in_cup("people/"),
        _typing(username="stranger"),
        {"username": "nobody-of-this-name"},
    ),
    Filling("c/<slug:slug>/people/remove/", "organizer", _in_cup("people/")),
    Filling(
        "c/<slug:slug>/people/hand-over/",
        "organizer",
        _in_cup("people/"),
        _typing(typed="co_organizer"),
        {"typed": "somebody"},
        asks=True,
    ),
    Filling(
        "c/<slug:slug>/people/code/",
        "organizer",
        _in_cup("people/"),
        lambda scene: {"typed": _cup(scene)},
        {"typed": "cap"},
        asks=True,
    ),
    Filling(
        "c/<slug:slug>/people/answer/",
        "organizer",
        _in_cup("people/"),
        _typing(reason="It is late.", decline=""),
        {"reason": " "},
    ),
    Filling("c/<slug:slug>/people/answer/", "organizer", _in_cup("people/"), _typing(approve=""), {}),
    Filling(
        "c/<slug:slug>/people/roster/",
        "organizer",
        _in_cup("people/"),
        _typing(names="ada\ngrace"),
        {"names": "ada\nLovelace, Ada!\nw x"},
    ),
    Filling("c/<slug:slug>/enter/", "owner", _in_cup(), wrong={}),
    Filling(
        "c/<slug:slug>/enter/",
        "stranger",
        _in_cup(),
        lambda scene: {"invitation": scene.competition.invitation},
        {"invitation": "mistyped"},
        first=_setting(admission=Admission.CODE),
    ),
    Filling("c/<slug:slug>/withdraw/", "owner", _in_cup()),
    Filling(
        "c/<slug:slug>/announcements/announce/",
        "organizer",
        _in_cup("announcements/"),
        _typing(**WORDS, username=""),
        {"username": "nobody"},
    ),
    Filling(
        "c/<slug:slug>/announcements/ask/",
        "entrant",
        _in_cup("announcements/"),
        _typing(question="May it?"),
        {"question": "x" * 5000},
    ),
    Filling(
        "c/<slug:slug>/announcements/answer/",
        "organizer",
        _in_cup("announcements/"),
        _typing(**WORDS, to_all=""),
        {"text": "x" * 5000},
    ),
    Filling(
        "c/<slug:slug>/announcements/<int:pk>/",
        "organizer",
        lambda scene: ADDRESSES["c/<slug:slug>/announcements/<int:pk>/"](scene)[0],
        _typing(**WORDS),
        {"text": "x" * 5000},
    ),
    Filling(
        "c/<slug:slug>/rulings/preview/",
        "organizer",
        _in_cup("rulings/preview/?kind=recount"),
        lambda scene: {**REASONED, "typed": _cup(scene)},
        {"typed": "cap"},
    ),
    Filling(
        "c/<slug:slug>/rulings/<int:number>/undo/",
        "organizer",
        _in_cup("rulings/1/undo/"),
        _typing(**REASONED, typed="match 1.1"),
        {"typed": "match"},
    ),
    Filling("c/<slug:slug>/pause/", "organizer", _in_cup()),
    Filling("c/<slug:slug>/resume/", "organizer", _in_cup(), first=_setting(paused=True)),
    Filling(
        "c/<slug:slug>/stop/", "organizer", _in_cup(), first=_setting(format=Format.LADDER, ladder_runs=True)
    ),
    Filling("c/<slug:slug>/rounds/start/", "organizer", _in_cup("dashboard/"), first=_over),
)
