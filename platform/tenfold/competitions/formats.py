"""The format of a competition: what it may be, and in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tenfold.competitions.bounds import BOUNDS
from tenfold.competitions.choices import Format, Timetable
from tenfold.competitions.models import Competition
from tenfold.refusal import Refused


def refuse_format(settings: Mapping[str, Any]) -> None:
    """Raise `Refused` where format, seats, timetable and what else it asks for make no sense together."""
    format_ = settings["format"]
    if format_ not in Format.values:
        raise Refused(
            _("A format is one of %(known)s; %(came)s came.")
            % {"known": ", ".join(Format.values), "came": f"{format_!r:.40}"}
        )
    if format_ == Format.KNOCKOUT and settings["players"] != 2:
        raise Refused(
            _(
                "A knockout's ties are between two, and a table has %(seats)s seats here: choose two seats,"
                " or a Swiss, which has tables of any size."
            )
            % {"seats": settings["players"]}
        )
    if format_ == Format.LADDER and settings["timetable"] != Timetable.BY_HAND:
        raise Refused(
            _(
                "A ladder is started by hand, and its rounds follow one another by themselves: choose the"
                " timetable %(by_hand)s."
            )
            % {"by_hand": Timetable.BY_HAND}
        )
    _refuse_number(settings, "swiss_rounds", Format.SWISS)
    _refuse_number(settings, "finalists", Format.KNOCKOUT)


def _refuse_number(settings: Mapping[str, Any], name: str, format_: Format) -> None:
    number = settings[name]
    if number is None:
        return
    if settings["format"] != format_:
        raise Refused(
            _("%(name)s is for a %(format)s alone, and the format is %(chosen)s: leave it empty.")
            % {"name": name, "format": format_.label, "chosen": Format(settings["format"]).label}
        )
    if number not in BOUNDS[name]:
        raise Refused(
            _("%(name)s is %(bounds)s, or empty; %(number)s came.")
            % {"name": name, "bounds": BOUNDS[name], "number": number}
        )


def in_words(competition: Competition) -> str:
    """The format as a page names it, such as `Swiss of 5 rounds`."""
    words = str(Format(competition.format).label)
    if rounds := competition.swiss_rounds:
        words = ngettext("%(format)s of %(rounds)s round", "%(format)s of %(rounds)s rounds", rounds) % {
            "format": words,
            "rounds": rounds,
        }
    if competition.finalists:
        words = _("%(format)s of the best %(number)s") % {"format": words, "number": competition.finalists}
    return words
