"""Beat's timetable, kept in memory: it begins anew with beat, and needs no room on a disk."""

from contextlib import suppress
from typing import Any

from celery.beat import Scheduler
from django.conf import settings


class Timetable(Scheduler):
    """Celery's own writes down when each task was sent last, and cannot start where there is no room for it.

    All that is lost without: what is due every hour may come an hour late.
    """

    def tick(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - its parent's
        """Send what is due; leave a sign of life for whoever looks after the process."""
        with suppress(OSError):
            (settings.TENFOLD_HOME / "beat-alive").touch()
        return super().tick(*args, **kwargs)
