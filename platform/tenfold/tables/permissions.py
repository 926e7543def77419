"""A table is its player's alone: no page of it is for anybody else, staff included."""

import rules

from tenfold.accounts.models import User
from tenfold.accounts.permissions import about_a_thing
from tenfold.tables.models import Table


@about_a_thing
def sits_at(user: User, table: Table) -> bool:
    return table.owner_id is not None and table.owner_id == user.pk


RULES = {
    "tables.play": sits_at,
}
for name, rule in RULES.items():
    rules.set_perm(name, rule)
