"""What pages and list routes cost in a large league beside a small one, or far down a list beside its top."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from statistics import median

from django.core.cache import cache
from django.db import connection
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arena.bench.measure import Sample, ratio, rounds_of
from tenfold.bench.table import Row
from tenfold.competitions.models import Competition
from tenfold.matches.models import Match

# A table with more rows than this is read by an index or not at all.
BIG = 20_000


@dataclass(frozen=True, slots=True)
class Pair:
    """An address, and another that should cost the same."""

    what: str
    address: str
    beside: str
    wanted: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """How many queries a page takes, and which big tables one of them reads from end to end."""

    queries: int
    scanned: tuple[str, ...]


def pairs(small: Competition, large: Competition) -> Iterator[Pair]:
    """What is measured, each named as `what: one, beside`."""
    leagues = f"{large.entries.count():,} entries, {small.entries.count():,}"
    pages = {league.pk: _addresses(league) for league in (small, large)}
    for what, address in pages[large.pk].items():
        wanted = "<= 1.2, <= 3 queries" if what == "standing page" else ""
        yield Pair(f"{what}: {leagues}", address, pages[small.pk][what], wanted)
    top = large.get_absolute_url()
    half_way = large.standings.order_by("rank", "id")[large.entries.count() // 2]
    yield Pair("standing page: half-way down, top", f"{top}?after={half_way.rank}.{half_way.pk}", top)
    matches = large.rounds.order_by("-number")[0].matches.count()
    yield Pair("matches of a round: half-way down, top", f"{top}?matches_after={matches // 2}", top)
    for what, address in (("bots", "/api/v1/bots"), ("matches", "/api/v1/matches")):
        yield Pair(f"API, {what}: some pages down, top", _far_down(address), address)


def _addresses(league: Competition) -> Mapping[str, str]:
    """What there is of a league, by name."""
    entry = league.entries.select_related("bot__owner").order_by("-id")[0]
    match = league.matches.filter(state=Match.State.FINISHED).order_by("-id")[0]
    api = f"/api/v1/competitions/{league.slug}"
    return {
        "standing page": league.get_absolute_url(),
        "its live part": f"{league.get_absolute_url()}#live",
        "bot page": entry.bot.get_absolute_url(),
        "match page": match.get_absolute_url(),
        "who beats whom": f"{league.get_absolute_url()}pairs/",
        "API, standings": f"{api}/standings",
        "API, entries": f"{api}/entries",
        "API, rounds": f"{api}/rounds",
        "API, matches of a league": f"/api/v1/matches?competition__slug={league.slug}",
        "API, matches of a round": f"/api/v1/matches?competition__slug={league.slug}&round__number=1",
        "API, matches of a bot": f"/api/v1/matches?bots__version__bot={entry.bot_id}",
        "API, games of a match": f"/api/v1/matches/{match.pk}/games",
        "API, versions of a bot": f"/api/v1/bots/{entry.bot_id}/versions",
    }


def _far_down(address: str, pages: int = 5) -> str:
    for _ in range(pages):
        following = json.loads(b"".join(_answer(address)))["next"]
        address = following or address
    return address


def _answer(address: str) -> HttpResponseBase:
    """What a visitor without an account gets; an address with `#live` is asked as htmx does."""
    path, _, live = address.partition("#")
    headers = {"host": "localhost", **({"HX-Request": "true"} if live else {})}
    answer = Client().get(path, headers=headers)
    assert answer.status_code == HTTPStatus.OK, f"{address} answered {answer.status_code}"
    return answer


def measured(small: Competition, large: Competition, runs: int) -> Iterator[Row]:
    """Each pair in turns, both asked once before."""
    for pair in pairs(small, large):
        samples = {"ours": _sample(pair.address), "beside": _sample(pair.beside)}
        rounds_of(samples, 1)
        cache.clear()  # so that no run is refused as one too many a minute
        taken = rounds_of(samples, runs)
        cost = asked(pair.address)
        yield Row(
            pair.what,
            median(taken["ours"]),
            median(taken["beside"]),
            ratio(taken["ours"], taken["beside"]),
            queries=cost.queries,
            wanted=pair.wanted,
            remark=f"reads all of {', '.join(cost.scanned)}" if cost.scanned else "",
        )


def _sample(address: str) -> Sample:
    def seconds() -> float:
        begun = time.perf_counter()
        _answer(address)
        return time.perf_counter() - begun

    return seconds


def asked(address: str) -> Asked:
    """What one visit asks of the database, and which big tables it reads from end to end."""
    with CaptureQueriesContext(connection) as captured:
        _answer(address)
    queries = [each["sql"] for each in captured.captured_queries]
    big = _big_tables()
    scanned = {table for query in queries for table in _scanned(query) if table in big}
    return Asked(len(queries), tuple(sorted(scanned)))


def _big_tables() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > %s", [BIG])
        return {name for (name,) in cursor.fetchall()}


def _scanned(query: str) -> Iterator[str]:
    """Tables that the plan of a query reads from end to end."""
    if not query.startswith("SELECT"):
        return
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {query}")
        (plans,) = cursor.fetchone()
    left = [entry["Plan"] for entry in (json.loads(plans) if isinstance(plans, str) else plans)]
    while left:
        node = left.pop()
        left += node.get("Plans", ())
        if node["Node Type"] == "Seq Scan":
            yield node["Relation Name"]
