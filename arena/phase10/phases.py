"""The ten phases: what must be laid down, group by group."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple


class GroupKind(StrEnum):
    SET = "set"
    RUN = "run"
    COLOR = "color"


class Group(NamedTuple):
    """One group of a phase and the fewest cards it takes."""

    kind: GroupKind
    size: int

    def __str__(self) -> str:
        if self.kind is GroupKind.COLOR:
            return f"{self.size} cards of one colour"
        return f"{self.kind} of {self.size}"


def _sets(*sizes: int) -> tuple[Group, ...]:
    return tuple(Group(GroupKind.SET, size) for size in sizes)


def _run(size: int) -> Group:
    return Group(GroupKind.RUN, size)


PHASES: Final[Mapping[int, tuple[Group, ...]]] = {
    1: _sets(3, 3),
    2: (*_sets(3), _run(4)),
    3: (*_sets(4), _run(4)),
    4: (_run(7),),
    5: (_run(8),),
    6: (_run(9),),
    7: _sets(4, 4),
    8: (Group(GroupKind.COLOR, 7),),
    9: _sets(5, 2),
    10: _sets(5, 3),
}

#: Shown as the phase of a seat that has none left to make.
PAST_LAST: Final = 11


def phase_text(phase: int) -> str:
    """What the phase asks for: ``set of 3 + run of 4``."""
    return " + ".join(str(group) for group in PHASES[phase])
