"""Who may do what with a bot. A version is judged by its bot.

The site's staff see no source and no dossier: what an author uploads is the author's.
"""

import rules

from tenfold.accounts.models import User
from tenfold.accounts.permissions import about_a_thing
from tenfold.bots.models import Bot, BotVersion


@about_a_thing
def is_owner(user: User, thing: Bot | BotVersion) -> bool:
    return _bot(thing).owner_id == user.pk


@about_a_thing
def is_house(_user: User, thing: Bot | BotVersion) -> bool:
    return _bot(thing).house


@about_a_thing
def is_here(_user: User, author: User) -> bool:
    """Nothing is gathered of whoever has left: their bots stay where others met them."""
    return author.is_active


def _bot(thing: Bot | BotVersion) -> Bot:
    return thing.bot if isinstance(thing, BotVersion) else thing


RULES = {
    "bots.view_bot": rules.always_true,
    "bots.view_author": is_here,
    "bots.add_bot": rules.is_authenticated,
    "bots.change_bot": is_owner,
    "bots.submit_version": is_owner,
    "bots.activate_version": is_owner,
    # House bots are there to be read and learned from.
    "bots.view_source": is_owner | is_house,
    "bots.view_dossier": is_owner,
}
for name, rule in RULES.items():
    rules.set_perm(name, rule)
