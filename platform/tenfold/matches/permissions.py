"""Who may see what of a match. Results and replays are as public as the competition they belong to."""

import rules

from tenfold.accounts.models import User
from tenfold.accounts.permissions import about_a_thing
from tenfold.matches.models import FaultLog, Match, MatchBot, Note


@about_a_thing
def can_see(user: User, match: Match) -> bool:
    """A trial shows what an author is working on; a requested match is seen by all whose bots are in it."""
    if match.trial_of is not None:
        return match.trial_of.bot.owner_id == user.pk
    if match.requested_by_id is not None:
        return match.requested_by_id == user.pk or match.bots.filter(version__bot__owner=user.pk).exists()
    assert match.competition is not None
    return match.competition.is_visible_to(user)


@about_a_thing
def is_own_bot(user: User, thing: FaultLog | Note | MatchBot) -> bool:
    player = thing if isinstance(thing, MatchBot) else thing.bot
    return player.version.bot.owner_id == user.pk


RULES = {
    "matches.view_match": can_see | rules.is_staff,
    # stderr and crash dossiers may hold an author's ideas: for nobody else, staff included.
    "matches.view_dossier": is_own_bot,
    "matches.view_notes": is_own_bot,
}
for name, rule in RULES.items():
    rules.set_perm(name, rule)
