"""What is played in the chaos: `python -m tests.whole.chaos.scene ENTRIES ORGANIZER`.

Two competitions of house bots: in one of them a round has begun, in the other not. In the site's environment.
"""

import os
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tenfold.settings"
django.setup()

from tenfold.accounts.models import User  # noqa: E402 - Django comes first
from tenfold.competitions.models import Competition  # noqa: E402
from tests.builders import a_bot, a_competition, a_round, a_version, an_entry  # noqa: E402


def short_matches(entries: int, name: str, organizer: User) -> Competition:
    """Every pair meets once, for one block of one short deal."""
    competition = a_competition(name=name, organizer=organizer)
    for _ in range(entries):
        an_entry(competition=competition, bot=a_version(bot=a_bot(house=True)).bot)
    return competition


if __name__ == "__main__":
    organizer = User.objects.get(username=sys.argv[2])
    a_round(competition=short_matches(int(sys.argv[1]), "chaos", organizer), entries=2)
    short_matches(4, "later", organizer)
