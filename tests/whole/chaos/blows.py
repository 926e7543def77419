"""What is done to a site while it plays. Each blow does its harm and mends what a supervisor would mend."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from random import Random

import psutil
from celery import Celery

from sandbox.owner import Owner
from tests.whole.chaos.site import Site, say
from tests.whole.league import ROOT, Visitor

PLAY_MATCH = "tenfold.matches.tasks.play_match"
GREEDY = (ROOT / "arena/bots/greedy.py").read_bytes()
WORKERS = ("worker-a", "worker-b")


# After how many finished matches, what, and the chance it takes.
Planned = tuple[int, Callable[["Storm"], None], Random]


@dataclass
class Storm:
    """A site in trouble, with somebody who goes on using it."""

    site: Site
    visitor: Visitor
    chance: Random = field(default_factory=Random)
    uploads: list[str] = field(default_factory=list)

    def pause(self, most: float = 2.0) -> None:
        time.sleep(self.chance.uniform(0.1, most))

    def worker(self) -> str:
        return self.chance.choice(WORKERS)


def worker_machine_dies(storm: Storm) -> None:
    name = storm.worker()
    storm.site.kill_whole(name)
    storm.pause()
    storm.site.bring_back(name)


def worker_s_main_process_dies(storm: Storm) -> None:
    """Its nodes are told to stop by the kernel, and may still be at it when the next one starts."""
    name = storm.worker()
    storm.site.kill(name)
    storm.site.start(name)


def node_dies(storm: Storm) -> None:
    """The main process of Celery: its match processes have nobody to tell, and the worker starts another."""
    nodes = storm.site.process(storm.worker()).children()
    if nodes:
        _killed(storm.chance.choice(nodes))


def match_process_dies(storm: Storm) -> None:
    processes = [each for node in storm.site.process(storm.worker()).children() for each in node.children()]
    if processes:
        _killed(storm.chance.choice(processes))


def worker_is_told_to_stop(storm: Storm) -> None:
    storm.site.bring_back(storm.worker())


def web_dies(storm: Storm) -> None:
    storm.site.kill_whole("web")
    storm.pause()
    storm.site.bring_back("web")


def beat_dies(storm: Storm) -> None:
    storm.site.kill_whole("beat")
    storm.pause()
    storm.site.bring_back("beat")


def beat_is_there_twice(storm: Storm) -> None:
    storm.site.start("beat-2")
    storm.pause(4)
    storm.site.stop("beat-2")


def database_dies(storm: Storm) -> None:
    """kill -9 of the postmaster; its other processes see that by themselves."""
    storm.site.kill("postgres")
    storm.pause()
    storm.site.bring_back("postgres")


def database_is_restarted(storm: Storm) -> None:
    storm.site.bring_back("postgres")


def database_hangs(storm: Storm) -> None:
    with _halted(storm.site.process("postgres")):
        storm.pause()


def broker_dies(storm: Storm) -> None:
    storm.site.kill("valkey")
    storm.pause()
    storm.site.bring_back("valkey")


def broker_is_emptied(storm: Storm) -> None:
    with storm.site.broker() as broker:
        broker.flushall()


def broker_hangs(storm: Storm) -> None:
    with _halted(storm.site.process("valkey")):
        storm.pause(6)


def broker_is_down_while_messages_are_sent(storm: Storm) -> None:
    """The site goes on: a page is shown, an upload taken in, a round started."""
    storm.site.stop("valkey")
    _use_the_site(storm)
    storm.pause()
    storm.site.start("valkey")


def messages_come_twice_and_late(storm: Storm) -> None:
    """Every match of the site is asked for again: those that wait, those that run, those that are over."""
    matches = [pk for (pk,) in storm.site.rows("SELECT id FROM matches_match ORDER BY id")]
    storm.chance.shuffle(matches)
    with Celery(broker=storm.site.environment["BROKER_URL"], set_as_current=False) as queue:
        for pk in matches + matches[: len(matches) // 2]:
            queue.send_task(PLAY_MATCH, (pk,), queue="matches")


def data_folder_is_full(storm: Storm) -> None:
    """No room for logs, for the broker's append-only file, for the pipes to a worker's bots."""
    filler = storm.site.data / "filler"
    room = os.statvfs(storm.site.data)
    with suppress(OSError), filler.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, room.f_bavail * room.f_frsize)
        while file.write(b"\0" * 4096):
            file.flush()
    _use_the_site(storm)
    storm.pause(6)
    filler.unlink()


def container_dies(storm: Storm) -> None:
    ours = sorted(containers(storm.site))
    if ours:
        subprocess.run(["docker", "kill", storm.chance.choice(ours)], capture_output=True, check=False)


BLOWS: tuple[Callable[[Storm], None], ...] = (
    worker_machine_dies,
    worker_s_main_process_dies,
    node_dies,
    match_process_dies,
    worker_is_told_to_stop,
    web_dies,
    beat_dies,
    beat_is_there_twice,
    database_dies,
    database_is_restarted,
    database_hangs,
    broker_dies,
    broker_is_emptied,
    broker_hangs,
    broker_is_down_while_messages_are_sent,
    messages_come_twice_and_late,
    data_folder_is_full,
    container_dies,
)


def planned(seed: str, matches: int, times: int) -> Iterator[Planned]:
    """Every blow so many times, in an order, at moments and with a chance that the seed alone decides."""
    order = Random(seed)
    blows = [blow for _ in range(times) for blow in order.sample(BLOWS, len(BLOWS))]
    # The last tenth is left for what the last blows may have broken.
    share = 0.9 * matches / len(blows)
    for number, blow in enumerate(blows):
        yield int(share * (number + order.random())), blow, Random(f"{seed}, blow {number}")


def containers(site: Site) -> dict[str, Owner]:
    """Those that any worker of this site has started, whether they run or not, by id."""
    listed = subprocess.run(
        ["docker", "ps", "--all", "--filter", "label=tenfold.folder", "--format",
         '{{.ID}} {{.Label "tenfold.folder"}} {{.Label "tenfold.owner"}}'],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    rows = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    return {row[0]: Owner.parse(row[2]) for row in rows if row[1].startswith(f"{site.home}/")}


def abandoned(site: Site) -> list[str]:
    """Those whose process is over, on whichever of the machines, which are all of this one."""
    here = Owner.me().place
    return [pk for pk, owner in containers(site).items() if replace(owner, place=here).gone()]


def _use_the_site(storm: Storm) -> None:
    """As soon as it answers: the blow before may have killed its web, and the next one is still starting."""
    storm.site.wait_until(storm.site.answers, "the web answers")
    number = len(storm.uploads) + 1
    begun = time.monotonic()
    storm.visitor.page("/c/chaos/")
    storm.uploads.append(storm.visitor.upload(f"Upload {number}", GREEDY + b"# %d\n" % number))
    if number == 1:
        storm.visitor.fill_in("/c/later/", to="/c/later/rounds/start/")
    say(f"    the site was used in {time.monotonic() - begun:.1f} s")


def _killed(process: psutil.Process) -> None:
    with suppress(psutil.NoSuchProcess):
        process.kill()


@contextmanager
def _halted(root: psutil.Process) -> Iterator[None]:
    """It is there, its connections stand, and it answers nothing."""
    tree = [root, *root.children(recursive=True)]
    for process in tree:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in tree:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGCONT)
