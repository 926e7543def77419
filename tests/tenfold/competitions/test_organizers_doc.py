"""What docs/organizers.md lists is what there is."""

import re
from pathlib import Path

import pytest

from tenfold.competitions.choices import Admission, Banks, Ends, Format, Image, Measure, Timetable
from tenfold.competitions.editing import WORDS
from tenfold.matches.api import MatchSerializer
from tenfold.rulings.models import RulingKind

DOC = (Path(__file__).parents[3] / "docs" / "organizers.md").read_text()


def listed(heading: str) -> list[str]:
    section = DOC.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)`", section, re.MULTILINE)


CHOICES = {
    "Who may enter": Admission,
    "What ranks": Measure,
    "When a match ends": Ends,
    "Time to think": Banks,
    "The image": Image,
    "Formats": Format,
    "Timetables": Timetable,
    "Rulings": RulingKind,
}


@pytest.mark.parametrize("heading", CHOICES)
def test_whatever_can_be_chosen_is_told_of(heading):
    assert listed(heading) == list(CHOICES[heading].values)


def test_every_setting_it_names_exists():
    named = set(re.findall(r"`([a-z]+_[a-z]+)`", DOC)) - {*Format.values, *Timetable.values}
    assert named
    assert named <= {*WORDS, *MatchSerializer.Meta.fields}
