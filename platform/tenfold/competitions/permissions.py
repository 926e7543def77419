"""Who may do what with a competition and its entries. A private one is hidden from strangers."""

import rules
from django.contrib.auth.models import AnonymousUser

from tenfold.accounts.models import User
from tenfold.accounts.permissions import about_a_thing
from tenfold.competitions.models import Competition, Entry


@about_a_thing
def is_organizer(user: User, competition: Competition) -> bool:
    return competition.organizer_id == user.pk


@about_a_thing
def organizes(user: User | AnonymousUser, thing: Competition | Entry) -> bool:
    """The organizer, or one of the co-organizers."""
    competition = thing.competition if isinstance(thing, Entry) else thing
    return user.is_authenticated and (
        competition.organizer_id == user.pk or user.pk in competition.co_organizer_ids
    )


@about_a_thing
def is_entrant(user: User, entry: Entry) -> bool:
    return entry.bot.owner_id == user.pk


@about_a_thing
def can_see(user: User, competition: Competition) -> bool:
    return competition.is_visible_to(user)


RULES = {
    "competitions.view_competition": can_see,
    "competitions.add_competition": rules.is_authenticated,
    "competitions.change_competition": organizes,
    "competitions.manage_co_organizers": is_organizer,
    "competitions.view_invitation": organizes,
    "competitions.start_round": organizes | rules.is_staff,
    "competitions.pause_competition": organizes | rules.is_staff,
    "competitions.view_dashboard": organizes | rules.is_staff,
    "competitions.reveal_standing": organizes,
    # With an invitation code a stranger may enter what it cannot see; the service asks for the code.
    "competitions.enter_competition": rules.is_authenticated,
    "competitions.enter_house_bot": organizes,
    "competitions.withdraw_entry": is_entrant | organizes,
    "competitions.view_alike": organizes | rules.is_staff,
    # While the standing is frozen: all that was played since.
    "competitions.view_frozen": organizes | rules.is_staff,
    "competitions.view_bench_reason": is_entrant | organizes,
}
for name, rule in RULES.items():
    rules.set_perm(name, rule)
