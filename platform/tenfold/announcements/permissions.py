"""Who may announce and who may ask. What is said to all is read by all who see the competition."""

import rules

from tenfold.accounts.models import User
from tenfold.accounts.permissions import about_a_thing
from tenfold.competitions.models import Competition, Entry
from tenfold.competitions.permissions import organizes


@about_a_thing
def has_an_entry(user: User, competition: Competition) -> bool:
    theirs = competition.entries.filter(bot__owner=user.pk)
    return theirs.exclude(state=Entry.State.DECLINED).exists()


RULES = {
    "announcements.announce": organizes | rules.is_staff,
    # Clarifications to others, and what authors ask.
    "announcements.view_questions": organizes | rules.is_staff,
    "announcements.ask": has_an_entry,
}
for name, rule in RULES.items():
    rules.set_perm(name, rule)
