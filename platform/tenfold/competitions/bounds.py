"""The least and the most of each number that a competition is set up by, said once.

The database holds them where they bound what matches are made of; the others are held by forms and services.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _

from tenfold.pages.figures import figure


@dataclass(frozen=True, slots=True)
class Bounds:
    """Both ends are within. In a sentence it is `2 to 6`."""

    least: int
    most: int

    def __contains__(self, number: int) -> bool:
        return self.least <= number <= self.most

    def __str__(self) -> str:
        return _("%(least)s to %(most)s") % {"least": figure(self.least), "most": figure(self.most)}

    @property
    def ends(self) -> tuple[int, int]:
        return self.least, self.most

    @property
    def validators(self) -> list[MinValueValidator | MaxValueValidator]:
        return [MinValueValidator(self.least), MaxValueValidator(self.most)]


PLAYERS: Final = Bounds(2, 6)
BLOCKS: Final = Bounds(1, 200)
SWISS_ROUNDS: Final = Bounds(1, 100)
# Of more, the first leg alone would be more matches than a person looks through.
FINALISTS: Final = Bounds(2, 1024)
EVERY_HOURS: Final = Bounds(1, 24 * 31)
BOTS_EACH: Final = Bounds(1, 100)
UPLOADS_A_DAY: Final = Bounds(1, 500)

#: By the field of a competition.
BOUNDS: Final[Mapping[str, Bounds]] = {
    "players": PLAYERS,
    "blocks": BLOCKS,
    "swiss_rounds": SWISS_ROUNDS,
    "finalists": FINALISTS,
    "every_hours": EVERY_HOURS,
    "bots_each": BOTS_EACH,
    "uploads_a_day": UPLOADS_A_DAY,
}
