"""Figures of a preview, as the leaderboard of its competition shows them."""

from collections.abc import Mapping
from typing import Any

from django import template

from tenfold.competitions.choices import Measure
from tenfold.competitions.leaderboard import SHOWN

register = template.Library()


@register.filter
def measured_by(moved: Mapping[str, Any]) -> str:
    """What a stored preview ranks by: those of long ago hold margins alone."""
    return str(Measure(moved.get("measure", Measure.MARGIN)).label)


@register.simple_tag
def figure_of(moved: Mapping[str, Any], move: Mapping[str, Any], when: str = "") -> str:
    """The figure that ranks, before a ruling or (`new_`) after it; a dash where there is none."""
    measure = Measure(moved.get("measure", Measure.MARGIN))
    value = move.get(f"{when}figure", move.get(f"{when}margin"))
    return "–" if value is None else SHOWN[measure].told(value)
