"""The closed sets that competitions, entries and rounds are told apart by, as they are stored."""

from django.db import models

from arena import rating


class Visibility(models.TextChoices):
    PUBLIC = "public"
    PRIVATE = "private"


class Admission(models.TextChoices):
    OPEN = "open", "whoever sees it"
    CODE = "code", "with the invitation code"
    APPROVAL = "approval", "when an organizer lets them in"
    ROSTER = "roster", "whose name is on a list"


class Format(models.TextChoices):
    """How a round is planned; `tenfold.competitions.pairing` says how each does it."""

    ROUND_ROBIN = "round_robin", "round robin"
    SWISS = "swiss", "Swiss"
    KNOCKOUT = "knockout", "knockout"
    LADDER = "ladder", "ladder"


class Timetable(models.TextChoices):
    """When rounds start by themselves: `tenfold.competitions.timetable`."""

    BY_HAND = "by_hand", "by hand"
    AT_ONCE = "at_once", "each after the last"
    HOURS = "hours", "every so many hours"
    DAILY = "daily", "every day"


class Measure(models.TextChoices):
    """By which figure entries are ranked: those of `arena.rating`."""

    MARGIN = rating.Measure.MARGIN.value, "margin"
    ADJUSTED = rating.Measure.ADJUSTED.value, "margin less luck"
    WINS = rating.Measure.WINS.value, "wins"
    PLACES = rating.Measure.PLACES.value, "mean place"


class Banks(models.TextChoices):
    """How much time a bot has to think: `tenfold.competitions.banks` has the numbers."""

    QUICK = "quick"
    STANDARD = "standard"
    LONG = "long"


class Image(models.TextChoices):
    """What bots find where they run; which images these are is the operator's to say, by the settings."""

    PLAIN = "plain", "Python alone"
    NUMPY = "numpy", "Python with numpy"


class EntryState(models.TextChoices):
    ACTIVE = "active"
    WITHDRAWN = "withdrawn"
    BENCHED = "benched"
    REQUESTED = "requested"
    DECLINED = "declined"


class RoundState(models.TextChoices):
    SCHEDULED = "scheduled"  # its field is pinned and its commitment published, its matches are to be planned
    RUNNING = "running"
    FINISHED = "finished"
