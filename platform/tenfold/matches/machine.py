"""What each machine with a worker does for itself, whatever other machines do.

Only here are its containers seen, so no message from the queue can stand for it: any machine might take that.
"""

import time

import structlog

from sandbox import reaper
from tenfold.matches import alive, sandboxes

log = structlog.get_logger(__name__)

PERIOD_S = 10.0


def keep() -> None:
    """For ever: look after the machine, every few seconds."""
    while True:
        try:
            look_after()
        except Exception:  # whatever it was: nobody else would do this
            log.exception("machine not looked after")
        time.sleep(PERIOD_S)


def look_after() -> None:
    """Tell the site that it is alive and what bots run in here, and remove containers whose worker died."""
    sandboxes.publish()
    choice = sandboxes.choose()
    alive.report(choice)
    if choice.runs == sandboxes.Runs.DOCKER:
        reaper.reap()
