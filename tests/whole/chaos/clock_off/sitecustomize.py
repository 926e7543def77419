# mypy: ignore-errors
# What it does to datetime no checker follows.
"""Sets the clock of every Python process that finds this folder on its path off by CLOCK_OFF_S seconds.

Only the time of day: clocks that merely run on stay as they are, as they do when a machine's date is wrong.
(libfaketime 0.9.10 shifts those as well, and threads of Python 3.11 that wait then wait for ever.)
"""

import copyreg
import datetime as dt
import os
import sys
import time

OFF_S = float(os.environ["CLOCK_OFF_S"])
true_time, true_time_ns, TrueDatetime = time.time, time.time_ns, dt.datetime


class EveryDatetime(type(TrueDatetime)):
    """Code in C makes true ones."""

    def __instancecheck__(cls, value):
        return isinstance(value, TrueDatetime)

    def __subclasscheck__(cls, other):
        return issubclass(other, TrueDatetime)


class Datetime(TrueDatetime, metaclass=EveryDatetime):
    __slots__ = ()
    __module__, __qualname__ = "datetime", "datetime"  # as which it is pickled, and read elsewhere

    def __new__(cls, *args, **kwargs):
        return TrueDatetime.__new__(TrueDatetime, *args, **kwargs)

    @classmethod
    def now(cls, tz=None):
        return TrueDatetime.now(tz) + dt.timedelta(seconds=OFF_S)

    @classmethod
    def utcnow(cls):
        return cls.now(dt.UTC).replace(tzinfo=None)


def shown_time():
    """The sandbox keeps the true one: an engine's containers are timed by the one clock of its machine."""
    asker = sys._getframe(1).f_globals.get("__name__", "")
    return true_time() if asker.startswith("sandbox.") else true_time() + OFF_S


time.time = shown_time
time.time_ns = lambda: true_time_ns() + int(OFF_S * 1e9)
dt.datetime = Datetime
copyreg.pickle(TrueDatetime, lambda when: (Datetime, when.__reduce__()[1]))
