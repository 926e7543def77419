"""Where another version of a bot plays on, for its author who has just changed it."""

from collections.abc import Iterator

from django.db.models import F, Q
from django.utils.translation import gettext as _

from tenfold.bots.models import BotVersion
from tenfold.competitions.freeze import Reader, frozen_to
from tenfold.competitions.models import Pin, Round

# In a sentence; there is one running round of a competition at most.
_NAMED = 5


def playing_on(version: BotVersion, reader: Reader) -> Iterator[str]:
    """A sentence for each running round that is played to its end with another version of the bot.

    A round that ended during a freeze counts as running, as it is shown.
    """
    since = F("round__competition__frozen_from")
    frozen = frozen_to(reader, "round__competition__")
    runs = ~Q(round__state=Round.State.FINISHED) | frozen & Q(round__finished__gte=since)
    begun = ~(frozen & Q(round__started__gte=since))
    pins = Pin.objects.filter(runs, begun, entry__bot=version.bot_id).exclude(version=version)
    pins = pins.select_related("round__competition", "version").defer("version__source", "version__dossier")
    for pin in pins.order_by("-round")[:_NAMED]:
        round_ = pin.round
        yield _(
            "Round %(number)s of %(competition)s runs, and plays on with version %(version)s: a round keeps"
            " the versions that it began with."
        ) % {
            "number": round_.number,
            "competition": round_.competition.name,
            "version": pin.version.number,
        }
