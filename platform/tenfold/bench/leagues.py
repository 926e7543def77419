"""Two leagues, a small and a large one, with half of all matches each."""

import json
import struct
from dataclasses import dataclass

from django.db import connection, transaction

from arena.phase10.rules import STANDARD
from tenfold.accounts.models import User
from tenfold.bench.filling import fill, settled
from tenfold.bots.models import Bot, BotVersion
from tenfold.competitions.models import Competition, Entry, Round, Standing
from tenfold.matches.models import BlockResult, Game, Match, MatchBot, MatchFigures

# As a round robin of a hundred bots; the large league's rounds are as long, and no round robin.
ROUNDS = 100
RULES = f"'{json.dumps(STANDARD.to_dict())}'"
OUTCOME = json.dumps(
    [
        {
            "bot": bot, "place": 1 + bot, "phases": 10 - bot, "points": 100 * bot, "margin": 10 - 2 * bot,
            "forfeited": False, "strikes": 0, "cpu_ms": 60, "wall_ms": 80, "slowest_ms": 2,
        }
        for bot in range(2)
    ]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Size:
    """One of two leagues. Its bots, and their owners, versions and entries, have the ids from `first` on."""

    name: str
    number: int
    entries: int
    matches: int
    first: int

    @property
    def a_round(self) -> int:
        return self.matches // ROUNDS

    @property
    def over(self) -> int:
        """Matches that are finished: all but half of the last round."""
        return self.matches - self.a_round // 2


def make_leagues(*, small: int, large: int, matches: int) -> tuple[Competition, Competition]:
    """Leagues of `small` and `large` entries with `matches` matches together.

    The newest round of each is half played, all before it are over. Every match that is over has its bots, a
    block and a game; games hold no readable transcript, and attempts are left out, as no page reads them.
    """
    half = matches // 2 // ROUNDS * ROUNDS
    sizes = (Size("small", 1, small, half, first=1), Size("large", 2, large, half, first=1 + small))
    with transaction.atomic(), connection.cursor() as cursor:
        # Foreign keys hold by construction; checking ten million of them takes longer than all the rest.
        cursor.execute("SET LOCAL session_replication_role = replica")
        _people(small + large)
        for size in sizes:
            _league(size)
            _matches(size)
    settled(User, Bot, BotVersion, Competition, Entry, Round, Standing)
    settled(Match, MatchBot, BlockResult, Game, MatchFigures)
    small_league, large_league = (Competition.objects.get(slug=size.name) for size in sizes)
    return small_league, large_league


def _people(number: int) -> None:
    rows = f"generate_series(1, {number}) AS n"
    fill(User, rows, id="n", username="'author' || n", password="'!'", date_joined="now()")  # noqa: S106 - none fits
    fill(
        Bot, rows, id="n", owner_id="n", name="'Bot ' || n", slug="'bot-' || n", active_version_id="n",
        created="now()",
    )  # fmt: skip
    fill(
        BotVersion, rows, id="n", bot_id="n", number="1", filename="'main.py'", state="'ready'",
        source="'print()'::bytea", sha256="encode(sha256(n::text::bytea), 'hex')", created="now()",
        state_since="now()",
    )  # fmt: skip


def _league(size: Size) -> None:
    number = size.number
    fill(
        Competition, "(SELECT)", id=f"{number}", organizer_id="1", name=f"'{size.name}'",
        slug=f"'{size.name}'", rule_set=RULES, players="2", blocks="1", created="now()",
    )  # fmt: skip
    last = f"r = {ROUNDS}"
    fill(
        Round, f"generate_series(1, {ROUNDS}) AS r", id=_round(size, "r"), competition_id=f"{number}",
        number="r", state=f"CASE WHEN {last} THEN 'running' ELSE 'finished' END",
        secret="sha256(r::text::bytea)",  # noqa: S106 - nobody's
        commitment="encode(sha256(sha256(r::text::bytea)), 'hex')", started="now()",
        finished=f"CASE WHEN {last} THEN NULL ELSE now() END",
    )  # fmt: skip
    each = f"generate_series(0, {size.entries - 1}) AS n"
    bot = f"n + {size.first}"
    fill(Entry, each, id=bot, competition_id=f"{number}", bot_id=bot, state_since="now()", created="now()")
    margin = f"({size.entries} / 2.0 - n) * 4 / {size.entries}"
    fill(
        Standing, each, entry_id=bot, competition_id=f"{number}", margin=margin, low=f"{margin} - .2",
        high=f"{margin} + .2", rank="n + 1", rank_low="greatest(1, n - 3)", rank_high="n + 5",
        games="90 + n % 20", wins="40 + n % 30", blocks="50", mean_place="1.5", updated="now()",
        faults="""CASE WHEN n % 3 = 0 THEN '{"timeout": 2}' ELSE '{}' END::jsonb""",
    )  # fmt: skip


def _round(size: Size, number: str) -> str:
    return f"{number} + {(size.number - 1) * ROUNDS}"


def _match(size: Size, number: str) -> str:
    """The id of a match of the league by its number from 0: the leagues' rounds were played in turns."""
    return f"({number}) + 1 + (({number}) / {size.a_round} + {size.number - 1}) * {size.a_round}"


def _bot(size: Size, match: str, seat: str) -> str:
    """The id of the bot in a seat of a match: everybody meets everybody at one distance after the other."""
    first, lap = f"{match} % {size.entries}", f"{match} / {size.entries} % {size.entries - 1} + 1"
    return f"{size.first} + ({first} + {seat} * ({lap})) % {size.entries}"


def _packed(*numbers: float) -> str:
    """As `tenfold.matches.figures` packs them: each in 8 bytes, the lowest first."""
    packed = b"".join(struct.pack("<q" if isinstance(one, int) else "<d", one) for one in numbers)
    return f"'\\x{packed.hex()}'::bytea"


def _pair(*numbers: str) -> str:
    """The same of two numbers below 65,536, as SQL."""
    values = [f"({one}) / {256**place} % 256" for one in numbers for place in (0, 1)]
    packed = _packed(0, 0)
    for at, value in zip((0, 1, 8, 9), values, strict=True):
        packed = f"set_byte({packed}, {at}, ({value})::int)"
    return packed


def _matches(size: Size) -> None:
    a_match = _match(size, "n")
    round_ = _round(size, f"(n / {size.a_round} + 1)")
    over = f"n < {size.over}"
    fill(
        Match, f"generate_series(0, {size.matches - 1}) AS n", id=a_match, round_id=round_,
        competition_id=f"{size.number}", number=f"n % {size.a_round} + 1",
        key=f"'round-' || {round_} || '/match-' || n % {size.a_round} + 1", players="2", blocks="1",
        rule_set=RULES, state=f"CASE WHEN {over} THEN 'finished' ELSE 'scheduled' END", created="now()",
        finished=f"CASE WHEN {over} THEN now() - ({size.matches} - n) * interval '1 second' END",
    )  # fmt: skip
    bot = _bot(size, "n / 2", "n % 2")
    played = f"CASE WHEN n / 2 < {size.over} THEN 2 ELSE 0 END"
    fill(
        MatchBot, f"generate_series(0, {2 * size.matches - 1}) AS n", match_id=_match(size, "n / 2"),
        index="n % 2", version_id=bot, entry_id=bot, games=played, wins=f"{played} * (1 - n % 2)",
        place_sum=f"{played} * (1 + n % 2)", margin=f"CASE WHEN n / 2 < {size.over} THEN .5 - n % 2 END",
    )  # fmt: skip
    finished = f"generate_series(0, {size.over - 1}) AS n"
    fill(
        BlockResult, finished, match_id=a_match, block="0", margins="'[0.5, -0.5]'", wins="'[2, 0]'",
        places="'[2, 4]'",
    )  # fmt: skip
    fill(
        MatchFigures, finished, match_id=a_match, entries=_pair(_bot(size, "n", "0"), _bot(size, "n", "1")),
        blocks=_packed(0), margins=_packed(0.5, -0.5), adjusted=_packed(0.5, -0.5), wins=_packed(2, 0),
        places=_packed(2, 4), made="''::bytea",
    )  # fmt: skip
    fill(
        Game, finished, match_id=a_match, block="0", rotation="0", transcript="sha256(n::text::bytea)",
        hash="encode(sha256(n::text::bytea), 'hex')", outcome=f"'{OUTCOME}'",
    )  # fmt: skip
