"""Who may do what with a competition and its entries. A private one is hidden from strangers."""

import rules

from tenfold.accounts.models import User
from tenfold.accounts.permissions import about_a_thing
from tenfold.competitions.models import Competition, Entry


@about_a_thing
def is_organizer(user: User, thing: Competition | Entry) -> bool:
    competition = thing.competition if isinstance(thing, Entry) else thing
    return competition.organizer_id == user.pk


@about_a_thing
def is_entrant(user: User, entry: Entry) -> bool:
    return entry.bot.owner_id == user.pk


@about_a_thing
def can_see(user: User, competition: Competition) -> bool:
    return competition.is_visible_to(user)


RULES = {
    "competitions.view_competition": can_see,
    "competitions.add_competition": rules.is_authenticated,
    "competitions.change_competition": is_organizer,
    "competitions.view_invitation": is_organizer,
    "competitions.start_round": is_organizer | rules.is_staff,
    # With an invitation code a stranger may enter what it cannot see; the service asks for the code.
    "competitions.enter_competition": rules.is_authenticated,
    "competitions.enter_house_bot": is_organizer,
    "competitions.withdraw_entry": is_entrant | is_organizer,
    "competitions.view_alike": is_organizer | rules.is_staff,
    "competitions.view_bench_reason": is_entrant | is_organizer,
}
for name, rule in RULES.items():
    rules.set_perm(name, rule)
