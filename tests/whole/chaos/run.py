"""One round in the chaos, from the first match to the recount."""

import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.whole.chaos.blows import Planned, Storm, abandoned, planned
from tests.whole.chaos.count import (
    assert_no_container_is_left,
    assert_nothing_was_lost,
    assert_standing_equals_a_recount,
    standing_is_whole,
)
from tests.whole.chaos.site import Site, running_site, say
from tests.whole.league import ROOT, Visitor

ROOM = "256m"  # in the data folder
IN_THE_ROUND = """
    SELECT count(*) FROM matches_match match JOIN competitions_competition competition
    ON competition.id = match.competition_id WHERE competition.slug = 'chaos'
"""


def storm_over_a_round(home: Path, *, seed: str, entries: int, times: int) -> None:
    """Every pair of entries meets once while every blow strikes `times` times, as the seed has it."""
    shift_s = Random(seed).choice((-3600, 3600))
    with small_disk(home / "data"), running_site(home, sandbox="docker", shift_s=shift_s) as site:
        storm = a_round_begins(site, entries)
        matches = entries * (entries - 1) // 2
        say(f"seed {seed}: {matches} matches, {times} times every blow, a clock off by {shift_s:+} s")
        _strike(storm, planned(seed, matches, times))
        _settle(storm)
        _count(storm, matches)
    assert_no_container_is_left(site)
    say(f"seed {seed}: nothing lost, nothing twice, nothing left")


def a_round_begins(site: Site, entries: int) -> Storm:
    visitor = Visitor(site).sign_up("olga")
    scene = [sys.executable, "-m", "tests.whole.chaos.scene", str(entries), "olga"]
    done = subprocess.run(
        scene, env=site.environment, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return Storm(site, visitor)


def _strike(storm: Storm, plan: Iterable[Planned]) -> None:
    begun = time.monotonic()
    for after, blow, chance in plan:
        storm.chance = chance
        while finished(storm.site) < after:
            _wait_for_another(storm.site)
        storm.pause(1)
        what = blow.__name__.replace("_", " ")
        say(f"{time.monotonic() - begun:6.1f} s, {finished(storm.site):3} over: {what}")
        blow(storm)


def _settle(storm: Storm) -> None:
    site, begun = storm.site, time.monotonic()
    while not rounds_over(site):
        _wait_for_another(site)
    site.wait_until(lambda: not open_versions(site), "every upload is ready or refused")
    site.wait_until(lambda: standing_is_whole(site), "the standing holds every match")
    site.wait_until(lambda: not abandoned(site), "containers of the dead are gone")
    say(f"all over {time.monotonic() - begun:.1f} s after the last blow")


def _wait_for_another(site: Site) -> None:
    """All may take its time, as long as it goes on."""
    before = finished(site)
    site.wait_until(lambda: rounds_over(site) or finished(site) > before, f"match {before + 1} is over")


def _count(storm: Storm, matches: int) -> None:
    site = storm.site
    assert_nothing_was_lost(site)
    assert site.rows(IN_THE_ROUND) == [(matches,)]
    for competition in ("chaos", "later"):
        if site.rows("SELECT 1 FROM competitions_round r JOIN competitions_competition c"
                     " ON c.id = r.competition_id WHERE c.slug = %s", competition):  # fmt: skip
            assert_standing_equals_a_recount(storm.visitor, competition)
    ended = Counter(row[0] for row in site.rows("SELECT outcome FROM matches_attempt"))
    say(f"attempts: {dict(ended)}")


def finished(site: Site) -> int:
    return site.rows(
        "SELECT count(*) FROM matches_match WHERE round_id IS NOT NULL AND state IN ('finished', 'void')"
    )[0][0]


def rounds_over(site: Site) -> bool:
    return site.rows("SELECT bool_and(state = 'finished') FROM competitions_round") == [(True,)]


def open_versions(site: Site) -> list[tuple]:
    return site.rows("SELECT id FROM bots_botversion WHERE state IN ('received', 'checking', 'trial')")


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of its own for a folder, that can be filled without harm to others."""
    folder.mkdir(parents=True)
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={ROOM},mode=755", "tenfold-chaos", folder], check=True
    )
    try:
        yield
    finally:
        shutil.copytree(folder / "logs", folder.with_name("logs"), dirs_exist_ok=True)
        subprocess.run(["umount", "--lazy", folder], check=True)
