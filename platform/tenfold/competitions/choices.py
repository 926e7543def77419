"""The closed sets that competitions, entries and rounds are told apart by, as they are stored."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from arena import rating


class Visibility(models.TextChoices):
    PUBLIC = "public", _("Public")
    PRIVATE = "private", _("Private")


class Admission(models.TextChoices):
    OPEN = "open", _("whoever sees it")
    CODE = "code", _("with the invitation code")
    APPROVAL = "approval", _("when an organizer lets them in")
    ROSTER = "roster", _("whose name is on a list")


class Format(models.TextChoices):
    """How a round is planned; `tenfold.competitions.pairing` says how each does it."""

    ROUND_ROBIN = "round_robin", _("round robin")
    SWISS = "swiss", _("Swiss")
    KNOCKOUT = "knockout", _("knockout")
    LADDER = "ladder", _("ladder")


class Timetable(models.TextChoices):
    """When rounds start by themselves: `tenfold.competitions.timetable`."""

    BY_HAND = "by_hand", _("by hand")
    AT_ONCE = "at_once", _("each after the last")
    HOURS = "hours", _("every so many hours")
    DAILY = "daily", _("every day")


class Measure(models.TextChoices):
    """By which figure entries are ranked: those of `arena.rating`."""

    MARGIN = rating.Measure.MARGIN.value, _("margin")
    ADJUSTED = rating.Measure.ADJUSTED.value, _("margin less luck")
    WINS = rating.Measure.WINS.value, _("wins")
    PLACES = rating.Measure.PLACES.value, _("mean place")


# Fitted over blocks, whoever played how many against whom; wins and places are means over all games alike, in
# which an opponent weighs as much as it was met.
MEASURED_BY_BLOCK = (Measure.MARGIN, Measure.ADJUSTED)


class Ends(models.TextChoices):
    """When the matches of two end: `arena.early` says when it is known which bot is better."""

    ALL = "all", _("when all blocks are played")
    EARLY = "early", _("once it is known who is better")


class Banks(models.TextChoices):
    """How much time a bot has to think: `tenfold.competitions.banks` has the numbers."""

    QUICK = "quick", _("Quick")
    STANDARD = "standard", _("Standard")
    LONG = "long", _("Long")


class Image(models.TextChoices):
    """What bots find where they run; which images these are is the operator's to say, by the settings."""

    PLAIN = "plain", _("Python alone")
    NUMPY = "numpy", _("Python with numpy")


class EntryState(models.TextChoices):
    ACTIVE = "active"
    WITHDRAWN = "withdrawn"
    BENCHED = "benched"
    REQUESTED = "requested"
    DECLINED = "declined"


class DeedKind(models.TextChoices):
    """What moves no result by itself, and is done by one press."""

    START = "start", _("Started a round")
    PAUSE = "pause", _("Paused")
    RESUME = "resume", _("Resumed")
    STOP = "stop", _("Stopped the ladder")


class RoundState(models.TextChoices):
    SCHEDULED = "scheduled"  # its field is pinned and its commitment published, its matches are to be planned
    RUNNING = "running"
    FINISHED = "finished"
