"""When it was decided who meets whom: what a freeze hides beyond results."""

from datetime import datetime

from django.db.models import F, Q

from tenfold.competitions.choices import Format


def planned_from(since: datetime | F) -> Q:
    """Of matches: those planned from then on. Who meets whom in them can tell what came out until then.

    A round plans all its matches when it starts, a ladder one after the other.
    """
    return Q(round__started__gte=since) | Q(round__format=Format.LADDER, created__gte=since)
