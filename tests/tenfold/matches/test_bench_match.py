"""`manage.py bench_match`, which tells of one bot what it costs in containers."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tenfold.matches import cores


def benched(**how) -> str:
    out = StringIO()
    call_command("bench_match", players=2, blocks=1, runs=1, stdout=out, **how)
    return out.getvalue()


@pytest.mark.docker
def test_it_tells_a_match_s_time_and_the_cpu_of_its_decisions(monkeypatch):
    monkeypatch.setattr(cores, "pin", lambda _: None)

    told = benched(bot="greedy")

    assert told.startswith("2 x greedy x 1 blocks")
    rows = re.findall(
        r"^  (plain processes|Docker containers) +([\d,]+) +([\d.]+) +([\d.]+) +([\d.]+)$", told, re.MULTILINE
    )
    processes, containers = rows
    assert processes[1] == containers[1]  # as many decisions, for the decks are the same
    for _, times, median, most_but_one_in_a_hundred, most in rows:
        assert int(times.replace(",", "")) > 100
        assert 0 < float(median) <= float(most_but_one_in_a_hundred) <= float(most)


def test_a_bot_that_is_neither_a_file_nor_of_the_house_is_named():
    with pytest.raises(CommandError, match="nobody is no file, and no house bot"):
        benched(bot="nobody")
