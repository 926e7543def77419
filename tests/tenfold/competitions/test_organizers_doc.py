"""What docs/organizers.md lists is what there is."""

import re
from pathlib import Path

from tenfold.competitions.editing import WORDS
from tenfold.competitions.models import Format, Timetable

DOC = (Path(__file__).parents[3] / "docs" / "organizers.md").read_text()


def listed(heading: str) -> list[str]:
    section = DOC.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)`", section, re.MULTILINE)


def test_every_format_and_timetable_is_told_of():
    assert listed("Formats") == list(Format.values)
    assert listed("Timetables") == list(Timetable.values)


def test_every_setting_it_names_exists():
    named = set(re.findall(r"`([a-z]+_[a-z]+)`", DOC)) - {*Format.values, *Timetable.values}
    assert named == {"swiss_rounds", "every_hours", "at_times", "time_zone"}
    assert named <= set(WORDS)
