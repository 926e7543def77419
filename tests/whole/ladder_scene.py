"""Who plays on the ladder: `python -m tests.whole.ladder_scene begin ORGANIZER` or `… renew`.

`begin` enters two bots that know the game and two that throw away what comes, as house bots, who may all
meet; `renew` gives the first of them a new version. In the site's environment.
"""

import os
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tenfold.settings"
django.setup()

from arena.phase10.rules import RuleSet  # noqa: E402 - Django comes first
from tenfold.accounts.models import User  # noqa: E402
from tenfold.competitions.models import Entry  # noqa: E402
from tests.builders import TEN_LINES, a_bot, a_competition, a_version, an_entry  # noqa: E402
from tests.whole.league import ROOT  # noqa: E402

GREEDY = (ROOT / "arena/bots/greedy.py").read_bytes()
# One deal: enough to know better, and over in a moment.
RULES = RuleSet(phases=(1,), turns_per_seat=8, deals_per_game=1)


def begin(organizer: str) -> None:
    competition = a_competition(
        name="ladder", organizer=User.objects.get(username=organizer), format="ladder", rules=RULES
    )
    for source in [GREEDY] * 2 + [TEN_LINES] * 2:
        an_entry(competition=competition, bot=a_version(bot=a_bot(house=True), source=source).bot)


def renew() -> None:
    a_version(bot=Entry.objects.order_by("pk")[0].bot, source=GREEDY + b"\n# A new version.\n")


if __name__ == "__main__":
    if sys.argv[1] == "begin":
        begin(sys.argv[2])
    else:
        renew()
