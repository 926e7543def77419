"""The bench commands, at sizes at which their figures say nothing."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tenfold.bench import table
from tenfold.bench.filling import fill
from tenfold.bench.pages import asked
from tenfold.bench.table import Row
from tenfold.bots.models import Bot
from tests.builders import a_bot, a_competition, a_user

ROOT = Path(__file__).resolve().parents[2]


def printed(*words: str) -> list[str]:
    """The lines of a command that starts its own servers: this session's are not its own."""
    command = [sys.executable, "-W", "ignore", str(ROOT / "manage.py"), *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.mark.slow
def test_the_leaderboard_s_bench_measures_pages_lists_and_the_recording():
    made, head, *rows = printed(
        "bench_leaderboard", "--matches", "2000", "--small", "3", "--entries", "60", "--runs", "2"
    )

    assert re.match(r"2,000 matches made in \d+ s; load average [\d.]+ .* cores", made)
    assert head.split() == ["medians,", "in", "turns", "ours", "beside", "ratio", "queries", "wanted"]
    names = [row[:54].strip() for row in rows]
    assert names[0] == "standing page: 60 entries, 3"
    assert {"recording a match of 2 games: large league, small", "standing page: half-way down, top"} <= {
        *names
    }
    assert rows[0].endswith("3  <= 1.2, <= 3 queries")
    for row in rows:
        assert re.search(r"\d ms +[\d.]+ ms +\d+\.\d\d", row), row


@pytest.mark.slow
def test_the_queue_s_bench_measures_its_cost_two_workers_and_the_dispatch():
    load, _, *rows = printed(
        "bench_queue", "--instant=3", "--greedy=3", "--blocks=1", "--large=5", "--runs=1"
    )

    assert load.startswith("load average ")
    assert [row[:54].strip() for row in rows] == [
        "an instant match: through the queue, alone",
        "a round of greedy bots: one worker, two",
        "dispatching 10 matches: in all, announcing them",
    ]
    assert re.search(r"ms more: -?[\d.]+% of a match of 2 s, wanted <= 2 %$", rows[0])
    assert ">= 1.8" in rows[1]
    assert "<= 8 s" in rows[2]


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["bench_leaderboard", "bench_queue"])
def test_neither_touches_a_database_that_is_in_use(command):
    a_bot()

    with pytest.raises(CommandError, match="holds bots already"):
        call_command(command, "--here")


@pytest.mark.django_db
def test_rows_are_filled_in_by_the_million_with_every_default():
    owner = a_user()

    fill(
        Bot, "generate_series(1, 3) AS n", owner_id=f"{owner.pk}", name="'bot ' || n", slug="'bot-' || n",
        created="now()",
    )  # fmt: skip

    assert list(Bot.objects.order_by("id").values_list("name", "house")) == [
        ("bot 1", False),
        ("bot 2", False),
        ("bot 3", False),
    ]


@pytest.mark.django_db
def test_a_page_that_reads_all_of_a_big_table_is_told(monkeypatch):
    a_competition()
    monkeypatch.setattr("tenfold.bench.pages.BIG", 0)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE competitions_competition")
        cursor.execute("SET LOCAL enable_indexscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")

    assert "competitions_competition" in asked("/competitions/").scanned


def test_a_row_stands_beside_what_it_is_compared_with():
    row = Row("recording", 0.0021, 0.0042, 0.5, queries=3, wanted="<= 3 ms")

    assert str(row).split() == ["recording", "2.1", "ms", "4.2", "ms", "0.50", "3", "<=", "3", "ms"]


@pytest.mark.parametrize(("load", "said"), [(0.1, False), (7.0, True)])
def test_a_busy_machine_is_told(monkeypatch, load, said):
    monkeypatch.setattr("os.getloadavg", lambda: (load, load, load))

    assert ("too busy" in table.load()) == said
