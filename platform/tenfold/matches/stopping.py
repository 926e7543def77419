"""Whether this worker was told to stop, seen by all its processes.

Celery tells its main process alone and then waits for the tasks, which could take as long as a match does.
So the flag lies in memory that the processes share, and a match looks at it before every move.
"""

import mmap

_flag = mmap.mmap(-1, 1)  # anonymous and shared: made before the processes fork, so it is theirs too


def ask() -> None:
    _flag[0] = 1


def asked() -> bool:
    return _flag[0] == 1


def forget() -> None:
    _flag[0] = 0
