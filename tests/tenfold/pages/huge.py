"""The scene of tests/tenfold/pages/test_scale.py with thousands of everything that people can add to.

Straight into the tables, as the bench does it: some seconds.
"""

import json
from typing import Final

from django.db import connection, transaction

from arena.rating import Measure
from tenfold.accounts.models import User
from tenfold.announcements.models import Announcement, Question
from tenfold.bench.filling import fill
from tenfold.bots.models import Bot, BotVersion
from tenfold.competitions.models import Competition, Entry, RosterName, Round, Standing
from tenfold.competitions.roster import MOST_ON_ROSTER
from tenfold.matches.models import BlockResult, FaultLog, Game, Match, MatchBot
from tenfold.rulings.models import Ruling
from tenfold.rulings.preview import Counts, Preview
from tests.tenfold.pages.test_scale import Scene

MANY: Final = 10_000
#: Ids from here on are nobody's who was made otherwise.
_FIRST: Final = 1_000_000
_OF_FORTY: Final = "'Of a name as long as can be, number ' || n % 10000"


def swell(scene: Scene, first: int, last: int, *, blocks: int) -> None:
    """Add those from the first to the last of MANY, and blocks to the match until it has so many."""
    each = f"generate_series({_FIRST + first}, {_FIRST + last}) AS n"
    with transaction.atomic():
        _bots(scene, each)
        _entries(scene, each)
        _matches(scene, each)
        _blocks(scene, blocks)
        _words(scene, each)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def lists(scene: Scene) -> list[str]:
    """The pages that show some of them."""
    cup, bot = scene.competition.get_absolute_url(), scene.bot.get_absolute_url()
    parts = (
        "", "dashboard/", "people/", "matches/", "pairs/", "announcements/", "rulings/", "rulings/new/",
        "certificates/", "export/",
    )  # fmt: skip
    return [
        "/", "/competitions/", "/bots/", "/matches/", "/play/", scene.user.get_absolute_url(), bot,
        f"{bot}diff/", scene.match.get_absolute_url(), *(f"{cup}{part}" for part in parts),
    ]  # fmt: skip


def _bots(scene: Scene, each: str) -> None:
    """Of as many authors, but a hundredth the reader's; all open to requests. One has very many versions."""
    fill(User, each, id="n", username="'author-' || n", password="'!'", date_joined="now()")
    fill(
        Bot, each, id="n", owner_id=f"CASE WHEN n % 100 = 1 THEN {scene.user.pk} ELSE n END", name=_OF_FORTY,
        slug="'bot-' || n", active_version_id="n", open_to_requests="true", created="now()",
    )  # fmt: skip
    version = {
        "filename": "'main.py'", "state": "'ready'", "source": "'print()'::bytea", "created": "now()",
        "sha256": "encode(sha256(n::text::bytea), 'hex')", "state_since": "now()",
    }  # fmt: skip
    fill(BotVersion, each, id="n", bot_id="n", number="1", **version)
    own = {"id": f"n + {MANY}", "bot_id": f"{scene.bot.pk}", "number": f"n - {_FIRST} + 100"}
    fill(BotVersion, each, **own, **version)


def _entries(scene: Scene, each: str) -> None:
    """Of ten each one sits benched, asks to be let in and was declined. One bot is in many competitions."""
    state = "coalesce((ARRAY['benched', 'requested', 'declined'])[n % 10 + 1], 'active')"
    competition = f"{scene.competition.pk}"
    since = {"state_since": "now()", "created": "now()"}
    fill(
        Entry, each, id="n", competition_id=competition, bot_id="n", state=state,
        reason="'It forfeited every game of 3 matches.'", **since,
    )  # fmt: skip
    margin = f"({_FIRST} - n) / 1000.0"
    fill(
        Standing, f"{each} WHERE mod(n, 10) NOT IN (1, 2)", entry_id="n", competition_id=competition,
        margin=margin, low=f"{margin} - .2", high=f"{margin} + .2", rank=f"n - {_FIRST}", rank_low="1",
        rank_high="n", games="90", wins="40", blocks="50", mean_place="1.5", updated="now()",
        faults="""'{"timeout": 2}'::jsonb""", form="'[0.5, -0.25]'::jsonb",
    )  # fmt: skip
    fill(
        Competition, each, id="n", organizer_id=f"{scene.user.pk}", name="'Cup ' || n", slug="'cup-' || n",
        rule_set=f"'{json.dumps(scene.competition.rule_set)}'", created="now()",
    )  # fmt: skip
    fill(Entry, each, id=f"n + {MANY}", competition_id="n", bot_id=f"{scene.bot.pk}", **since)


def _matches(scene: Scene, each: str) -> None:
    """Of the competition's newest round, and asked for: one bot is in all of them. Every tenth is a round."""
    competition = f"{scene.competition.pk}"
    fill(
        Round, f"{each} WHERE mod(n, 10) = 0", id="n", competition_id=competition, number=f"{2 * _FIRST} - n",
        state="'finished'", secret="'s'::bytea", commitment="'c'", started="now()", finished="now()",
    )  # fmt: skip
    match = {
        "players": "2", "blocks": "1", "rule_set": f"'{json.dumps(scene.competition.rule_set)}'",
        "state": "'finished'", "finished": "now()", "created": "now()", "number": "n",
    }  # fmt: skip
    of_round = {"round_id": f"{_FIRST + 10}", "competition_id": competition, "key": "'huge-' || n"}
    asked = {"kind": "'requested'", "requested_by_id": f"{scene.user.pk}", "key": "'asked-' || n"}
    fill(Match, each, id="n", **of_round, **match)
    fill(Match, each, id=f"n + {MANY}", secret="'s'::bytea", **asked, **match)
    own = f"{scene.bot.versions.order_by('number')[0].pk}"
    for offset, entry, other in ((0, f"{scene.entry.pk}", "n"), (MANY, "NULL", "NULL")):
        seat = {"match_id": f"n + {offset}", "games": "2", "wins": "1", "place_sum": "3", "margin": ".5"}
        fill(MatchBot, each, index="0", version_id=own, entry_id=entry, **seat)
        fill(MatchBot, each, index="1", version_id="n", entry_id=other, **seat)
        _played(scene, each, match=f"n + {offset}", block="0")


def _blocks(scene: Scene, blocks: int) -> None:
    """Each with two games, and in each game two faults."""
    match = scene.match
    first = match.block_results.count()
    Match.objects.filter(pk=match.pk).update(blocks=blocks)
    _played(scene, f"generate_series({first}, {blocks - 1}) AS n", match=f"{match.pk}", block="n")
    games = f'"{Game._meta.db_table}"'
    rows = f"{games} AS g, generate_series(1, 2) AS turn WHERE g.match_id = {match.pk} AND g.block >= {first}"
    fill(
        FaultLog, rows, game_id="g.id", bot_id=f"{match.bots.get(index=0).pk}", seat="0", turn="turn",
        kind="'timeout'", message="'late'",
    )  # fmt: skip


def _played(scene: Scene, rows: str, *, match: str, block: str) -> None:
    outcome = json.dumps(scene.match.games.all()[0].outcome)
    for rotation in ("0", "1"):
        fill(
            Game, rows, match_id=match, block=block, rotation=rotation, transcript="'t'::bytea", hash="'h'",
            outcome=f"'{outcome}'",
        )  # fmt: skip
    even = {"margins": "'[0, 0]'", "wins": "'[1, 1]'", "places": "'[3, 3]'"}
    fill(BlockResult, rows, match_id=match, block=block, **even)


def _words(scene: Scene, each: str) -> None:
    """What is announced, asked and ruled, and the list of names."""
    competition, by = f"{scene.competition.pk}", f"{scene.user.pk}"
    text = "'Round two begins at noon, on the new engine.'"
    fill(Question, each, competition_id=competition, by_id="n", text=text, asked="now()")
    fill(Announcement, each, competition_id=competition, by_id=by, text=text, made="now()")
    preview = Preview(Counts(), (), still=3, measure=Measure.MARGIN, finished=3, ruled=0)
    fill(
        Ruling, each, competition_id=competition, number="n", kind="'recount'", reason="'Because.'",
        by_id=by, made="now()", token="gen_random_uuid()", preview=f"'{json.dumps(preview.stored())}'",
    )  # fmt: skip
    names = f"{each} WHERE n <= {_FIRST + MOST_ON_ROSTER}"
    fill(RosterName, names, competition_id=competition, name="'student-' || n")
