"""No page and no list of the API costs more the more there is, whatever it shows."""

import re
from collections.abc import Iterator
from itertools import product
from uuid import UUID

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from knox.models import AuthToken

from tenfold.competitions.models import Entry, Round, Standing
from tenfold.matches.clocks import packed
from tenfold.matches.models import BlockResult, FaultLog, Game, Match, MatchBot
from tests.builders import a_bot, a_competition, a_user, a_version, an_entry
from tests.tenfold.pages.scenes import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

FEW, MANY = 3, 30
# A reader who goes there is none any more.
WAYS_OUT = {"sign_out"}


class Scene:
    """A person and all that there can be many of, with `grow` making more of everything."""

    def __init__(self) -> None:
        self.user = a_user()
        self.user.feed_token = "known-to-its-reader-alone"
        self.user.save()
        self.competition = a_competition(organizer=self.user)
        self.bot = a_bot(owner=self.user)
        self.entry = an_entry(competition=self.competition, bot=a_version(bot=self.bot).bot)
        self.match = self.a_match(1)
        self.size = 1

    def grow(self, size: int) -> None:
        for number in range(self.size + 1, size + 1):
            a_competition(organizer=self.user)
            a_version(bot=self.bot)
            an_entry(competition=self.competition)
            an_entry(competition=self.competition, bot=a_version(bot=a_bot(owner=self.user)).bot)
            an_entry(bot=self.bot)
            AuthToken.objects.create(user=self.user)
            self.a_match(number)
            self.a_game(self.match, block=number - 1)
        self.size = size
        standings = Standing.objects.all()
        standings.delete()
        standings.bulk_create(
            Standing(
                entry=entry, competition=entry.competition, margin=0, low=-1, high=1, rank=1, rank_low=1,
                rank_high=2, wins=1, games=2, blocks=1, mean_place=1.5, updated=timezone.now(),
            )
            for entry in Entry.objects.all()
        )  # fmt: skip

    def a_match(self, number: int) -> Match:
        now = timezone.now()
        round_ = Round.objects.create(
            competition=self.competition, number=number, state="finished", secret=b"s", commitment="c",
            started=now, finished=now,
        )  # fmt: skip
        match = Match.objects.create(
            round=round_, competition=self.competition, number=1, key=f"match {number}", players=2, blocks=50,
            rule_set=self.competition.rule_set, state="finished", finished=now,
        )  # fmt: skip
        for index, entry in enumerate((self.entry, an_entry(competition=self.competition))):
            version = entry.bot.versions.order_by("number")[0]
            MatchBot.objects.create(match=match, index=index, version=version, entry=entry, margin=0)
        self.a_game(match, block=0)
        return match

    def a_game(self, match: Match, *, block: int) -> None:
        seat = {"phases": 1, "points": 5, "margin": 0.5, "forfeited": False, "strikes": 0, "cpu_ms": 1}
        outcome = [{"bot": bot, "place": 1 + bot, "wall_ms": 1, "slowest_ms": 1, **seat} for bot in range(2)]
        game = Game.objects.create(
            match=match, block=block, rotation=0, transcript=b"t", outcome=outcome, clocks=packed(())
        )
        BlockResult.objects.create(match=match, block=block, margins=[0, 0], wins=[1, 1], places=[3, 3])
        bot = match.bots.get(index=0)
        FaultLog.objects.create(game=game, bot=bot, seat=0, turn=1, kind="timeout", message="late")

    def names(self) -> dict[str, list[object]]:
        """What may stand for each name in an address; which of them is right, the site's answer tells."""
        return {
            "code": ["nb"],
            "slug": [self.competition.slug, self.bot.slug],
            "owner": [self.user.username],
            "username": [self.user.username],
            "pk": [self.match.pk, self.bot.pk, self.entry.pk],
            "number": [1],
            "first": [1],
            "block": [0],
            "rotation": [0],
            "name": ["even"],
            "rest": ["nowhere"],
            "key": [UUID(int=0)],
            "token": [self.user.feed_token],
            "one": [self.entry.pk],
            "other": [self.match.bots.get(index=1).entry_id],
        }


def routes(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    """Every address of the site but the admin's, whose lists are Django's own."""
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLPattern):
            yield one
        elif one.app_name != "admin":
            yield from routes(one)


def addresses(scene: Scene, client: Client) -> dict[str, str]:
    """An address that answers for each named route; those that no reader may ask are left out."""
    found = {}
    for route in routes():
        if not route.name or route.name in WAYS_OUT:
            continue
        wanted = list(route.pattern.converters)
        missing = set(wanted) - scene.names().keys()
        assert not missing, f"{route.name}: say in Scene.names what may stand for {missing}"
        for values in product(*(scene.names()[name] for name in wanted)):
            address = reverse(route.name, kwargs=dict(zip(wanted, values, strict=True)))
            if client.get(address).status_code == 200:
                found[route.name] = address
                break
    return found


def asked(client: Client, address: str) -> list[str]:
    cache.clear()  # nobody is refused as one too many a minute
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200, address
    return [query["sql"] for query in captured]


def test_no_page_counts_games_or_skips_rows_and_none_asks_more_when_there_is_more():
    scene = Scene()
    scene.grow(FEW)
    client = reader(scene.user)
    found = addresses(scene, client)
    few = {name: asked(client, address) for name, address in found.items()}
    scene.grow(MANY)
    many = {name: asked(client, address) for name, address in found.items()}

    assert {
        "competition",
        "match",
        "my_bots",
        "mishaps",
        "bot",
        "api_matches",
        "api_games",
        "api_standings",
    } <= found.keys()
    assert [query for queries in many.values() for query in queries if " OFFSET " in query] == []
    counted = re.compile(r'COUNT\([^)]*\)[^()]* FROM "matches_game"')
    assert [query for queries in many.values() for query in queries if counted.search(query)] == []
    assert {name: len(queries) for name, queries in few.items()} == {
        name: len(queries) for name, queries in many.items()
    }
