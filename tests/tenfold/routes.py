"""Every route of the site, from the resolver, with addresses that lead to things of one scene.

A route that is not in ADDRESSES fails the tests that walk them all: whoever adds one says here what to ask of
it, and in the tables who may.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from arena.phase10.rules import RuleSet
from tenfold.accounts.models import User
from tenfold.announcements.services import announce
from tenfold.bots.models import Bot, BotVersion
from tenfold.competitions.choices import Format
from tenfold.competitions.models import Competition
from tenfold.drafts.models import Draft
from tenfold.matches.models import FaultLog, Match, MatchBot
from tests.builders import (
    SHORT,
    a_bot,
    a_competition,
    a_requested_match,
    a_round,
    a_table,
    a_trial,
    a_user,
    a_version,
    an_entry,
    played_out,
)
from tests.tenfold.drafts.scenes import a_played_draft
from tests.tenfold.pages.scenes import reader

# Of the feed of the owner's bots, which opens to whoever knows it.
FEED_TOKEN = "known-to-the-owner-alone"
ROLES = ("anonymous", "stranger", "entrant", "teammate", "owner", "co_organizer", "organizer", "staff")


@dataclass
class Scene:
    """A competition of three authors' bots and a round of its three matches; the owner has `bot` and a draft.

    A bot has one owner and there are no teams: who comes nearest to the owner is the `teammate`, who
    organizes another competition with them, was asked by them for a match, and entered a bot of the same code
    after the round had begun. The third author, `unlucky`, has no role: whatever goes wrong goes wrong with
    that bot.
    """

    people: dict[str, User | AnonymousUser]
    competition: Competition
    bot: Bot
    version: BotVersion
    trial: Match | None = None
    matches: list[Match] = field(default_factory=list)
    _browsers: dict[str, Client] = field(default_factory=dict)

    def browser(self, role: str) -> Client:
        """One for all that a role asks: each new one has the static files looked through again, which takes
        longer than most requests."""
        if role not in self._browsers:
            person = self.people.get(role)
            self._browsers[role] = reader(person if isinstance(person, User) else None)
        return self._browsers[role]


def a_scene(*, private: bool = False, format_: Format = Format.ROUND_ROBIN, rules: RuleSet = SHORT) -> Scene:
    people = {name: a_user(name, is_staff=name == "staff") for name in ROLES if name != "anonymous"}
    User.objects.filter(pk=people["owner"].pk).update(feed_token=FEED_TOKEN)
    competition = a_competition(
        organizer=people["organizer"], private=private, name="cup", format=format_, rules=rules
    )
    competition.co_organizers.add(people["co_organizer"])
    version = a_version(bot=a_bot(owner=people["owner"], name="mine"))
    an_entry(competition=competition, bot=version.bot)
    for name in ("entrant", "unlucky"):
        owner = people.get(name) or a_user(name)
        an_entry(competition=competition, bot=a_version(bot=a_bot(owner=owner, name=f"of {name}")).bot)
    announce(competition=competition, text="Welcome.", by=people["organizer"])
    matches = list(a_round(competition=competition, entries=3).matches.order_by("number"))
    _team_up(people["teammate"], version, competition)
    trial = a_trial(version=version)
    a_played_draft(owner=version.bot.owner, opponent=trial.bots.get(index=1).version)
    opponent = a_version(bot=a_bot(house=True))
    played_out(a_table(by=people["owner"], bots=[opponent]))
    a_table(by=people["owner"], bots=[opponent])
    return Scene({**people, "anonymous": AnonymousUser()}, competition, version.bot, version, trial, matches)


def _team_up(teammate: User, version: BotVersion, competition: Competition) -> None:
    theirs = a_version(bot=a_bot(owner=teammate, name="of teammate"), source=bytes(version.source))
    an_entry(competition=competition, bot=theirs.bot)
    a_requested_match(by=version.bot.owner, versions=[version, theirs])
    a_competition(organizer=version.bot.owner, private=True).co_organizers.add(teammate)


def routes() -> Iterator[str]:
    """Every route but the admin's, which asks for staff itself."""
    yield from _within("", get_resolver().url_patterns)


def _within(prefix: str, patterns: Sequence[URLPattern | URLResolver]) -> Iterator[str]:
    for each in patterns:
        at = prefix + str(each.pattern)
        if isinstance(each, URLPattern):
            yield at
        elif at != "admin/":
            yield from _within(at, each.url_patterns)


def _fixed(*addresses: str) -> Callable[[Scene], list[str]]:
    return lambda _: list(addresses)


def _of_cup(*parts: str) -> Callable[[Scene], list[str]]:
    return lambda scene: [f"/c/{scene.competition.slug}/{part}" for part in parts]


def _of_cup_api(*parts: str) -> Callable[[Scene], list[str]]:
    return lambda scene: [f"/api/v1/competitions/{scene.competition.slug}{part}" for part in parts]


def _of_matches(*parts: str) -> Callable[[Scene], list[str]]:
    return lambda scene: [f"/m/{match.pk}/{part}" for match in scene.matches for part in parts]


def _of_matches_api(*parts: str) -> Callable[[Scene], list[str]]:
    return lambda scene: [f"/api/v1/matches/{match.pk}{part}" for match in scene.matches for part in parts]


def _of_bots(*parts: str) -> Callable[[Scene], list[str]]:
    return lambda scene: [
        f"{entry.bot.get_absolute_url()}{part}" for entry in scene.competition.entries.all() for part in parts
    ]


def _of_tables(part: str, *, over: bool = False) -> Callable[[Scene], list[str]]:
    """Of the owner's two tables the one that is over, or the one that is not."""
    return lambda scene: [
        f"{table.get_absolute_url()}{part}" for table in scene.bot.owner.tables.all() if table.over == over
    ]


def _of_bots_api(*parts: str) -> Callable[[Scene], list[str]]:
    return lambda scene: [f"/api/v1/bots/{scene.bot.pk}{part}" for part in parts]


def _of_drafts(part: str) -> Callable[[Scene], list[str]]:
    return lambda scene: [
        f"{draft.get_absolute_url()}{part}" for draft in Draft.objects.filter(owner=scene.bot.owner)
    ]


def _of_games_of_owner(part: str) -> Callable[[Scene], list[str]]:
    """The same, those first that the owner's bot has played."""

    def addresses(scene: Scene) -> list[str]:
        own = MatchBot.objects.filter(version__bot=scene.bot, match__games__isnull=False)
        first = set(own.values_list("match", flat=True))
        matches = sorted(scene.matches, key=lambda match: match.pk not in first)
        return [f"/m/{match.pk}/{part}" for match in matches]

    return addresses


def _fault_of_owner(scene: Scene) -> int:
    """A fault of the owner's bot; where there is none, the number of none."""
    faults = FaultLog.objects.filter(bot__version__bot=scene.bot).order_by("pk")
    return faults.values_list("pk", flat=True).first() or 0


_MATCH_LISTS = (
    "",
    "?state=finished",
    "?state=running",
    "?state=scheduled",
    "?state=frozen",
    "?kind=round&page_size=1",
)

ADDRESSES: dict[str, Callable[[Scene], list[str]]] = {
    "": _fixed("/"),
    "rules/": _fixed("/rules/"),
    "rules/<slug:name>/": _fixed("/rules/even/"),
    "results/": _fixed("/results/"),
    "protocol/": _fixed("/protocol/"),
    "language/": _fixed("/language/"),
    "language/<slug:code>.js": _fixed("/language/nb.js"),
    "sign-up/": _fixed("/sign-up/"),
    "sign-in/": _fixed("/sign-in/"),
    "sign-out/": _fixed("/sign-out/"),
    "account/": _fixed("/account/"),
    "account/password/": _fixed("/account/password/"),
    "account/tokens/revoke/": _fixed("/account/tokens/revoke/"),
    "account/delete/": _fixed("/account/delete/"),
    "healthz": _fixed("/healthz"),
    "account/feed/": _fixed("/account/feed/"),
    "feeds/<str:token>/": _fixed(f"/feeds/{FEED_TOKEN}/"),
    "authors/<str:owner>/": _fixed("/authors/owner/"),
    "bots/": _fixed("/bots/"),
    "bots/new/": _fixed("/bots/new/"),
    "bots/<str:owner>/<slug:slug>/": _of_bots("", "?in=cup"),
    "bots/<str:owner>/<slug:slug>/versions/<int:number>/": _of_bots("versions/1/"),
    "bots/<str:owner>/<slug:slug>/versions/<int:number>/activate/": _of_bots("versions/1/activate/"),
    "bots/<str:owner>/<slug:slug>/versions/<int:number>/source/": _of_bots("versions/1/source/"),
    "bots/<str:owner>/<slug:slug>/versions/<int:number>/read/": _of_bots("versions/1/read/"),
    "bots/<str:owner>/<slug:slug>/diff/": _of_bots("diff/"),
    "bots/<str:owner>/<slug:slug>/open/": _of_bots("open/"),
    "matches/": _fixed("/matches/"),
    "matches/mine/": _fixed(
        "/matches/mine/",
        "/matches/mine/?bot=mine",
        "/matches/mine/?state=finished",
        "/matches/mine/?state=frozen",
        "/matches/mine/?fault=crashed",
    ),
    "write/": _fixed("/write/"),
    "write/play/": _fixed("/write/play/"),
    "write/upload/": _fixed("/write/upload/"),
    "write/<uuid:key>/": _of_drafts(""),
    "write/<uuid:key>/replay.json": _of_drafts("replay.json"),
    "watch/": _fixed("/watch/"),
    "watch/open/": _fixed("/watch/open/"),
    "faults/<int:pk>/asked.ndjson": lambda scene: [f"/faults/{_fault_of_owner(scene)}/asked.ndjson"],
    "play/": _fixed("/play/"),
    "play/<uuid:key>/": _of_tables(""),
    "play/<uuid:key>/state.json": _of_tables("state.json"),
    "play/<uuid:key>/move/": _of_tables("move/"),
    "play/<uuid:key>/try/": _of_tables("try/"),
    "play/<uuid:key>/leave/": _of_tables("leave/"),
    "play/<uuid:key>/replay.json": _of_tables("replay.json", over=True),
    "play/<uuid:key>/verify/": _of_tables("verify/", over=True),
    "play/<uuid:key>/transcript.t10": _of_tables("transcript.t10", over=True),
    "competitions/": _fixed("/competitions/"),
    "competitions/new/": _fixed("/competitions/new/"),
    "c/<slug:slug>/": _of_cup(
        "",
        "?round=1",
        "?after=1.1",
        "?matches_after=1",
        "?row=mine",
        "?bot=mine&sort=wins",
        "?state=benched",
        "?fault=crashed",
    ),
    "c/<slug:slug>/matches/": _of_cup(
        "matches/",
        "matches/?bot=unlucky&round=1",
        "matches/?state=finished",
        "matches/?state=frozen",
        "matches/?fault=crashed",
    ),
    "c/<slug:slug>/dashboard/": _of_cup("dashboard/", "dashboard/?fault=crashed", "dashboard/?bot=mine"),
    "c/<slug:slug>/reveal/": _of_cup("reveal/", "reveal/?hidden=1", "reveal/?hidden=0"),
    "c/<slug:slug>/reveal/publish/": _of_cup("reveal/publish/"),
    "c/<slug:slug>/settings/": _of_cup("settings/"),
    "c/<slug:slug>/people/": _of_cup("people/"),
    "c/<slug:slug>/people/add/": _of_cup("people/add/"),
    "c/<slug:slug>/people/remove/": _of_cup("people/remove/"),
    "c/<slug:slug>/people/hand-over/": _of_cup("people/hand-over/"),
    "c/<slug:slug>/people/code/": _of_cup("people/code/"),
    "c/<slug:slug>/people/answer/": _of_cup("people/answer/"),
    "c/<slug:slug>/people/roster/": _of_cup("people/roster/"),
    "c/<slug:slug>/rules/": _of_cup("rules/"),
    "c/<slug:slug>/enter/": _of_cup("enter/"),
    "c/<slug:slug>/withdraw/": _of_cup("withdraw/"),
    "c/<slug:slug>/pairs/": _of_cup("pairs/"),
    "c/<slug:slug>/pairs/<int:one>/<int:other>/": lambda scene: [
        f"/c/{scene.competition.slug}/pairs/{bot.entry_id}/{match.bots.last().entry_id}/"
        for match in scene.matches
        for bot in match.bots.all()[:1]
    ],
    "c/<slug:slug>/export/": _of_cup("export/"),
    "c/<slug:slug>/certificates/": _of_cup("certificates/"),
    "c/<slug:slug>/certificates.csv": _of_cup("certificates.csv"),
    "c/<slug:slug>/badge/<int:pk>.svg": lambda scene: [
        f"/c/{scene.competition.slug}/badge/{entry.pk}.svg"
        for entry in scene.competition.entries.order_by("pk")
    ],
    "c/<slug:slug>/replays/<int:number>/<int:first>.zip": _of_cup("replays/1/1.zip"),
    "c/<slug:slug>/standing.csv": _of_cup("standing.csv"),
    "c/<slug:slug>/matches.ndjson": _of_cup("matches.ndjson"),
    "c/<slug:slug>/feed/": _of_cup("feed/"),
    "c/<slug:slug>/alike/": _of_cup("alike/"),
    "c/<slug:slug>/announcements/": _of_cup("announcements/"),
    "c/<slug:slug>/announcements/announce/": _of_cup("announcements/announce/"),
    "c/<slug:slug>/announcements/ask/": _of_cup("announcements/ask/"),
    "c/<slug:slug>/announcements/answer/": _of_cup("announcements/answer/"),
    "c/<slug:slug>/announcements/<int:pk>/": lambda scene: [
        f"/c/{scene.competition.slug}/announcements/{announcement.pk}/"
        for announcement in scene.competition.announcements.all()
    ],
    "c/<slug:slug>/rulings/": _of_cup("rulings/"),
    "c/<slug:slug>/rulings/new/": _of_cup("rulings/new/"),
    "c/<slug:slug>/rulings/preview/": _of_cup("rulings/preview/?kind=rerun&round=1"),
    "c/<slug:slug>/rulings/<int:number>/undo/": _of_cup("rulings/1/undo/"),
    "c/<slug:slug>/pause/": _of_cup("pause/"),
    "c/<slug:slug>/resume/": _of_cup("resume/"),
    "c/<slug:slug>/stop/": _of_cup("stop/"),
    "c/<slug:slug>/rounds/start/": _of_cup("rounds/start/"),
    "m/<int:pk>/": _of_matches("", "?from=0"),
    "m/<int:pk>/games/<int:block>/<int:rotation>/": _of_matches("games/0/0/"),
    "m/<int:pk>/games/<int:block>/<int:rotation>/stderr/": _of_games_of_owner("games/0/0/stderr/"),
    "m/<int:pk>/games/<int:block>/<int:rotation>/replay.json": _of_matches("games/0/0/replay.json"),
    "m/<int:pk>/games/<int:block>/<int:rotation>/verify/": _of_matches("games/0/0/verify/"),
    "m/<int:pk>/games/<int:block>/<int:rotation>/embed/": _of_matches("games/0/0/embed/"),
    "api/v1/tokens": _fixed("/api/v1/tokens"),
    "api/v1/tokens/<str:key>": _fixed("/api/v1/tokens/none"),
    "api/v1/bots": _fixed("/api/v1/bots"),
    "api/v1/bots/<int:pk>": _of_bots_api(""),
    "api/v1/bots/<int:pk>/versions": _of_bots_api("/versions"),
    "api/v1/bots/<int:pk>/versions/<int:number>": _of_bots_api("/versions/1"),
    "api/v1/bots/<int:pk>/versions/<int:number>/source": _of_bots_api("/versions/1/source"),
    "api/v1/bots/<int:pk>/versions/<int:number>/activate": _of_bots_api("/versions/1/activate"),
    "api/v1/competitions": _fixed("/api/v1/competitions"),
    "api/v1/competitions/<slug:slug>": _of_cup_api(""),
    "api/v1/competitions/<slug:slug>/entries": _of_cup_api(
        "/entries", "/entries?state=benched", "/entries?state=active"
    ),
    "api/v1/competitions/<slug:slug>/entries/<int:pk>": lambda scene: [
        f"/api/v1/competitions/{scene.competition.slug}/entries/{entry.pk}"
        for entry in scene.competition.entries.all()
    ],
    "api/v1/competitions/<slug:slug>/entries/<int:pk>/answer": lambda scene: [
        f"/api/v1/competitions/{scene.competition.slug}/entries/{entry.pk}/answer"
        for entry in scene.competition.entries.order_by("-pk")
    ],
    "api/v1/competitions/<slug:slug>/co-organizers/<str:username>": _of_cup_api(
        "/co-organizers/co_organizer"
    ),
    "api/v1/competitions/<slug:slug>/roster": _of_cup_api("/roster"),
    "api/v1/competitions/<slug:slug>/pause": _of_cup_api("/pause"),
    "api/v1/competitions/<slug:slug>/resume": _of_cup_api("/resume"),
    "api/v1/competitions/<slug:slug>/stop": _of_cup_api("/stop"),
    "api/v1/competitions/<slug:slug>/rounds": _of_cup_api("/rounds"),
    "api/v1/competitions/<slug:slug>/rounds/<int:number>/bracket": _of_cup_api("/rounds/1/bracket"),
    "api/v1/competitions/<slug:slug>/standings": _of_cup_api("/standings", "/standings?page_size=1"),
    "api/v1/competitions/<slug:slug>/rulings": _of_cup_api("/rulings"),
    "api/v1/competitions/<slug:slug>/reveal": _of_cup_api("/reveal", "/reveal?hidden=1", "/reveal?hidden=0"),
    "api/v1/competitions/<slug:slug>/exports": _of_cup_api("/exports"),
    "api/v1/competitions/<slug:slug>/standing.csv": _of_cup_api("/standing.csv"),
    "api/v1/competitions/<slug:slug>/matches.ndjson": _of_cup_api("/matches.ndjson"),
    "api/v1/competitions/<slug:slug>/certificates.csv": _of_cup_api("/certificates.csv"),
    "api/v1/competitions/<slug:slug>/replays/<int:number>/<int:first>.zip": _of_cup_api("/replays/1/1.zip"),
    "api/v1/competitions/<slug:slug>/announcements": _of_cup_api("/announcements"),
    "api/v1/competitions/<slug:slug>/announcements/<int:pk>": lambda scene: [
        f"/api/v1/competitions/{scene.competition.slug}/announcements/{announcement.pk}"
        for announcement in scene.competition.announcements.all()
    ],
    "api/v1/competitions/<slug:slug>/questions": _of_cup_api("/questions"),
    "api/v1/competitions/<slug:slug>/questions/<int:pk>/answer": _of_cup_api("/questions/1/answer"),
    "api/v1/matches": lambda scene: [f"/api/v1/matches{query}" for query in _MATCH_LISTS],
    "api/v1/matches/<int:pk>": _of_matches_api(""),
    "api/v1/matches/<int:pk>/games": _of_matches_api("/games"),
    "api/v1/matches/<int:pk>/games/<int:block>/<int:rotation>/replay": _of_matches_api("/games/0/0/replay"),
    "api/v1/matches/<int:pk>/games/<int:block>/<int:rotation>/transcript": _of_matches_api(
        "/games/0/0/transcript"
    ),
    "api/v1/schema": _fixed("/api/v1/schema"),
    "api/v1/docs": _fixed("/api/v1/docs"),
    "api/<path:rest>": _fixed("/api/v1/nothing", "/api/v2/bots"),
}
