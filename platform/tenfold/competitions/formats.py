"""The format of a competition: what it may be, and in words."""

from collections.abc import Mapping
from typing import Any

from tenfold.competitions.bounds import BOUNDS
from tenfold.competitions.choices import Format, Timetable
from tenfold.competitions.models import Competition
from tenfold.refusal import Refused


def refuse_format(settings: Mapping[str, Any]) -> None:
    """Raise `Refused` where format, seats, timetable and what else it asks for make no sense together."""
    format_ = settings["format"]
    if format_ not in Format.values:
        raise Refused(f"A format is one of {', '.join(Format.values)}; {format_!r:.40} came.")
    if format_ == Format.KNOCKOUT and settings["players"] != 2:
        raise Refused(
            f"A knockout's ties are between two, and a table has {settings['players']} seats here: choose"
            " two seats, or a Swiss, which has tables of any size."
        )
    if format_ == Format.LADDER and settings["timetable"] != Timetable.BY_HAND:
        raise Refused(
            "A ladder is started by hand, and its rounds follow one another by themselves:"
            f" choose the timetable {Timetable.BY_HAND}."
        )
    _refuse_number(settings, "swiss_rounds", Format.SWISS)
    _refuse_number(settings, "finalists", Format.KNOCKOUT)


def _refuse_number(settings: Mapping[str, Any], name: str, format_: Format) -> None:
    number = settings[name]
    if number is None:
        return
    if settings["format"] != format_:
        raise Refused(
            f"{name} is for a {format_.label} alone, and the format is"
            f" {Format(settings['format']).label}: leave it empty."
        )
    if number not in BOUNDS[name]:
        raise Refused(f"{name} is {BOUNDS[name]}, or empty; {number} came.")


def in_words(competition: Competition) -> str:
    """The format as a page names it, such as `Swiss of 5 rounds`."""
    words = Format(competition.format).label
    if competition.swiss_rounds:
        words += f" of {competition.swiss_rounds} round{'' if competition.swiss_rounds == 1 else 's'}"
    if competition.finalists:
        words += f" of the best {competition.finalists}"
    return words
