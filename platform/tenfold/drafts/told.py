"""What a draft's game came to, in words and with the line of the draft that is to blame."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from tenfold.drafts.models import Draft, DraftState
from tenfold.pages.figures import figure

# As Python's tracebacks have it, and as the validator's refusals begin.
_IN_TRACEBACK: Final = re.compile(r'File "(?:[^"\n]*/)?main\.py", line (\d{1,6})')
_IN_REFUSAL: Final = re.compile(r"main\.py, line (\d{1,6}):")
_AROUND: Final = 2
# What an exception says stands in full in the dossier.
_LONGEST: Final = 300


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the source, counted from 1. `blamed`: this is the one."""

    number: int
    text: str
    blamed: bool


def result(draft: Draft) -> str:
    """The game of a draft that is over, in a sentence or two."""
    own, other = draft.outcome
    name = draft.opponent.bot.name if draft.opponent else gettext("the house")
    if own["forfeited"]:
        return gettext("Your bot forfeited the game against %(name)s.") % {"name": name}
    if own["place"] < other["place"]:
        said, why = gettext("Your bot beat %(name)s: %(why)s."), _compared(own, other)
    elif own["place"] > other["place"]:
        said, why = gettext("%(name)s beat your bot: %(why)s."), _compared(other, own)
    else:
        said, why = gettext("Your bot and %(name)s share the first place: %(why)s."), _compared(own, other)
    return said % {"name": name, "why": why}


def _compared(first: Mapping[str, Any], second: Mapping[str, Any]) -> str:
    """What decided between two: phases made, and between equals the points that each was left with."""
    if first["phases"] != second["phases"]:
        made = ngettext(
            "%(first)s phase made to %(second)s", "%(first)s phases made to %(second)s", first["phases"]
        )
        return made % {"first": first["phases"], "second": second["phases"]}
    left = gettext("as many phases made, and %(first)s points left to %(second)s")
    return left % {"first": figure(first["points"]), "second": figure(second["points"])}


def blamed(draft: Draft) -> list[Line]:
    """The line of the draft in which it went wrong, with those around it; empty when none is known."""
    number = _number(draft)
    lines = bytes(draft.source).decode("utf-8", "replace").split("\n")
    if number is None or not 1 <= number <= len(lines):
        return []
    first = max(1, number - _AROUND)
    return [
        Line(at, text[:200], at == number)
        for at, text in enumerate(lines[first - 1 : number + _AROUND], first)
    ]


def _number(draft: Draft) -> int | None:
    """Of a traceback the innermost line that is the draft's own."""
    if draft.state == DraftState.REFUSED:
        found = _IN_REFUSAL.findall(draft.reason)
        return int(found[0]) if found else None
    fault = main_fault(draft)
    found = _IN_TRACEBACK.findall(fault["stderr"]) if fault else []
    return int(found[-1]) if found else None


def exception(draft: Draft) -> str:
    """How the traceback of its main fault ends, as "KeyError: 'hand'"; empty without one."""
    fault = main_fault(draft)
    if fault is None or not _IN_TRACEBACK.search(fault["stderr"]):
        return ""
    ends = [line for line in fault["stderr"].splitlines() if line.strip() and not line[0].isspace()]
    return ends[-1][:_LONGEST] if ends else ""


def main_fault(draft: Draft) -> dict[str, Any] | None:
    """The fault to show: the one that ended the bot, else its first."""
    faults: list[dict[str, Any]] = draft.faults
    return next((fault for fault in faults if "exit_code" in fault["detail"]), next(iter(faults), None))
