"""Whether this worker was told to stop, seen by all its processes.

Celery tells its main process alone and then waits for the tasks, which could take as long as a match does.
So the flag lies in memory that the processes share, and a match looks at it before every move. A main process
that was killed tells nobody: its match processes see that they are somebody else's children now.
"""

import mmap
import os

_flag = mmap.mmap(-1, 1)  # anonymous and shared: made before the processes fork, so it is theirs too
_main: int | None = None


def ask() -> None:
    _flag[0] = 1


def asked() -> bool:
    return _flag[0] == 1 or orphaned()


def forget() -> None:
    _flag[0] = 0


def heed_main_process() -> None:
    """Call it in a match process, just forked: from now on it is to stop as well when its parent is gone."""
    global _main  # noqa: PLW0603 - a property of the process, set once when it starts
    _main = os.getppid()


def orphaned() -> bool:
    return _main is not None and os.getppid() != _main
