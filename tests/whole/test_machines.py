"""Workers on machines of their own: they share the database, the broker and nothing else."""

import os
from contextlib import suppress
from pathlib import Path
from stat import S_ISFIFO, S_ISREG

import pytest

from tests.whole.chaos.blows import abandoned, containers
from tests.whole.chaos.count import assert_nothing_was_lost
from tests.whole.chaos.run import a_round_begins, rounds_over
from tests.whole.chaos.site import Site, running_site

pytestmark = [
    pytest.mark.docker,
    pytest.mark.slow,
    pytest.mark.alone,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a process a machine's name and folders"),
]

MACHINES = {"worker-a", "worker-b"}
PLAYED = """
    SELECT DISTINCT split_part(attempt.worker, ':', 1), match.ran_in->>'sandbox', match.ran_in->>'image'
    FROM matches_attempt attempt JOIN matches_match match ON match.id = attempt.match_id
    WHERE attempt.outcome = 'finished'
"""
HELD = """
    SELECT match_id FROM matches_attempt WHERE ended IS NULL AND split_part(worker, ':', 1) = %s
"""
ENDED = """
    SELECT split_part(worker, ':', 1), outcome FROM matches_attempt WHERE match_id = ANY(%s) ORDER BY number
"""


def seen_by(site: Site, worker: str, folder: Path) -> list[str]:
    view = Path(f"/proc/{site.process(worker).pid}/root{folder}")
    return [path.name for path in view.iterdir()]


def written_by(site: Site, worker: str) -> set[tuple[int, int]]:
    """What its processes may write to, by place on the disk: files, pipes and shared memory; no sockets."""
    root = site.process(worker)
    found = set()
    for process in [root, *root.children(recursive=True)]:
        for opened in Path(f"/proc/{process.pid}/fd").iterdir():
            with suppress(FileNotFoundError):  # closed meanwhile
                status = opened.stat()
                info = Path(f"/proc/{process.pid}/fdinfo/{opened.name}").read_text()
                flags = int(info.split("flags:")[1].split()[0], 8)
                if flags & os.O_ACCMODE and (S_ISREG(status.st_mode) or S_ISFIFO(status.st_mode)):
                    found.add((status.st_dev, status.st_ino))
    return found


def test_two_machines_play_a_round_and_the_one_that_stays_takes_over(tmp_path):
    with running_site(tmp_path / "site", sandbox="docker", shift_s=0) as site:
        assert "tmp" in seen_by(site, "worker-a", site.data)
        assert seen_by(site, "worker-a", site.home / "b") == []
        assert seen_by(site, "worker-b", site.data) == []
        a_round_begins(site, entries=6)

        site.wait_until(lambda: {row[0] for row in site.rows(PLAYED)} == MACHINES, "both have played")
        site.wait_until(lambda: site.rows(HELD, "worker-a"), "worker-a has a match")
        ours, theirs = (written_by(site, worker) for worker in sorted(MACHINES))
        assert ours
        assert theirs
        assert ours.isdisjoint(theirs)
        site.kill_whole("worker-a")
        orphans = [pk for (pk,) in site.rows(HELD, "worker-a")]
        site.wait_until(lambda: rounds_over(site), "the other has played the rest")

        assert_nothing_was_lost(site)
        assert {("worker-a", "expired"), ("worker-b", "finished")} <= set(site.rows(ENDED, orphans))
        played_in = site.rows(PLAYED)
        assert len(played_in) == 2
        assert {(sandbox, image[:7]) for _, sandbox, image in played_in} == {("docker", "sha256:")}
        # What the dead one left is removed by the next worker on its machine, and by nobody else.
        assert containers(site)
        site.bring_back("worker-a")
        site.wait_until(lambda: not abandoned(site), "the machine is cleared")
    assert containers(site) == {}
